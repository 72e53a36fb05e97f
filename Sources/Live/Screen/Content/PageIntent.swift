import Foundation
import Ports
import Timers
import Training

/// An opened page: 8 to 64 letters, digits and hyphens that it generated.
struct PageID: Hashable, Sendable {
  let text: String

  /// Nil if `text` is not an identifier.
  init?(_ text: some StringProtocol) {
    let isFitting = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isFitting, (8...64).contains(text.utf8.count) else { return nil }
    self.text = String(text)
  }
}

/// A post of a page: the player's action, or a change of the page's visibility.
///
/// Decoded strictly: an extra field, a number out of range or an unknown word is refused, as our own pages never send
/// them.
struct PageIntent: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    /// An intent for the loop.
    case practise(Intent)
    /// The page was hidden, or is visible again.
    case hidden, shown
  }

  /// The sending page.
  var page: PageID
  /// The requested action.
  var action: Action
}

extension PageIntent: Decodable {
  fileprivate struct Field: CodingKey, Hashable {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let page = Field(stringValue: "page")
    static let intent = Field(stringValue: "intent")
    static let answer = Field(stringValue: "answer")
    static let sure = Field(stringValue: "sure")
    static let cents = Field(stringValue: "cents")
    static let position = Field(stringValue: "position")
    static let epoch = Field(stringValue: "epoch")
    static let mode = Field(stringValue: "mode")
    static let to = Field(stringValue: "to")
    static let kind = Field(stringValue: "kind")
    static let configuration = Field(stringValue: "configuration")
  }

  /// Timer actions that need no further fields.
  private static let timerWords: [String: TimerIntent] = [
    "timer-confirm": .confirm, "timer-cancel": .cancel, "timer-pause": .pause, "timer-skip-rest": .skipRest,
    "timer-end": .end, "timer-round": .round,
  ]

  /// The steps of keys that move the note, in cents.
  private static let steps: Set<Double> = [-1, -0.1, 0.1, 1]

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    func refused(_ field: Field) -> DecodingError {
      .dataCorruptedError(forKey: field, in: fields, debugDescription: field.stringValue)
    }
    func epoch() throws -> Epoch { Epoch(try fields.decode(UInt32.self, forKey: .epoch)) }
    func known<Word: RawRepresentable<String>>(_ field: Field) throws -> Word {
      guard let word = Word(rawValue: try fields.decode(String.self, forKey: field)) else { throw refused(field) }
      return word
    }

    guard let page = PageID(try fields.decode(String.self, forKey: .page)) else { throw refused(.page) }
    self.page = page
    var expected: Set<Field> = [.page, .intent]
    switch try fields.decode(String.self, forKey: .intent) {
    case "answer":
      expected.formUnion([.answer, .sure, .epoch])
      let isSure = try fields.decodeIfPresent(Bool.self, forKey: .sure) ?? false
      action = .practise(.answer(try known(.answer), isSure: isSure, epoch: try epoch()))
    case "step":
      expected.formUnion([.cents, .epoch])
      let cents = try fields.decode(Double.self, forKey: .cents)
      guard Self.steps.contains(cents) else { throw refused(.cents) }
      action = .practise(.step(cents: cents, epoch: try epoch()))
    case "slide":
      expected.formUnion([.position, .epoch])
      let position = try fields.decode(Double.self, forKey: .position)
      guard (-1...1).contains(position) else { throw refused(.position) }
      action = .practise(.slide(position: position, epoch: try epoch()))
    case "commit":
      expected.insert(.epoch)
      action = .practise(.commit(epoch: try epoch()))
    case "repeat":
      expected.insert(.epoch)
      action = .practise(.hearAgain(epoch: try epoch()))
    case "step-back":
      expected.insert(.epoch)
      action = .practise(.stepBack(epoch: try epoch()))
    case "start":
      expected.insert(.mode)
      action = .practise(.start(try known(.mode)))
    case "again":
      action = .practise(.again)
    case "where":
      action = .practise(.whereAmI)
    case "explain":
      action = .practise(.explain)
    case "stop":
      action = .practise(.stop)
    case "navigate":
      expected.insert(.to)
      let place = try fields.decode(String.self, forKey: .to)
      guard PageModule.all.contains(where: { $0.name == place }) else { throw refused(.to) }
      // Navigating elsewhere leaves practice.
      action = .practise(.stop)
    case "timer-quick-start":
      expected.insert(.kind)
      action = .practise(.timer(.quickStart(try known(.kind))))
    case "timer-choose":
      expected.insert(.configuration)
      action = .practise(.timer(.choose(try fields.decode(PostedConfiguration.self, forKey: .configuration).value)))
    case let word where Self.timerWords[word] != nil:
      guard let intent = Self.timerWords[word] else { throw refused(.intent) }
      action = .practise(.timer(intent))
    case "hidden": action = .hidden
    case "shown": action = .shown
    default: throw refused(.intent)
    }
    if let extra = fields.allKeys.first(where: { !expected.contains($0) }) { throw refused(extra) }
  }
}

/// A timer's configuration as posted by a page: complete, within its ranges, and without extra fields.
private struct PostedConfiguration: Decodable {
  let value: TimerConfiguration

  init(from decoder: any Decoder) throws {
    value = try TimerConfiguration(from: decoder)
    let fields = try decoder.container(keyedBy: PageIntent.Field.self).allKeys.map(\.stringValue)
    let expected = Self.common.union(Self.own(value.kind))
    guard fields.allSatisfy(expected.contains) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "configuration"))
    }
  }

  private static let common: Set = ["kind", "source", "sets", "restSeconds", "countdownSeconds", "cues"]

  private static func own(_ kind: TimerKind) -> Set<String> {
    switch kind {
    case .forTime: ["capSeconds", "rounds"]
    case .amrap: ["durationSeconds"]
    case .emom: ["intervals", "intervalSeconds", "rounds"]
    }
  }
}
