import JACKOutput
import Ports
import Sound
import Texts
import Time

/// Lines said aloud where no practice runs: the voice, and for espeak-ng our own renderer and output, started as practice
/// starts them. What is said gives way to what is to be said next, and what was to be said last is said once more when sound or
/// voice come late, or come back: it is the question that waits for an answer. The thread that made it; nothing here waits.
final class SpokenLines {
  private let texts: Catalogue
  private let voice: any SpeechOutput
  private let follow: (ViewState.Sound) -> Void
  private let engine: SoundEngine
  private let output: any SoundOutput
  private var controller: SoundController
  /// Whether there are voice and sound; nil while that is not known.
  private var hasVoice: Bool?
  private var hasSound: Bool?
  private var number: UInt32 = 0
  /// The number of what is being said.
  private var current: UInt32?
  /// What was to be said last, unless it was hushed.
  private var last: [String]?
  /// Whether that is to be said as soon as there are sound and voice.
  private var isWaiting = false
  /// Whether another output is to be followed as soon as nothing is being said.
  private var outputWaits = false
  /// Lines on what is missing, each told once.
  private var told: Set<String> = []

  /// A voice in the language of `setup` that is not started.
  /// - Throws: `noServer` if the process has no room for sound.
  convenience init(_ setup: Setup, options: JACKOptions) throws(SoundFailure) {
    let engine = try SoundEngine.forOutput()
    let voice = SpeakingVoice(setup.catalogue)
    voice.want()
    try self.init(
      setup.catalogue, level: setup.settings.level, engine: engine,
      output: try JACKOutput(engine: engine, options: options), voice: voice.output, follow: { voice.follow($0) })
  }

  /// Lines that `voice` says, at `level` (dB), and that are heard through `output`, which renders `engine`; `follow` is told
  /// where sound goes.
  /// - Throws: `noServer` if the engine is somebody else's already.
  init(
    _ texts: Catalogue, level: Double, engine: SoundEngine, output: any SoundOutput, voice: any SpeechOutput,
    follow: @escaping (ViewState.Sound) -> Void = { _ in }
  ) throws(SoundFailure) {
    do throws(SoundEngineError) {
      controller = try engine.takeController()
    } catch {
      throw SoundFailure(error)
    }
    controller.setLevel(decibels: Float(level))
    self.engine = engine
    self.output = output
    self.texts = texts
    self.voice = voice
    self.follow = follow
  }

  /// Readable while the renderer has news: see `takeSoundEvents`.
  var eventDescriptor: Int32 { engine.eventDescriptor }

  /// Whether something is being said, or will be as soon as it is known whether it can.
  var isSpeaking: Bool { current != nil || isWaiting && hasVoice != false && hasSound != false }

  /// Begins to look for sound and a voice; what they report goes to `post`, from their threads.
  func start(_ post: @escaping @Sendable (LearnInput) -> Void) {
    output.start { post(.sound($0)) }
    let clock = engine.clock
    voice.start { event in
      guard case .rendered(let number, let spoken) = event else { return post(.speech(event)) }
      // Made into sound for our own rate here, on the voice's thread, as that takes milliseconds.
      let utterance = clock.cycle.flatMap {
        Utterance(samples: spoken.samples, rate: spoken.rate, outputRate: $0.rate, number: number)
      }
      post(.utterance(utterance, number: number))
    }
  }

  /// Says `lines` in one go, now or, before sound and voice are known, as soon as it can.
  func say(_ lines: [String]) {
    hush()
    last = lines
    isWaiting = true
    sayWaiting()
  }

  /// Breaks off what is being said; it is not said again.
  func hush() {
    last = nil
    isWaiting = false
    breakOff()
  }

  private func breakOff() {
    guard current != nil else { return }
    current = nil
    voice.hush()
    _ = controller.submit([.fade(epoch: 0)])
    followOutput()
  }

  /// Takes what the output reports; a line to show if there is no sound, the first time.
  func handle(_ status: SoundStatus) -> String? {
    switch status {
    case .ready(let description), .changed(let description):
      follow(.ready(description))
      hasSound = true
      sayWaiting()
      return description.isAudible ? nil : tellOnce(texts.line(description))
    case .lost(let loss):
      follow(.lost(loss))
      hasSound = false
      outputWaits = false
      giveUp()
      return tellOnce(texts.line(loss))
    case .failed(let failure, let willRetry):
      follow(.failed(failure, willRetry: willRetry))
      hasSound = false
      giveUp()
      return tellOnce(texts.line(failure))
    case .outputWaits:
      outputWaits = true
      followOutput()
      return nil
    case .xruns: return nil
    }
  }

  /// Takes what the voice reports; a line to show if there is none, the first time.
  func handle(_ event: SpeechEvent) -> String? {
    switch event {
    case .available:
      hasVoice = true
      sayWaiting()
      return nil
    case .unavailable(let failure):
      hasVoice = false
      giveUp()
      return tellOnce(texts.line(ViewState.Notice.noSpeech(failure)))
    case .ended(let number), .rendered(let number, _):
      ended(number)
      return nil
    }
  }

  /// Plays an utterance; nil cannot be played.
  func play(_ utterance: Utterance?, number: UInt32) {
    guard number == current else { return }
    guard let utterance, controller.submit([.utterance(utterance, epoch: 0, start: .after(0))]) != nil else {
      return ended(number)
    }
  }

  /// Takes the renderer's news.
  func takeSoundEvents() {
    controller.clearWake()
    while let event = controller.nextEvent() {
      if case .utteranceEnded(let number, _) = event { ended(number) }
    }
  }

  /// Ends voice and sound, waiting at most 1.3 s.
  func close() {
    voice.close(within: .milliseconds(300))
    output.close(within: .seconds(1))
  }

  private func ended(_ number: UInt32) {
    guard number == current else { return }
    current = nil
    followOutput()
  }

  private func followOutput() {
    guard outputWaits, current == nil else { return }
    outputWaits = false
    output.followOutput()
  }

  private func sayWaiting() {
    guard isWaiting, hasVoice == true, hasSound == true, let last else { return }
    isWaiting = false
    number &+= 1
    current = number
    voice.say([.words(last)], number: number)
  }

  /// Nothing can be said for now: who answers meanwhile has heard the question, everybody else hears it again.
  private func giveUp() {
    // What the renderer has of it would go on when sound comes back, beside what is said then.
    breakOff()
    isWaiting = last != nil
  }

  private func tellOnce(_ line: String) -> String? { told.insert(line).inserted ? line : nil }
}
