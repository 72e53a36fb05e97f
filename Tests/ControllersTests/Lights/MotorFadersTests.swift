import MIDI
import TestSupport
import Testing
import Time

@testable import Controllers

struct MotorFadersTests {
  private let mackie = """
    halves: [{keyboard: {}}]
    roles:
      slider:
        - {pitch-bend: 1, release: touch, touch: {notes: 104}, motor: 16383}
        - {pitch-bend: 2, release: touch, touch: {notes: 105}, motor: 16383}
        - {pitch-bend: 3}
        - {pitch-bend: 4, motor: 16383, confidence: unsure}
    """

  /// A controller, from its messages to the events the loop gets.
  private struct Desk {
    var decoder: ControlDecoder
    var cues: CueEncoder

    init(_ lines: String) throws {
      decoder = ControlDecoder(mapping: try mapping(lines))
      cues = CueEncoder(mapping: decoder.mapping)
      _ = cues.start()
    }

    mutating func move(_ position: Double, at time: Int64) -> [MIDIMessage] {
      cues.moveMotors(to: position, at: milliseconds(time))
    }

    /// Whether the message's event was an echo, and the reply; nil if it meant nothing.
    mutating func hear(_ message: MIDIMessage, at time: Int64) -> (isEcho: Bool, reply: [MIDIMessage])? {
      decoder.decode(message).first.map { cues.hear($0, at: milliseconds(time)) }
    }
  }

  @Test(arguments: [
    (0.0, 8192), (-1.0, 0), (1.0, 16383), (0.5, 12287), (-7.0, 0), (7.0, 16383),
  ])
  func `every sure motor is driven`(_ position: Double, value: Int) throws {
    var desk = try Desk(mackie)
    #expect(desk.move(position, at: 0) == [bend(value, channel: 1), bend(value, channel: 2)])
  }

  @Test func `the bytes of a Mackie fader`() throws {
    var desk = try Desk(mackie)
    // 3 : 1 of the way is 12287 = 95 * 128 + 127, the lower seven bits first.
    #expect(desk.move(0.5, at: 0).map(\.bytes) == [[0xE0, 0x7F, 0x5F], [0xE1, 0x7F, 0x5F]])
  }

  @Test(arguments: [(0.0, 4, 0), (1.0, 7, 127), (-1.0, 0, 0), (-0.5, 2, 0)])
  func `a pair is driven in its own range`(_ position: Double, most: Int, least: Int) throws {
    var desk = try Desk("halves: [{keyboard: {}}]\nroles: {slider: [{cc-pair: 0, channel: 1, motor: 1023}]}")
    #expect(desk.move(position, at: 0) == [cc(0, most), cc(32, least)])
  }

  @Test func `a seven-bit fader is driven by its control change`() throws {
    var desk = try Desk("halves: [{keyboard: {}}]\nroles: {slider: [{cc: 7, channel: 5, motor: 127}]}")
    #expect(desk.move(0, at: 0) == [cc(7, 64, channel: 5)])
    #expect(desk.cues.hasMotors)
    #expect(!CueEncoder(mapping: .generic).hasMotors)
  }

  @Test func `no motor moves before the start, after the end, or to nowhere`() throws {
    var desk = try Desk(mackie)
    #expect(desk.move(.nan, at: 0) == [])
    _ = desk.cues.finish()
    #expect(desk.move(0, at: 0) == [])
    #expect(desk.hear(on(104), at: 0)?.reply == [])
    #expect(desk.hear(off(104), at: 1)?.reply == [])
  }

  @Test func `a touched fader does not move, nor does it afterwards without a request`() throws {
    var desk = try Desk(mackie)
    _ = desk.hear(bend(3000), at: 0)
    _ = desk.hear(on(104), at: 10)
    #expect(desk.move(0, at: 20) == [bend(8192, channel: 2)])
    #expect(desk.hear(off(104), at: 30)?.reply == [bend(3000)])
    // The caller asks again, if no note has begun.
    #expect(desk.move(0, at: 40) == [bend(8192), bend(8192, channel: 2)])
  }

  @Test func `the last position is sent back when the finger leaves`() throws {
    var desk = try Desk(mackie)
    #expect(desk.hear(on(104), at: 0)?.reply == [])
    let moved = desk.hear(bend(5001), at: 5)
    #expect(moved?.isEcho == false)
    #expect(moved?.reply == [])
    let left = desk.hear(off(104), at: 20)
    #expect(left?.isEcho == false)
    #expect(left?.reply == [bend(5001)])
  }

  @Test func `a last value just after the finger left comes from the hand`() throws {
    var desk = try Desk(mackie)
    _ = desk.hear(on(104), at: 0)
    _ = desk.hear(bend(5000), at: 5)
    _ = desk.hear(off(104), at: 20)
    let late = desk.hear(bend(5600), at: 21)
    #expect(late?.isEcho == false)
    #expect(late?.reply == [bend(5600)])
    // A message long afterwards is not a hand: this fader reports touch.
    #expect(desk.hear(bend(6000), at: 200)?.isEcho == true)
  }

  @Test func `a fader that was never touched sends nothing back on release`() throws {
    var desk = try Desk(mackie)
    _ = desk.hear(on(104), at: 0)
    #expect(desk.hear(off(104), at: 5)?.reply == [])
  }

  @Test func `the reports of a driven fader are echoes`() throws {
    var desk = try Desk("halves: [{keyboard: {}}]\nroles: {slider: [{pitch-bend: 1, motor: 16383}]}")
    #expect(desk.hear(bend(16000), at: 0)?.isEcho == false)
    _ = desk.move(0, at: 100)
    for (value, time) in [(16000, 101), (14000, 150), (9000, 200), (8000, 220), (8192, 240), (8208, 300)] {
      #expect(desk.hear(bend(value), at: Int64(time))?.isEcho == true, "\(value)")
    }
    // Off its way, or long after the move began: a hand. At its target it may jitter for any length of time.
    #expect(desk.hear(bend(8200), at: 5000)?.isEcho == true)
    #expect(desk.hear(bend(7000), at: 5010)?.isEcho == false)
    #expect(desk.hear(bend(8192), at: 5020)?.isEcho == false)
  }

  @Test func `a hand against the motor is detected`() throws {
    var desk = try Desk("halves: [{keyboard: {}}]\nroles: {slider: [{pitch-bend: 1, motor: 16383}]}")
    _ = desk.hear(bend(8192), at: 0)
    _ = desk.move(0.5, at: 10)
    #expect(desk.hear(bend(9000), at: 20)?.isEcho == true)
    #expect(desk.hear(bend(7000), at: 30)?.isEcho == false)
  }

  @Test func `a touch during the drive ends the echo`() throws {
    var desk = try Desk(mackie)
    _ = desk.move(0.5, at: 0)
    #expect(desk.hear(bend(9000), at: 10)?.isEcho == true)
    _ = desk.hear(on(104), at: 20)
    #expect(desk.hear(bend(9100), at: 21)?.isEcho == false)
  }

  @Test func `lost events and replugging forget the finger`() throws {
    var desk = try Desk(mackie)
    _ = desk.hear(on(104), at: 0)
    for event in desk.decoder.releaseAll() { _ = desk.cues.hear(event, at: milliseconds(1)) }
    #expect(desk.move(0, at: 2).count == 2)
    _ = desk.hear(on(104), at: 3)
    _ = desk.cues.start()
    #expect(desk.move(0, at: 4).count == 2)
  }

  /// On a simulated fader, no motor report ever counts as a hand, whatever is driven and when.
  @Test func `no report of the motor is treated as a hand`() throws {
    var generator = SplitMix64(seed: 11)
    for touches in [true, false] {
      let touch = touches ? ", release: touch, touch: {notes: 104}" : ""
      var desk = try Desk("halves: [{keyboard: {}}]\nroles: {slider: [{pitch-bend: 1, motor: 16383\(touch)}]}")
      var (place, time) = (Double.random(in: 0...16383, using: &generator), Int64(0))
      _ = desk.hear(bend(Int(place)), at: time)
      for _ in 0..<300 {
        time += 1000
        let asked = desk.move(.random(in: -1...1, using: &generator), at: time)
        guard case .pitchBend(_, let value)? = asked.first else {
          Issue.record("not driven")
          continue
        }
        // 80 to 400 ms, overshoot up to 2 %, ten-bit reports in frames of 1 to 8 ms.
        let (from, target) = (place, Double(value.rawValue))
        let way = Int64.random(in: 80...400, using: &generator)
        let over = (target - from) * .random(in: 0...0.02, using: &generator)
        var elapsed: Int64 = 0
        while elapsed < way + 40 {
          elapsed += .random(in: 1...8, using: &generator)
          let share = min(Double(elapsed) / Double(way), 1)
          place = elapsed > way + 20 ? target : from + (target + over - from) * share
          let report = min(max(Int(place), 0), 16383) & ~0xF
          #expect(desk.hear(bend(report), at: time + elapsed)?.isEcho == true)
        }
        place = target
      }
    }
  }
}
