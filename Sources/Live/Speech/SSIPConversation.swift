/// A conversation with speech-dispatcher (SSIP): bytes in, bytes and outcomes out. Pure.
///
/// Commands are sent without waiting for the reply to the last one, as replies arrive in the order of their commands;
/// events (7xx) arrive between replies, and an utterance's events may even precede the reply with its message number.
struct SSIPConversation {
  /// An outcome of the conversation.
  enum Outcome: Hashable {
    /// The server accepts utterances.
    case ready
    /// It begins to speak this utterance.
    case begun(UInt32)
    /// It has spoken it, or will not.
    case ended(UInt32)
    /// It refuses a necessary command; nothing more follows. With the server's message.
    case refused(String)
  }

  private enum Expected: Equatable {
    /// The response to a setting; speech is impossible without a vital one.
    case setting(isVital: Bool)
    /// The response to the last setting.
    case lastSetting
    /// The response to SPEAK.
    case receiving
    /// The answer to the text; nil if its end is no longer awaited.
    case queued(UInt32?)
    /// The response to any other command that may fail.
    case anything
  }

  /// Longer than any line the server sends.
  private static let lineLimit = 4096

  /// More events than any of our utterances has.
  private static let earlyLimit = 16

  private var expected: [Expected] = []
  private var line: [UInt8] = []
  /// Lines before the last one of a reply and of an event.
  private var reply: [String] = []
  private var event: [String] = []
  /// Utterances being spoken, by the server's message number.
  private var numbers: [String: UInt32] = [:]
  /// Events of messages whose reply has not arrived yet.
  private var early: [(message: String, code: Int)] = []

  /// Creates a conversation that has not begun.
  init() {}

  /// Returns the first commands. Punctuation is never spoken, even if it is the user's default: it makes our pauses.
  mutating func open(language: String) -> [UInt8] {
    expected = [
      .setting(isVital: true), .setting(isVital: true), .setting(isVital: false), .setting(isVital: false),
      .lastSetting,
    ]
    let settings = [
      "CLIENT_NAME peach:practice:main", "NOTIFICATION ALL on", "LANGUAGE \(language)", "PUNCTUATION none",
      "PRIORITY message",
    ]
    return Self.lines(settings.map { "SET self \($0)" })
  }

  /// Returns the commands that speak `text` as utterance `number`.
  mutating func speak(_ text: String, number: UInt32) -> [UInt8] {
    expected += [.receiving, .queued(number)]
    // One line, without line breaks, which would end it; a leading dot is doubled, as a single one ends the text.
    let line = text.split { $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
      .joined(separator: " ")
    return Self.lines(["SPEAK", line.hasPrefix(".") ? ".\(line)" : line, "."])
  }

  /// Returns the commands that cancel all our utterances; no more events about them follow.
  mutating func cancel() -> [UInt8] {
    expected = expected.map { if case .queued = $0 { .queued(nil) } else { $0 } }
    numbers = [:]
    expected.append(.anything)
    return Self.lines(["CANCEL self"])
  }

  /// Returns the last command.
  mutating func quit() -> [UInt8] {
    expected.append(.anything)
    return Self.lines(["QUIT"])
  }

  /// Returns the outcomes of `bytes` from the server.
  mutating func handle(_ bytes: some Sequence<UInt8>) -> [Outcome] {
    var outcomes: [Outcome] = []
    for byte in bytes {
      guard byte == 0x0A else {
        if line.count < Self.lineLimit { line.append(byte) }
        continue
      }
      if line.last == 0x0D { line.removeLast() }
      outcomes += handle(line: String(decoding: line, as: UTF8.self))
      line = []
    }
    return outcomes
  }

  private mutating func handle(line: String) -> [Outcome] {
    let code = line.prefix(3)
    guard code.utf8.count == 3, let number = Int(code) else { return [.refused(line)] }
    let rest = String(line.dropFirst(4))
    let isLast = line.dropFirst(3).first != "-"
    if code.hasPrefix("7") {
      guard isLast else {
        event.append(rest)
        return []
      }
      defer { event = [] }
      return event.first.map { handle(event: number, message: $0) } ?? []
    }
    guard isLast else {
      reply.append(rest)
      return []
    }
    defer { reply = [] }
    return handle(reply: number, rest)
  }

  private mutating func handle(reply code: Int, _ words: String) -> [Outcome] {
    let isGood = (200..<300).contains(code)
    guard !expected.isEmpty else { return isGood ? [] : [.refused(words)] }
    switch expected.removeFirst() {
    case .setting(isVital: true), .receiving: return isGood ? [] : [.refused(words)]
    case .setting(isVital: false), .anything: return []
    case .lastSetting: return [.ready]
    case .queued(let number):
      // Without a message number the text is not spoken (it is empty), or was refused.
      guard isGood, let message = reply.first else { return number.map { [.ended($0)] } ?? [] }
      let events = early.filter { $0.message == message }
      early = []
      guard let number else { return [] }
      numbers[message] = number
      return events.flatMap { handle(event: $0.code, message: message) }
    }
  }

  private mutating func handle(event code: Int, message: String) -> [Outcome] {
    guard let number = numbers[message] else {
      let isAwaited = expected.contains { if case .queued = $0 { true } else { false } }
      if isAwaited, early.count < Self.earlyLimit { early.append((message, code)) }
      return []
    }
    switch code {
    case 701: return [.begun(number)]
    case 702, 703:
      numbers[message] = nil
      return [.ended(number)]
    // Index marks and pauses: the utterance continues.
    default: return []
    }
  }

  private static func lines(_ lines: [String]) -> [UInt8] { lines.flatMap { Array("\($0)\r\n".utf8) } }
}
