import Controllers
import MIDI
import Ports
import Practice
import Sound
import TestSupport
import Time

@testable import Training

/// Random bytes through everything that hears hands.
struct MIDIFuzz {
  let seed: UInt64
  private let library = MappingLibrary.load(folders: [mappingFolder])

  /// Bytes of a round.
  static let round = 4_096
  /// One seed in this many goes through all of practice.
  static let share = 8

  init(seed: UInt64) { self.seed = seed }

  /// Runs rounds until `bytes` have been taken.
  func run(bytes: Int) throws -> String {
    guard !library.mappings.isEmpty else { throw Finding(description: "there are no mappings in \(mappingFolder)") }
    var taken = 0
    var messages = 0
    var round = 0
    while taken < bytes {
      let roundSeed = seed &+ UInt64(round)
      begin(round: round, seed: roundSeed)
      var random = RandomBytes(seed: roundSeed)
      let stream = random.stream(Self.round)
      var decoder = MIDIDecoder()
      let decoded = decoder.decode(stream)
      try expectRoundTrips(decoded)
      if roundSeed.isMultiple(of: UInt64(Self.share)) {
        try practise(decoded, &random, seed: roundSeed)
      } else {
        try play(decoded, &random)
      }
      taken += stream.count
      messages += decoded.count
      round += 1
    }
    return "\(taken) bytes, \(messages) messages, \(round) rounds, \(mostMemory()) MiB"
  }

  /// What was decoded is MIDI: its bytes are the same message.
  private func expectRoundTrips(_ messages: [MIDIMessage]) throws {
    for message in messages {
      var decoder = MIDIDecoder()
      guard decoder.decode(message.bytes) == [message] else {
        throw Finding(description: "\(message) does not come back")
      }
    }
  }

  private func mapping(_ random: inout RandomBytes) -> ControllerMapping {
    let place = random.below(library.mappings.count + 1)
    return place < library.mappings.count ? library.mappings[place] : .generic
  }

  /// Controls, gestures and sliders by themselves.
  private func play(_ messages: [MIDIMessage], _ random: inout RandomBytes) throws {
    let mapping = mapping(&random)
    var controls = ControlDecoder(mapping: mapping, split: random.below(2) == 0 ? random.below(128) : nil)
    var gestures = GestureRecognizer()
    var sliders: [SliderID: SliderRecognizer] = [:]
    let contexts: [GestureContext] = [.hub, .asleep, .comparison, .matching]
    var context = contexts[random.below(4)]
    let range = Double(10 + random.below(190))
    var time = MonotonicTime(nanoseconds: 1_000_000_000)
    for message in messages {
      time = time + .microseconds(random.below(100) == 0 ? random.below(3_000_000) : random.below(3_000))
      if random.below(200) == 0 { context = contexts[random.below(4)] }
      // A stamp may be a little older than the one before.
      let stamp = time - .microseconds(random.below(20) == 0 ? random.below(50_000) : 0)
      for event in controls.decode(message) {
        _ = gestures.handle(event, at: stamp, in: context)
        let input: (SliderID, SliderInput)
        switch event {
        case .slider(let id, let position): input = (id, .moved(position))
        case .touch(let id, let isTouched): input = (id, .touched(isTouched))
        case .finger(let id, let finger): input = (id, .finger(finger))
        case .pressed, .released, .forgotten, .level, .allReleased: continue
        }
        var slider = sliders[input.0] ?? SliderRecognizer(binding: mapping.bindings[input.0.binding])
        if random.below(100) == 0 { slider.begin(range: range, at: stamp) }
        try expectWithin(range, slider.handle(input.1, at: stamp) + slider.advance(to: time))
        sliders[input.0] = slider
      }
      _ = gestures.advance(to: time)
    }
  }

  private func expectWithin(_ range: Double, _ events: [SliderEvent]) throws {
    for case .moved(let cents, _) in events where !cents.isFinite || abs(cents) > range + 1e-6 {
      throw Finding(description: "a slider tunes by \(cents) of \(range) cents")
    }
  }

  /// The whole of practice, with its renderer.
  private func practise(_ messages: [MIDIMessage], _ random: inout RandomBytes, seed: UInt64) throws {
    var renderer = try OfflineRenderer(period: 256, origin: MonotonicTime(nanoseconds: 1_000_000_000), seed: seed)
    let time = ManualTime(renderer.time)
    let mode = random.below(5)
    var settings = Settings()
    settings.training.noteDuration = 0.3
    let configuration = PracticeConfiguration(
      settings: PracticeSettings(settings), library: library,
      startMode: mode < 4 ? Mode.allCases[mode] : nil, seed: seed, asleep: random.below(8) == 0)
    let parts = PracticeParts(
      ports: InMemoryMIDIPorts(), output: OfflineOutput(period: 256), engine: renderer.engine, store: InMemoryStore(),
      events: InMemoryEvents(), time: time)
    var core = try PracticeCore(configuration: configuration, parts: parts)
    core.start()
    core.handle(.sound(.ready(OfflineOutput(period: 256).description)))
    let ports = (0..<2).map { PortID(client: UInt8(20 + $0), port: 0) }
    for id in ports {
      let names = mapping(&random).match.clients.first?.text ?? "Keys"
      core.handle(
        .controllers(.connected(PortDescription(id: id, clientName: names, portName: names, portIndex: 0))))
    }
    for message in messages.prefix(3_000) {
      let id = ports[random.below(2)]
      let stamp = time.now() - .microseconds(random.below(5_000))
      switch random.below(2_000) {
      case 0: core.handle(.controllers(.disconnected(id)))
      case 1: core.handle(.controllers(.connected(PortDescription(id: id, clientName: "Keys", portName: "Keys 1"))))
      case 2: core.handle(.controllers(.overflowed))
      default: core.handle(.controllers(.received(id, message, at: stamp)))
      }
      guard random.below(6) == 0 else { continue }
      renderer.renderCycle { _ in }
      time.set(renderer.time)
      core.takeSoundEvents()
      core.advance()
    }
  }
}
