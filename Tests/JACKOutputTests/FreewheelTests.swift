import Ports
import Testing
import Time

@testable import JACKOutput

/// What follows when a server makes sound faster than anybody could hear it.
struct FreewheelTests {
  typealias Line = OutputStateTests.Line
  static let lost: OutputEffects = [.mute, .report(.lost(.freewheel))]
  static let ready: OutputEffects = [.report(.ready(OutputStateTests.sound))]

  private func look(_ channels: [[String]] = OutputStateTests.pair) -> OutputEvent {
    .looked(OutputStateTests.look(channels))
  }

  /// From the turn after its end until there is sound, `isGone` being what jackd has taken away and not put back.
  private func back(at time: Int64, isGone: Bool = false) -> [Line] {
    let found = look(isGone ? [[], []] : OutputStateTests.pair)
    var lines: [Line] = [
      (time, .freewheels(false), []), (time, .turn(lastCycle: at(time)), [.look]), (time + 1, found, []),
    ]
    if isGone {
      lines += [
        (time + 101, .turn(lastCycle: at(time + 100)), [.connect(OutputStateTests.pair)]),
        (time + 102, .connected(true), [.look]), (time + 103, look(), [.setLatency(256), .prepare(rate: 48000)]),
      ]
    } else {
      lines += [(time + 101, .turn(lastCycle: at(time + 100)), [.setLatency(256), .prepare(rate: 48000)])]
    }
    return lines + [(time + 104, .prepared, [.run]), (time + 107, .rendered, Self.ready)]
  }

  @Test(arguments: [false, true]) func `sound is lost once, and returns when freewheeling ends`(isGone: Bool) {
    OutputStateTests.run(
      OutputStateTests.playing + [
        (1000, .freewheels(true), Self.lost), (1001, .freewheels(true), []), (1002, .rendered, []),
        // jackd removes all connections to outputs in the meantime: Peach does not read them and ignores reports of it.
        (1003, .port(.disconnected(7)), []), (1003, .turn(lastCycle: at(1003)), []), (1004, look([[], []]), []),
        (1005, .formatChanged, []), (1100, .turn(lastCycle: at(1100)), []),
        (9000, .watched(lastCycle: at(1100)), []), (9001, .cycle, []),
      ] + back(at: 9002, isGone: isGone))
  }

  @Test func `freewheeling that ends at once has still lost sound`() {
    OutputStateTests.run(OutputStateTests.playing + [(1000, .freewheels(true), Self.lost)] + back(at: 1000))
  }

  @Test func `freewheeling before the first sound is reported as the reason`() {
    for length in OutputStateTests.start.indices.dropFirst(2) {
      let begun = Array(OutputStateTests.start[..<length])
      var state = OutputStateTests.run(begun)
      #expect(state.handle(.freewheels(true), at: at(500)) == Self.lost)
      #expect(state.handle(.prepared, at: at(501)) == [] && state.handle(.rendered, at: at(501)) == [])
      for time in stride(from: Int64(502), to: 20_000, by: 499) {
        _ = state.handle(.cycle, at: at(time))
        #expect(state.handle(.turn(lastCycle: at(time)), at: at(time)) == [])
        #expect(state.handle(.watched(lastCycle: at(time)), at: at(time)) == [])
      }
      #expect(state.handle(.freewheels(false), at: at(20_000)) == [])
      #expect(state.handle(.turn(lastCycle: at(20_000)), at: at(20_000)) == [.look])
    }
  }

  @Test func `an earlier loss is not reported again`() {
    OutputStateTests.run(
      OutputStateTests.playing + [
        (200, look([[], []]), [.mute, .report(.lost(.disconnected))]), (300, .freewheels(true), [.mute]),
        (400, .freewheels(false), []), (400, .turn(lastCycle: at(400)), [.look]), (401, look([[], []]), []),
        // Taken away by hand before it: left so.
        (900, .turn(lastCycle: at(900)), []),
      ])
  }

  @Test func `a server that is already freewheeling is retried until it ends, with one report`() {
    var lines: [Line] = []
    for time in stride(from: Int64(0), to: 20_000, by: 1000) {
      lines += [
        (time, .asks, []), (time + 1, .freewheels(true), time == 0 ? Self.lost : []),
        (time + 999, .watched(lastCycle: at(0)), []),
      ]
    }
    OutputStateTests.run(lines + OutputStateTests.start.map { ($0.time + 20_000, $0.event, $0.effects) })
  }

  @Test func `another server starts from the beginning`() {
    let gone: [Line] = [(1000, .freewheels(true), Self.lost), (1100, .gone, [.mute, .leave])]
    OutputStateTests.run(
      OutputStateTests.playing + gone + OutputStateTests.start.map { ($0.time + 2000, $0.event, $0.effects) })
  }
}
