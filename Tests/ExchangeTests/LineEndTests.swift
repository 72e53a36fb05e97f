import Exchange
import Foundation
import Testing

@Suite("Line ends of JSON Lines")
struct LineEndTests {
  @Test(
    "records are read with any line end, in pieces of any size", arguments: ["\n", "\r\n", "\r"], [1, 7, 4096])
  func lineEnds(end: String, piece: Int) throws {
    var maker = RecordMaker(seed: 5)
    let records = try maker.records(4)
    let text = String(decoding: file(records, .jsonl), as: UTF8.self).replacing("\n", with: end)
    for text in [text, "\u{FEFF}" + text, String(text.unicodeScalars.dropLast(end.unicodeScalars.count)), text + end] {
      #expect(try items(of: text, piece: piece).compactMap(\.record) == records)
    }
    let broken = try items(of: text + "x" + end, piece: piece)
    #expect(broken.last?.refused?.line == 5)
  }
}
