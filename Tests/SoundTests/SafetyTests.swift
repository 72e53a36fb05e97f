import Glibc
import Pitch
import TestSupport
import Testing

@testable import Sound

@Suite("Ears are safe")
struct SafetyTests {
  private let ceiling = Float(pow(10, -6.0 / 20))

  @Test("the sum of all voices never exceeds −6 dBFS")
  func clamp() throws {
    let rig = try Rig()
    rig.controller.setLevel(decibels: 20)
    rig.submit((0..<12).map { .note(epoch: $0, at: 0, hertz: 300 + Double($0) * 40, gain: 8) })
    rig.run(to: 24_000)
    #expect((rig.samples.map(abs).max() ?? 1) <= ceiling)
    #expect((rig.samples.map(abs).max() ?? 0) > ceiling * 0.9999)
    #expect(rig.counters.clampedFrames > 1_000)
  }

  @Test("a frame that is not a number is silence, and counted", arguments: [Double.nan, .infinity, -.infinity])
  func nonFinite(gain: Double) throws {
    let rig = try Rig()
    rig.submit([.note(at: 0)])
    rig.cycle()
    rig.engine.renderer.pointee.voices[0].gain = gain
    rig.cycle()
    #expect(rig.samples[256...].allSatisfy { $0 == 0 })
    #expect(rig.counters.nonFiniteFrames >= 255)
  }

  @Test("one frame that is too loud, or not a number, leaves those around it unchanged", arguments: 0..<20)
  func oneFrame(place: Int) throws {
    for wrong in [20, -20, Float.nan, .infinity] {
      let rig = try Rig(period: 20)
      let memory = (0..<20).map { $0 == place ? wrong : 0.1 + 0.03 * Float($0) }
      memory.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let voice = Voice(
          .clicks(Samples(start: start, count: 20)), frames: 20, epoch: 0, envelope: Envelope(shape: .raisedCosine))
        let isAdded = rig.engine.renderer.pointee.add(voice)
        #expect(isAdded)
        rig.cycle()
      }
      for frame in 0..<20 where frame != place {
        #expect(abs(rig.samples[frame] - 0.1 * memory[frame]) < 1e-8)
      }
      #expect(abs(rig.samples[place]) == (wrong.isFinite ? Float(SoundLimits.ceiling) : 0))
      #expect(rig.counters.clampedFrames == (wrong.isFinite ? 1 : 0))
      #expect(rig.counters.nonFiniteFrames == (wrong.isFinite ? 0 : 1))
    }
  }

  @Test("the level is −20 dBFS until it is set, and a new one is reached by a ramp")
  func level() throws {
    let rig = try Rig()
    rig.submit([.note(at: 0, frames: .max, hertz: 12_000)])
    rig.run(to: 2_048)
    #expect(abs((rig.samples.map(abs).max() ?? 0) - 0.1) < 1e-6)
    rig.controller.setLevel(decibels: -40)
    rig.run(to: 12_000)
    let peaks = stride(from: 2_049, to: 6_000, by: 2).map { abs(rig.samples[$0]) }
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 >= $1 - 1e-6 && $0 - $1 < 2e-4 })
    #expect(abs(abs(rig.samples[10_001]) - 0.01) < 1e-6)
    for (wanted, expected) in [(Float(-100), -60.0), (0, -6)] {
      rig.controller.setLevel(decibels: wanted)
      rig.run(to: rig.samples.count + 4_000)
      let reached = abs(Double(rig.samples[rig.samples.count / 2 * 2 - 1]))
      #expect(abs(20 * log10(reached) - expected) < 1e-3)
    }
    rig.controller.setLevel(decibels: .nan)
    rig.run(to: rig.samples.count + 4_000)
    #expect(abs(20 * log10(abs(Double(rig.samples[rig.samples.count / 2 * 2 - 1]))) + 6) < 1e-3)
  }

  @Test(
    "a server's return: the count continues, earlier notes have ended, and sound rises from silence in half a second")
  func prepare() throws {
    let rig = try Rig()
    rig.submit([.note(epoch: 3, at: 0, frames: .max), .marker(epoch: 3, start: .at(100_000))])
    rig.run(to: 1_024)
    try rig.engine.prepare(rate: 44_100)
    rig.drain()
    #expect(
      rounded(try #require(rig.events.last))
        == .ended(role: .reference, epoch: 3, frame: 1_024, hertz: 440, faded: true))
    rig.submit([.note(role: .target, epoch: 4, start: .after(0), frames: .max, hertz: 11_025, gain: 1)])
    rig.run(to: 1_024 + 44_100)
    #expect(rig.events.contains(.started(role: .target, epoch: 4, frame: 1_024, hertz: 11_025)))
    let peaks = stride(from: 1_025, to: 1_024 + 44_000, by: 2).map { abs(rig.samples[$0]) }
    #expect(peaks[0] < 1e-6)
    #expect(abs(peaks[11_025 / 2] - 0.05) < 1e-3)  // Half way after a quarter of a second.
    #expect(abs((peaks.last ?? 0) - 0.1) < 1e-6)
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
    #expect(rig.engine.clock.cycle?.rate == 44_100)
    #expect(throws: SoundEngineError.unsupportedRate(1)) { try rig.engine.prepare(rate: 1) }
  }

  @Test("random commands make no frame that is not a number or too loud", arguments: 1...20)
  func randomCommands(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let rig = try Rig(period: Int.random(in: 1...700, using: &random))
    func number() -> Double { Double(bitPattern: random.next()) }
    func start() -> Start {
      let frame =
        Bool.random(using: &random) ? Int64.random(in: -500...2_000, using: &random) : Int64(bitPattern: random.next())
      return Bool.random(using: &random) ? .after(frame) : .at(frame &+ Int64(rig.samples.count))
    }
    let noise = (0..<2_000).map { _ in Float.random(in: -1...1, using: &random) }
    let speech = try #require(Utterance(samples: noise, rate: 22_050, outputRate: 48_000, number: 1))
    for _ in 0..<200 {
      let batch = (0..<Int.random(in: 0...6, using: &random)).map { _ -> SoundCommand in
        let epoch = UInt32.random(in: 0...4, using: &random)
        switch Int.random(in: 0...12, using: &random) {
        case 0: return .fade(epoch: epoch)
        case 1: return .cancel(epoch: epoch)
        case 4: return .clicks(.result(.two, .dull), epoch: epoch, start: start())
        case 2: return .cue(CueTone.allCases.randomElement(using: &random) ?? .low, start: start())
        case 3: return .utterance(speech, epoch: epoch, start: start())
        case 7:
          let gain = Float.random(in: -1...20, using: &random)
          return .pattern(pattern(using: &random), epoch: epoch, start: start(), gain: gain)
        case 5: return .marker(epoch: epoch, start: start())
        case 6:
          let timbre = Timbre.allCases.randomElement(using: &random) ?? .sine
          return .note(
            role: .tunable, epoch: epoch, start: start(), frames: .max, hertz: number(), gain: 1, timbre: timbre)
        default:
          return .note(
            role: .target, epoch: epoch, start: start(), frames: Int64.random(in: -1...5_000, using: &random),
            hertz: Double.random(in: 20...5_000, using: &random), gain: Float.random(in: 0...20, using: &random),
            timbre: Timbre.allCases.randomElement(using: &random) ?? .sine)
        }
      }
      rig.submit(batch)
      if Int.random(in: 0...9, using: &random) == 0 { _ = rig.controller.silence() }
      rig.controller.setLevel(decibels: Float(number()))
      rig.controller.tune(epoch: UInt32.random(in: 0...4, using: &random), cents: number())
      rig.cycle()
    }
    #expect(rig.samples.allSatisfy { abs($0) <= ceiling })
    #expect(rig.counters.nonFiniteFrames == 0)
    #expect(rig.counters.lostEvents == 0)
  }

  @Test("random bytes in the command ring and the cells cannot make it trap", arguments: 1...20)
  func randomBytes(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let rig = try Rig(period: 333)
    for _ in 0..<200 {
      for _ in 0..<20 {
        var slot = CommandSlot(.cancel(epoch: 0), batch: 0, endsBatch: true)
        withUnsafeMutableBytes(of: &slot) { bytes in
          for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &random) }
        }
        // Half of them with a kind that exists, or hardly any would get past the first look.
        if Bool.random(using: &random) { slot.rawKind = UInt8.random(in: 1...9, using: &random) }
        if Bool.random(using: &random) { slot.pattern = pattern(using: &random) }
        if Bool.random(using: &random) { slot.timbre = UInt8.random(in: 0...7, using: &random) }
        if Bool.random(using: &random) { slot.detail = UInt8.random(in: 0...7, using: &random) }
        _ = rig.controller.ends.commands.push(slot)
      }
      rig.engine.shared.pointee.tuning.store(random.next(), ordering: .relaxed)
      rig.engine.shared.pointee.level.store(UInt32(truncatingIfNeeded: random.next()), ordering: .relaxed)
      rig.engine.shared.pointee.silence.store(UInt32(truncatingIfNeeded: random.next()), ordering: .relaxed)
      rig.cycle()
    }
    #expect(rig.samples.allSatisfy { abs($0) <= ceiling })
    #expect(rig.counters.cycles == 200)
  }

  /// A pattern that can be played, or has one number that may be any.
  private func pattern(using random: inout SplitMix64) -> BeatPattern {
    var pattern = BeatPattern.full(
      cells: Int.random(in: 3...16, using: &random), by: Int64.random(in: -100...100, using: &random),
      tempo: Int.random(in: 1...1_000, using: &random), from: Int64.random(in: 0...(1 << 32), using: &random),
      beats: Int64.random(in: 1...9, using: &random))
    let number = Int64(bitPattern: random.next())
    switch Int.random(in: 0...11, using: &random) {
    case 0: pattern.cells = Int(number)
    case 1: pattern.notes = UInt16(truncatingIfNeeded: number)
    case 2: pattern.displaced = Int(number)
    case 3: pattern.displacement = number
    case 4: pattern.tempo = Int(number)
    case 5: pattern.firstBeat = number
    case 6: pattern.beats = number
    default: break
    }
    return pattern
  }
}
