import Controllers
import Foundation
import MIDI
import PlainText
import Ports
import Practice
import Sound
import Time

/// A line of a recording: one JSON object.
public enum RecordedLine: Sendable {
  /// The first line: settings and all other start conditions of practice.
  case header(RecordingHeader)
  /// The answers that practice continued from.
  case history(RecordedHistory)
  /// The model of the player's ear.
  case ear(RecordedEar)
  /// The mapping of one of the controllers.
  case mapping(RecordedMapping)
  /// An input of the loop.
  case step(RecordedStep)
  /// A message sent to a controller in that step.
  case sent([MIDIMessage], to: PortID)
  /// An event published in that step, as in the event stream.
  case told(PracticeEvent)
  /// The last line of a recording that is whole.
  case end

  /// Returns an encoder for lines, with keys in alphabetical order. One for each writing thread.
  public static func encoder() -> JSONEncoder {
    let encoder = EventLine.encoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  /// Returns the line without its end. `encoder` comes from `encoder()`.
  /// - Throws: `EncodingError` for an infinite number or NaN; recordings have none.
  public func text(_ encoder: JSONEncoder) throws -> String {
    let data =
      switch self {
      case .header(let header): try encoder.encode(header)
      case .history(let history): try encoder.encode(history)
      case .ear(let ear): try encoder.encode(ear)
      case .mapping(let mapping): try encoder.encode(mapping)
      case .step(let step): try encoder.encode(step)
      case .sent(let messages, let port): try encoder.encode(SentLine(sent: messages.map(\.hex), to: port.text))
      case .told(let event): try encoder.encode(EventLine(event))
      case .end: try encoder.encode(["end": true])
      }
    return CleanText.json(String(decoding: data, as: UTF8.self))
  }
}

/// The messages sent to a controller at once.
private struct SentLine: Codable {
  var sent: [String]
  var to: String
}

/// A controller's mapping, so that a recording can be played on machines without it.
public struct RecordedMapping: Codable, Hashable, Sendable {
  /// The controller's name in it.
  public var name: String
  /// Its place among the mappings, which is their precedence; −1 for one chosen on the command line.
  public var place: Int
  /// The whole file.
  public var text: String

  private enum CodingKeys: String, CodingKey {
    case name = "mapping"
    case place, text
  }
}

/// One step of the loop, and every value it read from the outside.
public struct RecordedStep: Sendable {
  /// The loop's input.
  package var taken: TakenStep
  /// The ids assigned to records.
  package var ids: [UUID] = []
  /// The wall clock, to the millisecond, if the step read it.
  package var date: Date?
  /// The end of the turn, if it ended with this step.
  package var turn: MonotonicTime?

  package init(_ taken: TakenStep) { self.taken = taken }

  /// Whether the step has no data except its time.
  var isPlain: Bool {
    taken.slept == .zero && taken.cycle == nil && ids.isEmpty && date == nil && taken.refused.isEmpty
  }
}

extension MIDIMessage {
  /// The message's bytes, as in `90 3c 64`.
  var hex: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }

  /// The single message in these bytes; nil if there is not exactly one.
  init?(hex: String) {
    var bytes: [UInt8] = []
    for word in hex.split(separator: " ") {
      guard word.count == 2, let byte = UInt8(word, radix: 16) else { return nil }
      bytes.append(byte)
    }
    var decoder = MIDIDecoder()
    let messages = decoder.decode(bytes)
    guard messages.count == 1, let message = messages.first, message.bytes.count == bytes.count else { return nil }
    self = message
  }
}

extension USBID {
  /// The id with this `description`.
  init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16) else {
      return nil
    }
    self.init(vendor: vendor, product: product)
  }
}
