import Foundation
import Glibc
import Linux
import Ports
import Synchronization
import TestSupport
import Time

@testable import Speech

/// A machine with programs of a test's own, in a folder that is removed with it.
final class FakeMachine: Sendable {
  let folder: String
  private let isDispatcherAllowed = Mutex<Bool?>(true)
  private let spoken = Mutex("en")

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "peach-speech-\(UUID().uuidString.prefix(8))").path
    for path in ["bin", "run/pulse", "run/speech-dispatcher"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
    }
    try Data().write(to: URL(filePath: "\(folder)/run/pulse/native"))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var socket: String { "\(folder)/run/speech-dispatcher/speechd.sock" }

  /// Whether our own sound goes to PipeWire.
  var dispatcherAllowed: Bool? {
    get { isDispatcherAllowed.withLock(\.self) }
    set { isDispatcherAllowed.withLock { $0 = newValue } }
  }

  /// The language to speak.
  var language: String {
    get { spoken.withLock(\.self) }
    set { spoken.withLock { $0 = newValue } }
  }

  /// Installs a shell script as the program called `name`.
  func install(_ name: String, _ script: String) throws {
    try ShellScript.install(script, at: "\(folder)/bin/\(name)")
  }

  /// An `espeak-ng` that gives `count` samples for any text.
  func installVoice(samples count: Int = 3) throws {
    let wave = SpokenSoundWaveTests.wave([Int16](repeating: 8192, count: count))
    try Data(wave).write(to: URL(filePath: "\(folder)/voice.wav"))
    try install("espeak-ng", "cat > \(folder)/text; cat \(folder)/voice.wav")
  }

  func options(_ programFolders: [String]? = nil) -> SpeechOptions {
    var options = SpeechOptions(
      programFolders: programFolders ?? ["\(folder)/bin"],
      environment: ["XDG_RUNTIME_DIR": "\(folder)/run", "PATH": "/usr/bin:/bin"])
    options.answerLimit = .milliseconds(300)
    options.beginLimit = .milliseconds(300)
    return options
  }

  /// A voice of this machine that says numbers of intervals and results as they are written.
  func speech(_ options: SpeechOptions? = nil) -> Speech {
    Speech(language: self.language, options: options ?? self.options(), canUseDispatcher: { self.dispatcherAllowed }) {
      $0.map { String(describing: $0) }.joined(separator: " ")
    }
  }
}

/// What a voice has reported, for waiting; which utterances have begun is kept apart, as few tests need it.
final class SpeechLog: @unchecked Sendable {
  // Sendable: `events` is only touched with `condition` locked.
  private let condition = NSCondition()
  private var events: [SpeechEvent] = []
  private var begins: [SpeechEvent] = []

  var report: @Sendable (SpeechEvent) -> Void {
    { event in
      self.condition.withLock {
        if case .begun = event { self.begins.append(event) } else { self.events.append(event) }
        self.condition.broadcast()
      }
    }
  }

  var all: [SpeechEvent] { condition.withLock { events } }
  var begun: [SpeechEvent] { condition.withLock { begins } }

  /// What was reported by the time `isEnough` of it, or after 10 s.
  func wait(_ isEnough: ([SpeechEvent]) -> Bool) -> [SpeechEvent] {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: 10)
    while !isEnough(events), condition.wait(until: deadline) {}
    return events
  }

  func wait(count: Int) -> [SpeechEvent] { wait { $0.count >= count } }
}

/// A server that talks SSIP as a test wants it to.
final class FakeServer: Sendable {
  enum Behaviour: Sendable {
    /// Says everything at once.
    case says
    /// Takes this long for each utterance.
    case takes(Duration)
    /// Begins and never ends, unless it is cancelled.
    case neverEnds
    /// Accepts utterances but never reports on them.
    case neverBegins
    /// Takes connections and does not answer.
    case hangs
    /// Goes away when it is to speak.
    case leaves
    /// Refuses to speak.
    case refuses
  }

  private let listener: Int32
  private let heard = Mutex<[String]>([])
  private let present: Mutex<Behaviour>

  /// What clients have sent, by lines.
  var lines: [String] { heard.withLock(\.self) }
  /// Sets its behaviour from now on.
  func behave(_ behaviour: Behaviour) { present.withLock { $0 = behaviour } }

  init?(path: String, _ behaviour: Behaviour) {
    present = Mutex(behaviour)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let listener = listener
    let isBound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(listener, 8) == 0 else { return nil }
    PlainThread.start(name: "ssip") { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        self?.serve(client)
        close(client)
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve(_ client: Int32) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var message = 0
    var isReceiving = false
    var speaking: Int?
    func reply(_ text: String) {
      let bytes = Array(text.utf8)
      _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
    while true {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      bytes += buffer[..<count]
      while let end = bytes.firstIndex(of: 0x0A) {
        let line = String(decoding: bytes[..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        bytes.removeFirst(end + 1)
        heard.withLock { $0.append(line) }
        let behaviour = present.withLock(\.self)
        if case .hangs = behaviour { continue }
        if isReceiving {
          guard line == "." else { continue }
          isReceiving = false
          message += 1
          reply("225-\(message)\r\n225 OK MESSAGE QUEUED\r\n")
          if case .neverBegins = behaviour { continue }
          reply("701-\(message)\r\n701-1\r\n701 BEGIN\r\n")
          if case .takes(let duration) = behaviour { usleep(UInt32(duration.nanoseconds / 1_000)) }
          switch behaviour {
          case .says, .takes: reply("702-\(message)\r\n702-1\r\n702 END\r\n")
          default: speaking = message
          }
          continue
        }
        switch (line, behaviour) {
        case ("SPEAK", .leaves): return
        case ("SPEAK", .refuses): reply("300 ERR NO OUTPUT MODULE\r\n")
        case ("SPEAK", _):
          isReceiving = true
          reply("230 OK RECEIVING DATA\r\n")
        case ("CANCEL self", _):
          if let speaking { reply("703-\(speaking)\r\n703-1\r\n703 CANCELED\r\n") }
          speaking = nil
          reply("213 OK CANCELED\r\n")
        case ("QUIT", _):
          reply("231 HAPPY HACKING\r\n")
          return
        default: reply("208 OK SET\r\n")
        }
      }
    }
  }
}

/// The numbers that `events` answer.
func answered(_ events: [SpeechEvent]) -> [UInt32] {
  events.compactMap {
    switch $0 {
    case .ended(let number), .rendered(let number, _): number
    case .available, .unavailable, .begun: nil
    }
  }
}
