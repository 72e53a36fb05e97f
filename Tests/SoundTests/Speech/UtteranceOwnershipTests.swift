import Testing

@testable import Sound

/// Who keeps an utterance's samples, and until when: each test holds nothing but a weak reference.
@Suite("Utterances' memory")
struct UtteranceOwnershipTests {
  /// Lets the test see whether an utterance still exists.
  private struct Witness {
    weak var utterance: Utterance?
  }

  private func hand(
    _ number: UInt32, to rig: Rig, start: Start = .after(0)
  ) throws -> (accepted: Bool, witness: Witness) {
    let samples = [Float](repeating: 0.5, count: 2_205)
    let utterance = try #require(Utterance(samples: samples, rate: 22_050, outputRate: 48_000, number: number))
    let accepted = rig.submit([.utterance(utterance, epoch: 1, start: start)]) != nil
    return (accepted, Witness(utterance: utterance))
  }

  @Test("are kept until their end was read, and no longer")
  func untilEnd() throws {
    let rig = try Rig()
    let (accepted, witness) = try hand(1, to: rig)
    #expect(accepted)
    rig.run(to: 4_608)
    #expect(witness.utterance != nil)
    rig.renderer.renderCycle { _ in }  // Its last frame is made, and its end not read yet.
    #expect(witness.utterance != nil)
    rig.drain()
    #expect(witness.utterance == nil)
  }

  @Test("are kept through a fade, and let go after it")
  func faded() throws {
    let rig = try Rig()
    let (_, witness) = try hand(1, to: rig)
    rig.cycle()
    _ = rig.controller.silence()
    rig.cycle()
    #expect(witness.utterance != nil)
    rig.run(to: 2_048)
    #expect(witness.utterance == nil)
  }

  @Test("are refused beyond four, and no part of such a batch is kept")
  func tooMany() throws {
    let rig = try Rig()
    var witnesses: [Witness] = []
    for number in 1...4 as ClosedRange<UInt32> {
      let (accepted, witness) = try hand(number, to: rig, start: .at(Int64(number) * 20_000))
      #expect(accepted)
      witnesses.append(witness)
    }
    let (accepted, witness) = try hand(5, to: rig)
    #expect(!accepted)
    #expect(witness.utterance == nil)
    rig.run(to: 100_000)
    #expect(witnesses.allSatisfy { $0.utterance == nil })
    #expect(try hand(6, to: rig).accepted)
  }

  @Test("are not kept when the ring has no room, and the places are free again")
  func fullRing() throws {
    let rig = try Rig()
    rig.submit([SoundCommand](repeating: .cancel(epoch: 9), count: SoundLimits.commandCapacity))
    for number in 1...10 as ClosedRange<UInt32> {
      let (accepted, witness) = try hand(number, to: rig)
      #expect(!accepted)
      #expect(witness.utterance == nil)
    }
    rig.cycle()
    #expect(try hand(11, to: rig).accepted)
  }

  @Test("end when the server changes, whether they sound, wait or are still in the ring", arguments: [44_100, 48_000])
  func prepare(rate: Int) throws {
    let rig = try Rig()
    let sounding = try hand(1, to: rig).witness
    let waiting = try hand(2, to: rig, start: .at(90_000)).witness
    rig.cycle()
    let unread = try hand(3, to: rig, start: .at(95_000)).witness
    try rig.engine.prepare(rate: rate)
    rig.drain()
    #expect(rig.events.suffix(3) == (1...3).map { .utteranceEnded(number: $0, frame: 256) })
    #expect(sounding.utterance == nil)
    #expect(waiting.utterance == nil)
    #expect(unread.utterance == nil)
  }

  @Test("are released after a lost end too, when the next utterance comes")
  func lostEvent() throws {
    let engine = try SoundEngine(rate: 48_000)
    var controller = try engine.takeController()
    var renderer = OfflineRenderer(engine: engine, rate: 48_000, period: 16)
    var witness = Witness()
    do {
      let utterance = try #require(Utterance(samples: [1, 1, 1], rate: 48_000, outputRate: 48_000, number: 1))
      witness.utterance = utterance
      _ = controller.submit([.utterance(utterance, epoch: 1, start: .after(65_600))])
    }
    // The ring is full after 4,096 cycles of 16 frames, before the utterance.
    for _ in 0..<(SoundLimits.eventCapacity + 10) {
      _ = controller.submit([.cancel(epoch: 2)])
      renderer.renderCycle { _ in }
    }
    #expect(witness.utterance != nil)
    while let event = controller.nextEvent() {
      #expect(event != .utteranceEnded(number: 1, frame: 65_603))
    }
    #expect(witness.utterance != nil)
    let next = try #require(Utterance(samples: [1, 1, 1], rate: 48_000, outputRate: 48_000, number: 2))
    _ = controller.submit([.utterance(next, epoch: 1, start: .after(0))])
    #expect(witness.utterance == nil)
  }

  @Test("are freed with the engine, not with the controller: the callback may still read them")
  func engineGoes() throws {
    var witness = Witness()
    do {
      let engine = try SoundEngine(rate: 48_000)
      var renderer = OfflineRenderer(engine: engine, rate: 48_000, period: 256)
      do {
        var controller = try engine.takeController()
        let utterance = try #require(
          Utterance(samples: [Float](repeating: 0.5, count: 4_800), rate: 48_000, outputRate: 48_000, number: 1))
        witness.utterance = utterance
        _ = controller.submit([.utterance(utterance, epoch: 1, start: .after(0))])
      }
      var loudest: Float = 0
      for _ in 0..<10 { renderer.renderCycle { loudest = max(loudest, $0.max() ?? 0) } }
      #expect(witness.utterance != nil)
      #expect(loudest > 0)
    }
    #expect(witness.utterance == nil)
  }
}
