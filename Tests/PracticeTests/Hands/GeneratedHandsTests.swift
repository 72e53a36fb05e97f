import Controllers
import Foundation
import MIDI
import Ports
import TestSupport
import Testing
import Time

@testable import Practice

/// Hundreds of presses in the form that real controllers send, ten thousand of each kind in `make soak`
/// (`PEACH_HANDS=10000`). `PEACH_TRACE_SEED=7` sets another seed.
@Suite struct GeneratedHandsTests {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case noRelease, movedOctave, layers, twoCables, lostSensing, waveringPedal

    var testDescription: String { rawValue }
  }

  private static let seed = ProcessInfo.processInfo.environment["PEACH_TRACE_SEED"].flatMap(UInt64.init) ?? 1
  private static let count = ProcessInfo.processInfo.environment["PEACH_HANDS"].flatMap(Int.init) ?? 300
  /// Presses of one controller, plugged in again after them.
  private static let plugged = 50

  @Test(arguments: Kind.allCases) func `no press is lost and none counts twice`(kind: Kind) {
    var (pressed, lost, doubled, stops) = (0, 0, 0, 0)
    var generator = SplitMix64(seed: Self.seed)
    while pressed < Self.count {
      let hands = GeneratedHands(kind, presses: Self.plugged, using: &generator)
      var player = RackPlayer(pedal: kind == .waveringPedal)
      hands.play(on: &player)
      pressed += hands.presses.count
      let heard = player.acted
      for press in hands.presses {
        let times = heard.count { abs($0.milliseconds - press) <= 30 }
        if times == 0 { lost += 1 }
        if times > 1 { doubled += times - 1 }
      }
      doubled += heard.count { time in !hands.presses.contains { abs(time.milliseconds - $0) <= 30 } }
      stops += player.stops
    }
    print(
      "\(pressed) presses, \(kind.rawValue), seed \(Self.seed): lost \(lost), doubled \(doubled), stopped by \(stops)")
    #expect(
      lost == 0 && doubled == 0 && stops == 0, "\(kind.rawValue), seed \(Self.seed): \(lost), \(doubled), \(stops)")
  }

  /// Two fingers a moment apart are two, on one cable, on two, and in layers.
  @Test(arguments: [Kind.noRelease, .layers, .twoCables]) func `two fingers are never treated as one`(kind: Kind) {
    var taken = 0
    var generator = SplitMix64(seed: Self.seed &+ 1)
    for _ in 0..<Self.count {
      var player = RackPlayer(pedal: false)
      let hands = GeneratedHands(fingers: kind, using: &generator)
      hands.play(on: &player)
      if player.acted.count != 2 { taken += 1 }
    }
    #expect(taken == 0, "\(kind.rawValue), seed \(Self.seed): \(taken) of \(Self.count)")
  }
}

extension MonotonicTime {
  fileprivate var milliseconds: Double { Double(nanoseconds) / 1e6 }
}

/// Plays messages through the rack in the loop's order, and keeps the requests that result.
struct RackPlayer {
  private(set) var rack = Rack(library: MappingLibrary(mappings: []))
  /// When something was asked for: an answer, or in matching a commit.
  private(set) var acted: [MonotonicTime] = []
  private(set) var stops = 0
  private var begins: MonotonicTime?
  private let meaning: GestureContext

  static let ports = [PortID(client: 20, port: 0), PortID(client: 24, port: 0)]

  init(pedal: Bool) {
    meaning = pedal ? .matching : .comparison
    for id in Self.ports {
      _ = rack.handle(
        .connected(PortDescription(id: id, clientName: "Keyboard", portName: "Keyboard MIDI 1")),
        in: context(.init(nanoseconds: 0)))
    }
  }

  private func context(_ now: MonotonicTime) -> PracticeContext {
    .atRest {
      $0.now = now
      $0.gestures = meaning
      $0.isPractising = true
    }
  }

  mutating func receive(_ message: MIDIMessage, at time: MonotonicTime, on id: PortID) {
    advance(to: time)
    if let begins, begins <= time {
      _ = rack.handle(.exerciseBegins, in: context(time))
      self.begins = nil
    }
    _ = rack.follow(message, at: time, on: id, in: context(time))
    guard rack.isFromHands(message, at: time, on: id) else { return }
    for event in rack.decode(message, on: id) {
      act(on: rack.gestures(by: event, at: time, on: id, in: context(time)))
    }
  }

  mutating func advance(to time: MonotonicTime) {
    while let due = rack.deadline, due <= time {
      for id in Self.ports { act(on: rack.gesturesDue(by: due, on: id)) }
      _ = rack.advance(in: context(due))
      guard let next = rack.deadline, next > due else { break }
    }
  }

  private mutating func act(on gestures: [Gesture]) {
    for gesture in gestures {
      switch gesture {
      case .answer(_, _, let time), .button(.commit, let time):
        acted.append(time)
        // Feedback, and then the next reference.
        begins = begins ?? time + .milliseconds(400)
      case .stop: stops += 1
      default: break
      }
    }
  }
}

extension MIDIMessage {
  fileprivate var isNoteOff: Bool { if case .noteOff = self { true } else { false } }
}

/// The messages of a controller for presses at known times.
struct GeneratedHands {
  /// When keys went down, in milliseconds.
  private(set) var presses: [Double] = []
  private var sent: [(at: Double, port: Int, message: MIDIMessage)] = []

  /// None is an octave from another, and both halves have four.
  private static let keys = [41, 48, 55, 59, 64, 69, 74, 78]

  /// `count` presses, one in each exercise.
  init(_ kind: GeneratedHandsTests.Kind, presses count: Int, using generator: inout SplitMix64) {
    var time = 1_000.0
    var sensing = true
    var stuck: Int?
    let rest = Int.random(in: 56...66, using: &generator)
    for index in 0..<count {
      time += Double.random(in: 500...4_000, using: &generator)
      let note = Self.keys.randomElement(using: &generator) ?? 60
      let length = Double.random(in: 20...600, using: &generator)
      switch kind {
      case .noRelease: press(note, at: time)
      case .movedOctave:
        press(note, at: time)
        switch Int.random(in: index < 8 ? 2...2 : 0...2, using: &generator) {
        // If two releases were lost at once, the keys would look held together.
        case 0 where stuck == nil || stuck == note: stuck = note
        case 1: release(note + (Bool.random(using: &generator) ? 12 : -12), at: time + length)
        default: release(note, at: time + length)
        }
        if stuck == note, sent.last?.message.isNoteOff == true { stuck = nil }
      case .layers:
        tap(note, at: time, for: length, layers: Int.random(in: 2...4, using: &generator), using: &generator)
      case .twoCables:
        tap(note, at: time, for: length, layers: Int.random(in: 1...2, using: &generator), using: &generator)
        repeatOnSecondCable(since: time, using: &generator)
      case .lostSensing:
        press(note, at: time)
        sensing = Int.random(in: 0..<4, using: &generator) > 0
        if sensing { release(note, at: time + length) }
        let end = time + length + 100
        for at in stride(from: time - 300, to: sensing ? end : time, by: 250) { send(.system(0xFE), at: at) }
        if !sensing { time += length + 400 }
      case .waveringPedal:
        let top = Int.random(in: 95...127, using: &generator)
        presses.append(pedal(from: rest, to: top, at: time, waver: index == 0 ? -3 : 2, using: &generator))
      }
      time += length
    }
  }

  /// Two keys of the two halves, up to ten milliseconds apart.
  init(fingers kind: GeneratedHandsTests.Kind, using generator: inout SplitMix64) {
    let gap = Double.random(in: 0.5...10, using: &generator)
    let layers = kind == .layers ? 2 : 1
    tap(48, at: 1_000, for: 80, layers: layers, using: &generator)
    tap(72, at: 1_000 + gap, for: 90, layers: layers, using: &generator)
    if kind == .twoCables { repeatOnSecondCable(since: 1_000, using: &generator) }
  }

  func play(on player: inout RackPlayer) {
    var last = MonotonicTime(nanoseconds: 0)
    for (at, port, message) in sent.sorted(by: { ($0.at, $0.port) < ($1.at, $1.port) }) {
      last = MonotonicTime(nanoseconds: Int64(at * 1e6))
      player.receive(message, at: last, on: RackPlayer.ports[port])
    }
    player.advance(to: last + .seconds(5))
  }

  // MARK: Hands

  private mutating func send(_ message: MIDIMessage, at time: Double, port: Int = 0) {
    sent.append((time, port, message))
  }

  private mutating func press(_ note: Int, at time: Double) {
    presses.append(time)
    send(.noteOn(channel: .one, note: UInt7(truncating: note), velocity: UInt7(truncating: 90)), at: time)
  }

  private mutating func release(_ note: Int, at time: Double) {
    send(.noteOff(channel: .one, note: UInt7(truncating: note), velocity: UInt7(truncating: 64)), at: time)
  }

  /// Adds a tap that is sent on `layers` channels, in random order.
  private mutating func tap(
    _ note: Int, at time: Double, for length: Double, layers: Int, using generator: inout SplitMix64
  ) {
    presses.append(time)
    let number = UInt7(truncating: note)
    for (place, layer) in (0..<layers).shuffled(using: &generator).enumerated() {
      let channel = Channel(statusNibble: UInt8(layer))
      let late = Double(place) * Double.random(in: 0.2...1.5, using: &generator)
      send(.noteOn(channel: channel, note: number, velocity: UInt7(truncating: 60 + layer)), at: time + late)
      send(.noteOff(channel: channel, note: number, velocity: UInt7(truncating: 64)), at: time + length + late)
    }
  }

  /// The same by another cable, before or after.
  private mutating func repeatOnSecondCable(since time: Double, using generator: inout SplitMix64) {
    let isFirst = Bool.random(using: &generator)
    for (at, port, message) in sent where at >= time && port == 0 {
      let late = Double.random(in: 3...(isFirst ? 6 : 9.5), using: &generator)
      sent.append((isFirst ? at - late : at + late, 1, message))
    }
  }

  /// A pedal that is pressed through and comes back to a rest at which it wavers. When it passes the middle on its way
  /// down.
  private mutating func pedal(
    from rest: Int, to top: Int, at time: Double, waver: Int, using generator: inout SplitMix64
  ) -> Double {
    func value(_ value: Int, _ at: Double) {
      send(
        .controlChange(
          channel: .one, controller: UInt7(truncating: 64), value: UInt7(truncating: min(max(value, 0), 127))), at: at)
    }
    // The first of all is below the middle.
    for step in 0..<12 {
      value(
        waver < 0 && step == 0 ? min(rest, 60) : rest + Int.random(in: -2...2, using: &generator),
        time - 260 + Double(step) * 20)
    }
    for step in 1...10 { value(rest + (top - rest) * step / 10, time + Double(step)) }
    for step in 1...10 { value(top - (top - rest) * step / 10, time + 150 + Double(step)) }
    return time + 5
  }
}
