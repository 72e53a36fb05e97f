import Ports
import Testing
import Time

@testable import JACKOutput

/// A time in milliseconds.
func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

/// Effects as one list, in which either kind may stand.
extension OutputEffects: ExpressibleByArrayLiteral {
  /// All `effects`, each kind in their order.
  public init(arrayLiteral effects: Self...) { self = effects.reduce(Self([]), +) }

  static let mute = Self([.mute])
  static let run = Self([.run])
  static let expectCycle = Self([.expectCycle])
  static let ramp = Self([.ramp])
  static let look = Self(requests: [.look])
  static let leave = Self(requests: [.leave])
  static func report(_ status: SoundStatus) -> Self { Self([.report(status)]) }
  static func setLatency(_ frames: Int) -> Self { Self([.setLatency(frames)]) }
  static func connect(_ channels: [[String]]) -> Self { Self(requests: [.connect(channels)]) }
  static func prepare(rate: Int) -> Self { Self(requests: [.prepare(rate: rate)]) }
}

/// What happens to an output, and what follows, line by line.
struct OutputStateTests {
  static let left = "system:playback_1"
  static let right = "system:playback_2"
  static let pair = [[left], [right]]
  static let sound = SoundDescription(server: .jack, rate: 48000, period: 128, latency: 256, output: "system")
  static let attachment = Attachment(server: .jack, isOwn: false)

  static func look(
    _ channels: [[String]] = pair, physical: [String] = [left, right], rate: Int = 48000, period: Int = 128
  ) -> ServerSnapshot {
    ServerSnapshot(
      physical: physical, channels: channels,
      latencies: Dictionary(channels.flatMap(\.self).map { ($0, 256) }) { first, _ in first }, rate: rate,
      period: period)
  }

  /// What comes, when (in ms), and what follows.
  typealias Line = (time: Int64, event: OutputEvent, effects: OutputEffects)

  static let start: [Line] = [
    (0, .asks, []),
    (0, .attached(attachment), [.expectCycle]),
    (0, .turn(lastCycle: at(0)), [.look]),
    (1, .looked(look([[], []])), [.prepare(rate: 48000), .connect(pair)]),
    (1, .prepared, [.run]),
    (102, .connected(true), [.look]),
    (102, .looked(look()), []),
    (103, .cycle, []),
    (103, .turn(lastCycle: at(103)), [.look]),
    (104, .looked(look()), [.setLatency(256)]),
  ]

  static let playing: [Line] = start + [(108, .rendered, [.report(.ready(sound))])]

  /// Goes through `lines`; returns the state after them.
  @discardableResult
  static func run(
    _ lines: [Line], willRetry: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) -> OutputState {
    var state = OutputState(willRetry: willRetry)
    for (index, line) in lines.enumerated() {
      let effects = state.handle(line.event, at: at(line.time))
      #expect(effects == line.effects, "line \(index): \(line.event)", sourceLocation: sourceLocation)
    }
    return state
  }

  @Test func `ready is reported after a rendered cycle`() {
    let state = Self.run(Self.start)
    #expect(state.phase == .starting(since: at(104)) && !state.hasPlayed)
    #expect(Self.run(Self.playing).phase == .playing(since: at(108)))
    Self.run(Self.playing + [(109, .rendered, [])])
  }

  @Test func `ready is reported at once if a cycle was rendered during connecting`() {
    var lines = Self.start
    lines.insert((103, .rendered, []), at: 8)
    lines[10].effects = [.setLatency(256), .report(.ready(Self.sound))]
    #expect(Self.run(lines + [(105, .rendered, [])]).phase == .playing(since: at(104)))
  }

  @Test(arguments: [false, true])
  func `a rate that changes during connecting is prepared`(isRendered: Bool) {
    var lines = Self.start
    if isRendered { lines.insert((103, .rendered, []), at: 8) }
    lines[lines.count - 1] = (
      104, .looked(Self.look(rate: 44100)), [.mute, .setLatency(256), .prepare(rate: 44100)]
    )
    var slower = Self.sound
    slower.rate = 44100
    Self.run(lines + [(105, .prepared, [.run]), (106, .rendered, [.report(.ready(slower))])])
  }

  @Test func `a rate that cannot be played from the start is reported on connection`() {
    var lines = Self.start
    lines[4] = (1, .unplayable(rate: 48000), [])
    lines[9].effects = [.setLatency(256), .prepare(rate: 48000)]
    let told = OutputEffects.report(.failed(.noServer(detail: "48000 Hz"), willRetry: false))
    Self.run(lines + [(105, .unplayable(rate: 48000), [told])])
  }

  @Test(arguments: [(1499, false), (1500, true), (9000, true)])
  func `a cycle is missed after half a second`(now: Int64, isLost: Bool) {
    let lost: OutputEffects = [.mute, .report(.lost(.hung)), .expectCycle]
    var state = Self.run(Self.playing)
    #expect(state.watchDeadline(lastCycle: at(1000)) == at(1500))
    #expect(state.handle(.watched(lastCycle: at(1000)), at: at(now)) == (isLost ? lost : []))
    #expect(state.handle(.watched(lastCycle: at(1000)), at: at(now + 1)) == (now == 1499 ? lost : []))
    #expect(state.watchDeadline(lastCycle: at(1000)) == nil)
  }

  @Test func `the other outputs are known while there is a server`() {
    #expect(OutputState(willRetry: false).outputs == .unknown)
    #expect(Self.run(Self.playing).outputs == .clients([Self.left, Self.right]))
    #expect(Self.run(Self.playing + [(200, .gone, [.mute, .report(.lost(.serverGone)), .leave])]).outputs == .unknown)
    var own = Self.playing
    own[1].event = .attached(Attachment(server: .ownJack, isOwn: true))
    var state = OutputState(willRetry: false)
    for line in own { _ = state.handle(line.event, at: at(line.time)) }
    #expect(state.outputs == .cards)
  }

  @Test func `each output is named once, in the server's order`() {
    let ports = ["Scarlett 2i2:playback_FL", "Scarlett 2i2:playback_FR", "HDMI:playback_FL", "Scarlett 2i2:playback_2"]
    #expect(JACKOutput.clients(of: ports).map(\.name) == ["Scarlett 2i2", "HDMI"])
    let names = ["Interface: Main", "Interface: Phones", "Hall: Left", "Hall: Right", "Any.* (1) [x:y]"]
    #expect(JACKOutput.clients(of: DestinationTests.colons).map(\.name) == names)
  }

  @Test func `a reading from before the start is not a hang`() {
    let late: [Line] = Self.start.map { ($0.time + 60_000, $0.event, $0.effects) }
    // Of the cycles of a server that is long gone.
    Self.run(
      late + [
        (60_106, .watched(lastCycle: at(10)), []), (60_108, .rendered, [.report(.ready(Self.sound))]),
        (60_108, .watched(lastCycle: at(10)), []), (60_607, .watched(lastCycle: at(10)), []),
      ])
  }

  @Test func `after a hang the output is ready once a cycle is rendered`() {
    Self.run(
      Self.playing + [
        (1000, .watched(lastCycle: at(500)), [.mute, .report(.lost(.hung)), .expectCycle]),
        (1001, .rendered, []),
        (5000, .turn(lastCycle: at(500)), []),
        (9000, .cycle, []),
        (9000, .turn(lastCycle: at(9000)), [.look]),
        (9000, .looked(Self.look()), [.setLatency(256), .prepare(rate: 48000)]),
        (9001, .prepared, [.run]),
        (9004, .rendered, [.report(.ready(Self.sound))]),
      ])
  }

  @Test func `a hang before the first rendered cycle is not reported`() {
    Self.run(
      Self.start + [
        (603, .watched(lastCycle: at(100)), []), (604, .watched(lastCycle: at(100)), [.mute, .expectCycle]),
        (606, .prepared, []),
      ])
  }

  @Test(arguments: [false, true]) func `only our own server is given up`(isOwn: Bool) {
    var lines = Self.playing
    lines[1].event = .attached(Attachment(server: .jack, isOwn: isOwn))
    Self.run(
      lines + [
        (1000, .watched(lastCycle: at(500)), [.mute, .report(.lost(.hung)), .expectCycle]),
        (6000, .turn(lastCycle: at(500)), []), (6001, .turn(lastCycle: at(500)), isOwn ? [.mute, .leave] : []),
      ])
  }

  @Test(arguments: [true, false]) func `a server that does not answer is reported once`(willRetry: Bool) {
    for event in [OutputEvent.asks, .attached(Self.attachment)] {
      var state = OutputState(willRetry: willRetry)
      _ = state.handle(event, at: at(0))
      #expect(state.watchDeadline(lastCycle: at(0)) == at(8000))
      #expect(state.handle(.watched(lastCycle: at(0)), at: at(7999)) == [])
      let told: OutputEffects = [.report(.failed(.unresponsive, willRetry: willRetry))]
      #expect(state.handle(.watched(lastCycle: at(0)), at: at(8000)) == told)
      #expect(state.handle(.watched(lastCycle: at(0)), at: at(8001)) == [])
      #expect((state.phase == .ended) == !willRetry)
    }
  }

  @Test func `a server without new cycles is not queried`() {
    Self.run(
      Self.playing + [
        (300, .formatChanged, []), (340, .turn(lastCycle: at(105)), [.look]), (341, .looked(Self.look()), []),
        (500, .formatChanged, []), (700, .turn(lastCycle: at(105)), []),
        (701, .port(.registered(9)), []), (701, .turn(lastCycle: at(105)), [.look]),
      ])
  }

  @Test func `a loss is reported once, and the search is quiet`() {
    let state = Self.run(
      Self.playing + [
        (200, .gone, [.mute, .report(.lost(.serverGone)), .leave]),
        (1200, .asks, []), (1200, .failed(.libraryMissing), []), (9000, .watched(lastCycle: at(0)), []),
      ])
    #expect(state.phase == .resting)
  }

  @Test func `a connection removed by hand is left alone, and its return noticed`() {
    Self.run(
      Self.playing + [
        (200, .port(.disconnected(7)), []), (200, .turn(lastCycle: at(200)), [.look]),
        (201, .looked(Self.look([[], [Self.right]])), []),
        (300, .port(.disconnected(8)), []), (300, .turn(lastCycle: at(300)), [.look]),
        (301, .looked(Self.look([[], []])), [.mute, .report(.lost(.disconnected))]),
        (9000, .turn(lastCycle: at(9000)), []),
        (9001, .port(.connected(7)), []), (9001, .turn(lastCycle: at(9001)), [.look]),
        (9002, .looked(Self.look([[Self.left], []])), [.setLatency(256), .prepare(rate: 48000)]),
        (9003, .prepared, [.run]), (9004, .rendered, [.report(.ready(Self.sound))]),
      ])
  }

  @Test func `changes while playing are reported`() {
    var longer = Self.sound
    longer.period = 512
    var slower = Self.sound
    slower.rate = 44100
    Self.run(
      Self.playing + [
        (200, .formatChanged, []), (200, .turn(lastCycle: at(200)), [.look]),
        (200, .looked(Self.look(period: 512)), [.setLatency(256), .report(.changed(longer))]),
        (201, .looked(Self.look(period: 512)), []),
        (202, .looked(Self.look(rate: 44100)), [.mute, .setLatency(256), .prepare(rate: 44100)]),
        (203, .prepared, [.run]), (204, .rendered, [.report(.changed(slower))]),
        (205, .xruns(3), [.report(.xruns(3))]),
      ])
  }

  @Test func `a rate that cannot be played is silence until it changes`() {
    let lines: [Line] = [
      (202, .looked(Self.look(rate: 1)), [.mute, .setLatency(256), .prepare(rate: 1)]),
      (203, .unplayable(rate: 1), [.mute, .report(.lost(.disconnected))]),
      (204, .looked(Self.look(rate: 1)), []),
      (205, .looked(Self.look()), [.setLatency(256), .prepare(rate: 48000)]),
    ]
    Self.run(Self.playing + lines)
  }

  @Test func `sound is not ready if only a recorder listens`() {
    let both = Self.pair.map { $0 + ["recorder:in"] }
    var lines = Self.start
    lines[3].event = .looked(Self.look([["recorder:in"], ["recorder:in"]]))
    lines[3].effects = [.prepare(rate: 48000), .connect(both)]
    for line in [6, 9] { lines[line].event = .looked(Self.look(both)) }
    Self.run(lines + [(108, .rendered, [.report(.ready(Self.sound))])])
  }

  @Test func `another default is followed when the loop allows it`() {
    let (headset, other) = (["Headset:FL", "Headset:FR"], [["Headset:FL"], ["Headset:FR"]])
    let both = headset + [Self.left, Self.right]
    var moved = Self.sound
    moved.output = "Headset"
    Self.run(
      Self.playing + [
        (110, .mayFollow, []),
        (200, .port(.registered(9)), []), (200, .turn(lastCycle: at(200)), [.look]),
        (200, .looked(Self.look(physical: both)), []),
        (300, .turn(lastCycle: at(300)), [.report(.outputWaits)]), (301, .turn(lastCycle: at(301)), []),
        (900, .mayFollow, []), (900, .turn(lastCycle: at(900)), [.ramp, .connect(other)]),
        (901, .connected(true), [.look]),
        (901, .looked(Self.look(other, physical: both)), [.setLatency(256), .report(.changed(moved))]),
        (2000, .turn(lastCycle: at(2000)), []),
      ])
  }

  @Test func `a default that has disappeared again is not followed`() {
    let both = ["Headset:FL", "Headset:FR", Self.left, Self.right]
    Self.run(
      Self.playing + [
        (200, .looked(Self.look(physical: both)), []), (300, .turn(lastCycle: at(300)), [.report(.outputWaits)]),
        (400, .looked(Self.look()), []), (500, .turn(lastCycle: at(500)), []),
        (501, .mayFollow, []), (502, .turn(lastCycle: at(502)), []),
      ])
  }

  @Test func `a retried failure is reported when it changes`() {
    Self.run(
      [
        (0, .failed(.libraryMissing), [.report(.failed(.libraryMissing, willRetry: true))]),
        (1, .failed(.libraryMissing), []),
        (2, .failed(.noPlaybackPort), [.report(.failed(.noPlaybackPort, willRetry: true))]),
      ], willRetry: true)
  }

  @Test func `the watchdog's readings never lead to requests`() {
    // Whatever is known: JACK may hang, and the watchdog must not hang with it.
    for length in Self.playing.indices {
      var state = Self.run(Array(Self.playing[...length]))
      for time in stride(from: Int64(100), to: 9000, by: 37) {
        #expect(state.handle(.watched(lastCycle: at(0)), at: at(time)).requests.isEmpty)
      }
    }
  }

  @Test func `nothing is reported after the end`() {
    var state = Self.run(Self.playing + [(200, .ended, [.mute])])
    let events: [OutputEvent] = [
      .gone, .rendered, .failed(.libraryMissing), .looked(Self.look([[], []])), .watched(lastCycle: at(0)), .ended,
      .attached(Self.attachment), .turn(lastCycle: at(0)),
    ]
    for event in events { #expect(state.handle(event, at: at(9000)) == []) }
  }
}
