import Glibc
import TestSupport
import Testing
import Time

@testable import Sound

@Suite("Commands and events")
struct CommandTests {
  @Test("a batch is applied whole on the first frame of the next cycle, and answered")
  func applied() throws {
    let rig = try Rig()
    rig.cycle()
    let first = try #require(rig.submit([.marker(epoch: 1, start: .after(0)), .cancel(epoch: 9)]))
    let second = try #require(rig.submit([]))
    #expect(first != second)
    rig.cycle()
    #expect(
      rig.events == [
        .applied(batch: first, frame: 256), .applied(batch: second, frame: 256), .marker(epoch: 1, frame: 256),
      ])
  }

  @Test("events agree with the samples")
  func eventsAgreeWithAudio() throws {
    let rig = try Rig(period: 100)
    rig.submit([
      .note(epoch: 7, at: 1_000, frames: 5_000, hertz: 440),
      .note(.target, epoch: 7, at: 6_000, frames: 5_000, hertz: 442),
      .marker(epoch: 7, start: .at(5_999)),
    ])
    rig.run(to: 12_000)
    let expected: [SoundEvent] = [
      .applied(batch: 1, frame: 0),
      .started(role: .reference, epoch: 7, frame: 1_000, hertz: 440),
      .marker(epoch: 7, frame: 5_999),
      .ended(role: .reference, epoch: 7, frame: 6_000, hertz: 440, faded: false),
      .started(role: .target, epoch: 7, frame: 6_000, hertz: 442),
      .ended(role: .target, epoch: 7, frame: 11_000, hertz: 442, faded: false),
    ]
    #expect(rig.events.map(rounded) == expected)
    #expect(Analysis.onsets(rig.samples) == [1_000, 6_000])
    // The last frame of each is silent, the one before is not.
    for end in [6_000, 11_000] {
      #expect(rig.samples[end - 1] == 0)
      #expect(rig.samples[end - 2] != 0)
    }
    #expect(rig.samples[11_000...].allSatisfy { $0 == 0 })
  }

  @Test("full amplitude is reached after 10 ms and left 25 ms before the end")
  func envelopeLengths() throws {
    // A wave of four frames is at a peak on every other one, so its samples show the envelope.
    let rig = try Rig()
    rig.submit([.note(at: 0, frames: 9_600, hertz: 12_000)])
    rig.run(to: 9_600)
    let peaks = stride(from: 1, to: 9_600, by: 2).map { (frame: $0, level: Double(abs(rig.samples[$0])) / 0.1) }
    for (frame, level) in peaks {
      switch frame {
      case ..<480: #expect(abs(level - (0.5 - 0.5 * cos(.pi * Double(frame) / 480))) < 1e-6)
      case ..<8_400: #expect(abs(level - 1) < 1e-6)
      default: #expect(abs(level - (0.5 + 0.5 * cos(.pi * Double(frame - 8_399) / 1_200))) < 1e-6)
      }
    }
  }

  @Test("an early release multiplies a running attack", arguments: [1, 100, 300, 479])
  func releaseInAttack(after frames: Int) throws {
    let rig = try Rig(period: 1)
    rig.submit([.note(at: 0, hertz: 12_000)])
    rig.run(to: frames)
    rig.submit([.fade(epoch: 1)])
    rig.run(to: frames + 1_300)
    for frame in stride(from: 1, to: frames + 1_200, by: 2) {
      let attack = frame < 480 ? 0.5 - 0.5 * cos(.pi * Double(frame) / 480) : 1
      let release = frame < frames ? 1 : 0.5 + 0.5 * cos(.pi * Double(frame - frames + 1) / 1_200)
      #expect(abs(Double(abs(rig.samples[frame])) / 0.1 - attack * release) < 1e-6)
    }
    let end = Int64(frames + 1_200)
    #expect(
      rig.events.map(rounded).last == .ended(role: .reference, epoch: 1, frame: end, hertz: 12_000, faded: true))
  }

  @Test("a note too short for attack and release still rises, falls and ends in silence", arguments: [1, 2, 7, 1_679])
  func shortNotes(frames: Int) throws {
    let rig = try Rig()
    rig.submit([.note(at: 10, frames: Int64(frames))])
    rig.run(to: 4_000)
    #expect(rig.samples[(10 + frames - 1)...].allSatisfy { $0 == 0 })
    #expect(
      rig.events.map(rounded).last
        == .ended(role: .reference, epoch: 1, frame: Int64(10 + frames), hertz: 440, faded: false))
  }

  @Test("a late batch is moved as a whole and counted")
  func late() throws {
    let rig = try Rig()
    rig.run(to: 1_024)
    rig.submit([
      .note(epoch: 1, at: 900, frames: 2_000), .note(.target, epoch: 1, at: 2_900, frames: 2_000),
      .marker(epoch: 1, start: .after(50)),
    ])
    rig.run(to: 6_000)
    #expect(rig.counters.lateBatches == 1)
    #expect(Analysis.onsets(rig.samples) == [1_024, 3_024])
    #expect(rig.events.contains(.marker(epoch: 1, frame: 1_074)))
  }

  @Test("fade and cancel touch their epoch only; silence touches all")
  func epochs() throws {
    let rig = try Rig()
    rig.submit([
      .note(epoch: 1, at: 0, frames: .max, hertz: 300), .note(epoch: 2, at: 0, frames: .max, hertz: 500),
      .marker(epoch: 1, start: .at(9_000)), .marker(epoch: 2, start: .at(9_000)),
    ])
    rig.run(to: 2_048)
    rig.submit([.cancel(epoch: 2), .fade(epoch: 1)])
    rig.run(to: 10_240)
    #expect(!rig.events.contains { if case .marker = $0 { true } else { false } })
    #expect(
      rig.events.compactMap(ended) == [.ended(role: .reference, epoch: 1, frame: 3_248, hertz: 300, faded: true)])
    let fit = Analysis.fitSine(rig.samples[4_000..<9_000], rate: 48_000, near: 500)
    #expect(fit.residualDecibels < -150)  // Nothing but epoch 2's note is left.
    rig.submit([.marker(epoch: 3, start: .after(10))])
    _ = rig.controller.silence()
    rig.run(to: 12_800)
    #expect(rig.samples[11_500...].allSatisfy { $0 == 0 })
    #expect(!rig.events.contains { if case .marker = $0 { true } else { false } })
  }

  @Test("a note faded before its first frame never starts")
  func fadedBeforeStart() throws {
    let rig = try Rig()
    rig.submit([.note(at: 256)])
    rig.cycle()
    rig.submit([.fade(epoch: 1)])
    rig.run(to: 4_096)
    #expect(rig.samples.allSatisfy { $0 == 0 })
    #expect(!rig.events.contains { if case .started = $0 { true } else { false } })
  }

  @Test("commands beyond the schedule's room are refused and counted")
  func overflow() throws {
    let rig = try Rig()
    let capacity = SoundLimits.scheduledCapacity
    #expect(capacity >= 32)
    rig.submit((0..<(capacity + 5)).map { .marker(epoch: UInt32($0), start: .at(1_000)) })
    rig.run(to: 2_048)
    #expect(rig.counters.refusedCommands == 5)
    #expect(rig.events.count == capacity + 1)
  }

  @Test("more voices than there are, are refused and counted")
  func tooManyVoices() throws {
    let rig = try Rig()
    let capacity = SoundLimits.voiceCapacity
    rig.submit((0..<(capacity + 3)).map { .note(epoch: UInt32($0), at: 0) })
    rig.run(to: 512)
    #expect(rig.counters.refusedCommands == 3)
  }

  @Test("a full command ring refuses the whole batch and recovers")
  func fullCommandRing() throws {
    let rig = try Rig()
    let half = [SoundCommand](repeating: .cancel(epoch: 9), count: SoundLimits.commandCapacity / 2 + 1)
    #expect(rig.submit(half) == 1)
    #expect(rig.submit(half) == nil)
    rig.cycle()
    #expect(rig.submit(half) == 2)
  }

  @Test("events that find no room are counted")
  func fullEventRing() throws {
    let engine = try SoundEngine(rate: 48_000)
    var controller = try engine.takeController()
    var renderer = OfflineRenderer(engine: engine, rate: 48_000, period: 16)
    for _ in 0..<(SoundLimits.eventCapacity + 10) {
      _ = controller.submit([.cancel(epoch: 1)])
      renderer.renderCycle { _ in }
    }
    #expect(engine.counters.lostEvents == 10)
  }

  @Test("the reader is woken only if there is an event, and a wake can be cleared")
  func wake() throws {
    let rig = try Rig()
    func isReadable() -> Bool {
      var poll = pollfd(fd: rig.engine.eventDescriptor, events: Int16(POLLIN), revents: 0)
      return Glibc.poll(&poll, 1, 0) == 1
    }
    rig.cycle()
    #expect(!isReadable())
    rig.submit([.marker(epoch: 1, start: .after(0)), .marker(epoch: 1, start: .after(1))])
    rig.cycle()
    #expect(isReadable())
    var count: UInt64 = 0
    #expect(read(rig.engine.eventDescriptor, &count, 8) == 8)
    #expect(count == 1)  // Three events, one wake.
    #expect(!isReadable())
    rig.submit([])
    rig.cycle()
    rig.controller.clearWake()
    #expect(!isReadable())
  }

  @Test("there is one controller")
  func oneController() throws {
    let engine = try SoundEngine(rate: 48_000)
    _ = try engine.takeController()
    #expect(throws: SoundEngineError.controllerTaken) { _ = try engine.takeController() }
  }

  @Test("both outputs get the same signal; no output and a cycle without frames work")
  func outputs() throws {
    let engine = try SoundEngine(rate: 48_000)
    var controller = try engine.takeController()
    _ = controller.submit([.note(at: 0)])
    var left = [Float](repeating: 9, count: 128)
    var right = [Float](repeating: 9, count: 128)
    renderCycle(engine.realtimePointer, frames: 0, left: &left, right: &right, cycleStart: 0, latency: 0)
    #expect(left[0] == 9)
    renderCycle(engine.realtimePointer, frames: 128, left: &left, right: &right, cycleStart: 0, latency: 0)
    #expect(left == right)
    #expect(left[100] != 0)
    #expect(engine.counters.frames == 128)
    #expect(engine.counters.cycles == 2)
  }

  @Test("decoded slots equal the encoded ones")
  func slots() {
    for role in [VoiceRole.reference, .target, .tunable] {
      #expect(CommandSlot(.note(role, at: 0), batch: 1, endsBatch: true).role == role)
    }
    let results = ClickTimbre.allCases.flatMap { timbre in
      ClickCount.allCases.map { ClickKind.result($0, timbre) }
    }
    for kind in [ClickKind.tick, .trouble] + results {
      #expect(CommandSlot(.clicks(kind, epoch: 1, start: .after(0)), batch: 1, endsBatch: true).clicks == kind)
    }
    for tone in CueTone.allCases {
      let slot = CommandSlot(.cue(tone, start: .at(-7)), batch: 1, endsBatch: true)
      #expect(slot.tone == tone)
      #expect(slot.epoch == SoundLimits.cueEpoch)
      #expect(slot.absoluteStart == -7)
    }
    let pattern = BeatPattern.full(cells: 7, displaced: 3, by: -9, tempo: 99, from: 8, beats: 5)
    let slot = CommandSlot(.pattern(pattern, epoch: 3, start: .at(-7), gain: 0.5), batch: 1, endsBatch: true)
    #expect(slot.pattern == pattern && slot.epoch == 3 && slot.absoluteStart == -7 && slot.gain == 0.5)
    for raw in UInt8.min...UInt8.max {
      var slot = CommandSlot(.cancel(epoch: 1), batch: 1, endsBatch: true)
      slot.rawKind = raw
      #expect(slot.kind == CommandSlot.Kind(rawValue: raw))
      slot.detail = raw
      #expect(slot.tone == CueTone(rawValue: raw))
    }
  }

  private func ended(_ event: SoundEvent) -> SoundEvent? {
    if case .ended = event { rounded(event) } else { nil }
  }
}

/// The event with its frequency to the nearest millihertz: increments are not exact decimals.
func rounded(_ event: SoundEvent) -> SoundEvent {
  func round(_ hertz: Double) -> Double { (hertz * 1_000).rounded() / 1_000 }
  switch event {
  case .started(let role, let epoch, let frame, let hertz):
    return .started(role: role, epoch: epoch, frame: frame, hertz: round(hertz))
  case .released(let role, let epoch, let frame, let hertz):
    return .released(role: role, epoch: epoch, frame: frame, hertz: round(hertz))
  case .ended(let role, let epoch, let frame, let hertz, let faded):
    return .ended(role: role, epoch: epoch, frame: frame, hertz: round(hertz), faded: faded)
  default: return event
  }
}
