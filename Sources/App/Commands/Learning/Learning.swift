import ArgumentParser
import Controllers
import Foundation
import Glibc
import Linux
import Ports
import Practice
import Sound
import Terminal
import Texts
import Time

/// An input of `peach learn` from another thread, in the order of arrival.
enum LearnInput: Sendable {
  /// A report of the hands thread.
  case controllers(MIDIPortEvent)
  /// A key of the computer's keyboard.
  case key(Key)
  /// A report of the sound's control thread.
  case sound(SoundStatus)
  /// A report of the voice's thread.
  case speech(SpeechEvent)
  /// An utterance for our own renderer, from the voice's thread; nil if it cannot be played.
  case utterance(Utterance?, number: UInt32)
}

/// `peach learn` and `peach devices --try`, assembled from their parts, on the thread that calls `run`. Input from
/// controllers and keys arrives through one queue, in order; slow parts (voice, sound, terminal, sequencer) have their
/// own threads, so that nothing delays controllers.
final class Learning {
  private let setup: Setup
  private let folder: MappingFolder
  private let inbox: Inbox<LearnInput>
  private let ports: any MIDIPorts
  private let spoken: SpokenLines?
  private let display = LineDisplay(rests: OutputForm.movesCursor(ProcessInfo.processInfo.environment))
  private let signals: Signals
  /// The file of the report, if one was requested.
  private let reportFile: ReportFile?
  private let time: any TimeSource
  private var dialogue: any ControllerDialogue
  private var keys: KeyReader?
  /// The exit code, and how long the last speech may continue.
  private var end: (code: ExitCode, until: MonotonicTime)?

  /// The time to wait for the last spoken line.
  private static let lastWords = Duration.seconds(10)

  /// The topic of the dialogue.
  enum Topic {
    /// The role of each control: `peach learn`.
    case learning
    /// Whether unsure parts are right: `peach devices --try`.
    case trial
    /// The role of each control and its messages, for authors of mappings: `peach devices --report`.
    case report(ReportFile)
  }

  /// Opens nothing yet. `spoken` speaks the lines shown; nil for silence. Nil if the process has no descriptor left.
  init?(
    _ topic: Topic, setup: Setup, ports: any MIDIPorts, spoken: SpokenLines?, signals: Signals,
    time: any TimeSource = SystemTime()
  ) {
    let inbox = Inbox<LearnInput>()
    guard inbox.bell?.isUsable == true else { return nil }
    self.setup = setup
    self.inbox = inbox
    self.ports = ports
    self.spoken = spoken
    self.signals = signals
    self.time = time
    folder = MappingFolder(path: setup.paths.controllers)
    let letters = setup.settings.letters
    let texts = setup.catalogue
    reportFile = if case .report(let file) = topic { file } else { nil }
    let decoder =
      switch topic {
      case .learning, .report: KeyDecoder(learningWith: texts, letters: letters)
      case .trial: KeyDecoder(answeringWith: texts, letters: letters)
      }
    keys = KeyReader(
      marksPastes: OutputForm.movesCursor(ProcessInfo.processInfo.environment), decoder: decoder, time: time,
      onKey: { key, _ in inbox.post(.key(key)) }, onResize: {})
    switch topic {
    case .learning, .report:
      let learning = LearnDialogue(
        texts, library: setup.library, own: setup.library.inFolder(folder.path),
        keys: keys.map { _ in letters ? texts.learnKeys : texts(.keysNoLetters) },
        leave: keys.map { _ in texts(letters ? .leaveKeys : .leaveKeysNoLetters) }, without: setup.settings.unaskedRoles
      )
      dialogue =
        reportFile == nil
        ? learning
        : ReportDialogue(
          texts, learning: learning, program: Peach.configuration.version, kernel: Self.kernel)
    case .trial:
      dialogue = TrialDialogue(
        texts, library: setup.library, ownFolder: folder.path,
        keys: keys.map { _ in letters ? texts.trialKeys : texts(.tryKeysNoLetters) })
    }
  }

  /// Runs the dialogue until its end, closes everything, and returns the exit code.
  func run() -> ExitCode {
    let inbox = inbox
    spoken?.start { inbox.post($0) }
    ports.start { inbox.post(.controllers($0)) }
    while true {
      if let end, spoken?.isSpeaking != true || time.now() >= end.until { break }
      wait()
      spoken?.takeSoundEvents()
      for input in inbox.takeAll() { handle(input) }
      while let reason = signals.next() { signalled(reason) }
      perform(dialogue.advance(now: time.now()))
    }
    ports.close(within: .milliseconds(300))
    spoken?.close()
    keys?.close()
    display.close(within: .milliseconds(200))
    return end?.code ?? .success
  }

  /// The kernel's release, on which the names of ports depend.
  private static var kernel: String {
    let release = try? WholeFile.text(of: "/proc/sys/kernel/osrelease")
    return release?.split(separator: "\n").first.map(String.init) ?? "?"
  }

  private func wait() {
    var descriptors = [inbox.bell?.descriptor ?? -1, signals.descriptor, spoken?.eventDescriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let deadline = [dialogue.deadline, end?.until].compactMap { $0 }.min()
    // Rounded up: a millisecond too early would only cause another check.
    let limit = deadline.map { max(0, ($0 - time.now()).nanoseconds / 1_000_000 + 1) } ?? -1
    poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: limit))
  }

  private func handle(_ input: LearnInput) {
    switch input {
    case .controllers(let event): perform(dialogue.handle(event, now: time.now()))
    case .key(let key):
      // After the end any key interrupts the last line.
      if end != nil { spoken?.hush() }
      guard let command = Self.command(of: key) else { break }
      perform(dialogue.handle(command, now: time.now()))
      // A player who quits does not wait for the last line: it is also on the screen.
      if command == .quit, let end {
        spoken?.hush()
        self.end = (end.code, time.now())
      }
    case .sound(let status): show(spoken?.handle(status))
    case .speech(let event): show(spoken?.handle(event))
    case .utterance(let utterance, let number): spoken?.play(utterance, number: number)
    }
  }

  /// Returns the request of a key; nil for keys without a meaning here.
  static func command(of key: Key) -> LearnRequest? {
    switch key {
    case .start: .yes
    case .no: .no
    case .skip: .skip
    case .back: .back
    case .leave, .interrupt: .quit
    case .higher, .lower, .finerHigher, .finerLower, .help, .whereAmI, .hearAgain, .stepBack, .explain, .profile,
      .listen, .listenToIntervals, .earlyOrLate, .listenToEarlyOrLate, .chords, .beats, .temperament, .forTime, .amrap,
      .emom, .early, .late,
      .surelyEarly, .surelyLate:
      nil
    }
  }

  private func signalled(_ reason: StopReason) {
    guard reason == .paused else {
      perform(dialogue.handle(.quit, now: time.now()))
      spoken?.hush()
      return
    }
    // With the terminal as it was found; the question is repeated afterwards.
    spoken?.hush()
    keys?.suspend()
    Signals.stopProcess()
    keys?.resume()
  }

  private func perform(_ steps: [LearnDialogue.Step]) {
    for step in steps {
      switch step {
      case .tell(let lines): tell(lines)
      case .send(let messages, let port): ports.send(messages, to: port)
      case .save(let mapping, let replacing, let port): save(mapping, replacing: replacing, port)
      case .confirm(let parts, let mapping, let port): confirm(parts, of: mapping, port)
      case .report(let text): write(report: text)
      case .refuse(let line):
        complain(line)
        spoken?.say([line])
        finish(.failure)
      case .end: finish(end?.code ?? .success)
      }
    }
  }

  private func tell(_ lines: [String]) {
    display.show(lines)
    spoken?.say(lines)
  }

  private func show(_ line: String?) {
    if let line { display.show([line]) }
  }

  private func finish(_ code: ExitCode) { end = (code, time.now() + Self.lastWords) }

  private func save(_ mapping: ControllerMapping, replacing: Bool, _ port: PortDescription) {
    let texts = setup.catalogue
    let existing = replacing ? setup.library.inFolder(folder.path).match(port).mapping.file : nil
    let text = MappingWriter.text(mapping)
    do throws(FileFailure) {
      tellSaved(try folder.save(text, name: mapping.name, replacing: existing), port)
      finish(.success)
    } catch {
      let temporary = FileManager.default.temporaryDirectory.path
      let rescued = MappingFolder.rescue(text, name: mapping.name, into: [setup.paths.data, temporary])
      let lines =
        [texts.mappingLine(error)] + (rescued.map { [texts(.rescued, ["file": $0, "folder": folder.path])] } ?? [])
      lines.forEach(complain)
      // If no folder accepts it, it is shown in the terminal.
      if rescued == nil { display.show([text]) }
      spoken?.say(lines)
      finish(.failure)
    }
  }
}

extension Learning {
  /// Writes the report; if that fails, saves it elsewhere, as it took the player minutes of pressing.
  private func write(report text: String) {
    guard let reportFile else { return }
    let texts = setup.catalogue
    do throws(FileFailure) {
      try reportFile.write(text)
      tell([texts(.reportWritten, ["file": reportFile.path])])
    } catch {
      complain(texts.mappingLine(error))
      display.show([text])
      finish(.failure)
    }
  }

  /// Writes confirmed parts: into the player's own file, or as a copy of the one that came with Peach.
  private func confirm(_ parts: [UnsurePart], of mapping: ControllerMapping, _ port: PortDescription) {
    let texts = setup.catalogue
    guard let source = mapping.file else { return }
    let isOwn = source.hasPrefix(folder.path + "/")
    let name = URL(filePath: source).lastPathComponent
    func fail(_ line: String) {
      complain(line)
      spoken?.say([line])
      finish(.failure)
    }
    guard let edited = try? ConfidenceEdit.confirm(parts, in: WholeFile.text(of: source)) else {
      let words = parts.map(\.words).joined(separator: ", ")
      return fail(texts(.tryNotEdited, ["file": source, "parts": words]))
    }
    let text = isOwn ? edited : ConfidenceEdit.copy(edited, of: name)
    do throws(FileFailure) {
      tellSaved(try folder.save(text, name: mapping.name, replacing: isOwn ? source : nil), port)
    } catch {
      fail(texts.mappingLine(error))
    }
  }

  private func tellSaved(_ file: String, _ port: PortDescription) {
    let texts = setup.catalogue
    let name = URL(filePath: file).lastPathComponent
    // If several files serve the same controller, the first by name wins.
    let serving = MappingReader.library(folder.path).match(port).mapping.file
    if let serving, serving != file {
      let other = URL(filePath: serving).lastPathComponent
      tell([texts(.savedBeside, ["file": name, "other": other, "path": file])])
    } else {
      tell([texts(.saved, ["file": name])])
    }
    display.show([file])
  }
}

extension MappingLibrary {
  /// Returns the mappings whose files are in `folder`.
  fileprivate func inFolder(_ folder: String) -> MappingLibrary {
    MappingLibrary(mappings: mappings.filter { $0.file?.hasPrefix(folder + "/") == true })
  }
}

extension Catalogue {
  /// The computer keys that answer.
  fileprivate var learnKeys: String {
    self(
      .keys,
      ["yes": self(.letterYes), "no": self(.letterNo), "skip": self(.letterSkip), "back": self(.letterBack)])
  }

  /// The computer keys that answer yes and no.
  fileprivate var trialKeys: String { self(.tryKeys, ["yes": self(.letterYes), "no": self(.letterNo)]) }

  /// Returns one line on why a mapping could not be written.
  func mappingLine(_ failure: FileFailure) -> String {
    self(.notWritable, ["path": failure.path, "reason": words(failure.code)])
  }
}

/// A dialogue with the player at a controller: its output follows from its input alone. Pure; one thread.
protocol ControllerDialogue {
  /// The time of the next call of `advance` if no event arrives earlier.
  var deadline: MonotonicTime? { get }
  /// Handles an event of the sequencer.
  mutating func handle(_ event: MIDIPortEvent, now: MonotonicTime) -> [LearnDialogue.Step]
  /// Handles a request from the computer's keyboard or a signal.
  mutating func handle(_ command: LearnRequest, now: MonotonicTime) -> [LearnDialogue.Step]
  /// Performs the steps due at `now`.
  mutating func advance(now: MonotonicTime) -> [LearnDialogue.Step]
}
