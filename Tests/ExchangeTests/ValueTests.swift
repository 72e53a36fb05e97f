import Foundation
import TestSupport
import Testing

@testable import Exchange

@Suite("Values in files")
struct ValueTests {
  private func number(_ text: String) -> DecimalNumber? {
    Array(text.utf8).withUnsafeBufferPointer { DecimalNumber($0) }
  }

  @Test("every finite double is read back to the bit")
  func doubles() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(number("\(value)")?.value.bitPattern == value.bitPattern)
    }
  }

  @Test("decimals as people write them are the nearest double")
  func decimals() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      let text =
        "\(Int.random(in: -99_999...99_999, using: &random)).\(UInt64.random(in: 0...UInt64(1 << Int.random(in: 1...62, using: &random)), using: &random))e\(Int.random(in: -30...30, using: &random))"
      #expect(number(text)?.value == Double(text), "\(text)")
    }
  }

  @Test(
    "text that is not a number is refused",
    arguments: [
      "", ".", "-", "+", "e5", "1e", "1e+", "0x10", "inf", "nan", "-inf", "1,5", " 1", "1 ", "1e999", "-1e999", "1.2.3",
      "1\u{0}", "½", "١", "--1", "1e5.0",
    ])
  func notNumbers(text: String) {
    #expect(number(text) == nil)
  }

  private func time(_ text: String) -> Int? { Array(text.utf8).withUnsafeBufferPointer { CalendarTime.parse($0) } }

  @Test("times are read back to the millisecond, and agree with Foundation")
  func times() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<3_000 {
      let milliseconds = Int.random(in: CalendarTime.milliseconds, using: &random)
      var bytes: [UInt8] = []
      CalendarTime.write(milliseconds, withFraction: true, to: &bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(time(text) == milliseconds, "\(text)")
      #expect(CalendarTime.milliseconds(of: CalendarTime.date(milliseconds)) == milliseconds)
      guard milliseconds > 0 else { continue }  // Foundation's calendar is the Julian one before 1582.
      let whole = Date(timeIntervalSince1970: Double(milliseconds / 1000))
      #expect(text.prefix(19) + "Z" == whole.formatted(.iso8601))
    }
  }

  @Test(
    "times of other programs are read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00", 0), ("1970-01-01 00:00:01Z", 1000),
      ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T19:30:00-0430", 0), ("1970-01-01T00:00:00.5Z", 500),
      ("1970-01-01T00:00:00.123456789Z", 123), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
      ("1969-12-31T23:59:59.999Z", -1),
    ])
  func otherTimes(text: String, milliseconds: Int) {
    #expect(time(text) == milliseconds)
  }

  @Test(
    "text that is not a time is refused",
    arguments: [
      "", "2026", "2026-11-21", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z",
      "2026-04-31T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T23:60:00Z", "2026-11-21T23:59:60Z",
      "2026-11-21T23:59:59z", "2026-11-21T23:59:59.Z", "2026-11-21T23:59:59Zx", "2026-11-21T23:59:59+1",
      "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "21.11.2026 18:30", "2026-11-21T23:59:59.1234567890Z",
    ])
  func notTimes(text: String) {
    #expect(time(text) == nil)
  }

  @Test("a UUID is read in either case, and no other text is one")
  func identifiers() throws {
    func read(_ text: String) -> UUID? { Array(text.utf8).withUnsafeBufferPointer { UUID(hexadecimal: $0) } }
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let id = UUID(number: UInt128(random.next()) << 64 | UInt128(random.next()))
      #expect(read(id.uuidString) == id && read(id.uuidString.lowercased()) == id)
    }
    let text = "D228CB69-6F1A-8CAF-B891-2B704E4A8964"
    for broken in [
      "", String(text.dropLast()), text + "0", text.replacing("-", with: "0"), text.replacing("D", with: "G"),
    ] {
      #expect(read(broken) == nil, "\(broken)")
    }
  }

  /// The hash's published values: 6c62272e07bb014262b821756295c58d of nothing, d228cb696f1a8caf78912b704e4a8964 of "a".
  @Test("an id made of content is its hash, marked as version 8")
  func contentIdentifiers() {
    #expect(UUID(content: "").uuidString == "6C62272E-07BB-8142-A2B8-21756295C58D")
    #expect(UUID(content: "a").uuidString == "D228CB69-6F1A-8CAF-B891-2B704E4A8964")
  }
}
