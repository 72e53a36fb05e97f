import Controllers
import Foundation
import Ports
import TestSupport
import Testing
import Time
import Training

@testable import Practice
@testable import Recordings

/// Answers that are marked as sure or not, from the hands to the record.
@Suite struct SurenessTests {
  private static let modes: [Mode] = [.comparison, .intervalComparison, .timing, .beats]

  /// The time after which an answer counts: in early or late, once the shifted note has been heard.
  private static func wait(_ mode: Mode) -> Duration { .milliseconds(mode == .timing ? 1_500 : 20) }

  private func harness(_ mode: Mode, sureness: Bool = true, seed: UInt64 = 1) throws -> PracticeHarness {
    let practice = try PracticeHarness(seed: seed)
    practice.plug()
    if sureness { practice.change { $0.sureness = true } }
    practice.intent(.start(mode))
    return practice
  }

  private func ratings(_ practice: PracticeHarness) -> [Bool?] {
    practice.kinds.compactMap { kind -> Bool?? in
      if case .answered(_, _, let isSure, _, _, _) = kind { .some(isSure) } else { nil }
    }
  }

  private func stored(_ practice: PracticeHarness) -> [Bool?] {
    practice.store.records.map(\.isSure) + practice.store.timingRecords.map(\.isSure)
      + practice.store.beatsRecords.map(\.isSure)
  }

  @Test(arguments: modes) func `keys far from the split are sure, in events and records`(mode: Mode) throws {
    let practice = try harness(mode)
    let keys: [(Int, Bool)] = [(72, true), (48, true), (62, false), (57, false), (65, true), (54, true), (64, false)]
    for (key, _) in keys {
      #expect(practice.runUntilAnswerable())
      practice.run(for: Self.wait(mode))
      practice.tap(key)
      practice.run(for: .milliseconds(20))
    }
    #expect(ratings(practice) == keys.map(\.1))
    #expect(stored(practice) == keys.map(\.1))
  }

  @Test(arguments: modes) func `without the setting there is no rating`(mode: Mode) throws {
    let practice = try harness(mode, sureness: false)
    for key in [72, 62] {
      #expect(practice.runUntilAnswerable())
      #expect(!practice.view.asksSureness)
      practice.run(for: Self.wait(mode))
      practice.tap(key)
      practice.run(for: .milliseconds(20))
    }
    #expect(practice.runUntilAnswerable())
    practice.run(for: Self.wait(mode))
    practice.intent(.answer(.higher, isSure: true, epoch: nil))
    practice.run(for: .milliseconds(20))
    #expect(ratings(practice) == [nil, nil, nil] && stored(practice) == [nil, nil, nil])
  }

  @Test func `computer keys and pages are sure if they say so`() throws {
    let practice = try harness(.comparison)
    let given: [(Answer, Bool, InputSource)] = [
      (.higher, true, .keys), (.lower, false, .keys), (.lower, true, .page), (.higher, false, .page),
    ]
    for (answer, isSure, source) in given {
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(20))
      practice.intent(.answer(answer, isSure: isSure, epoch: practice.view.epoch), source: source)
      practice.run(for: .milliseconds(20))
    }
    #expect(stored(practice) == given.map(\.1))
  }

  /// Practice with the setting on, whose keys are sure or not, shows and plays the same.
  @Test func `feedback is the same for both`() throws {
    func states(_ key: Int) throws -> [ViewState] {
      let practice = try harness(.comparison)
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(20))
      practice.tap(key)
      var states: [ViewState] = []
      for _ in 0..<300 {
        practice.cycle()
        states.append(practice.view)
      }
      return states
    }
    #expect(try states(62) == states(80))
    #expect(try states(57) == states(40))
  }

  @Test func `surfaces offer a rating only where answers have one`() throws {
    let practice = try harness(.comparison)
    #expect(practice.runUntilAnswerable() && practice.view.asksSureness)
    practice.intent(.stop)
    practice.run(for: .milliseconds(100))
    // Keys are listed, and hands alone ask, at the hub.
    #expect(practice.view.mode == nil && practice.view.asksSureness)
    for mode in [Mode.matching, .listening, .timingListening, .chords] {
      let practice = try harness(mode)
      practice.run(for: .milliseconds(500))
      #expect(practice.view.mode == mode && !practice.view.asksSureness, "\(mode)")
    }
  }

  @Test func `a change of the setting applies from the next exercise`() throws {
    let practice = try harness(.comparison, sureness: false)
    #expect(practice.runUntilAnswerable())
    practice.change { $0.sureness = true }
    practice.run(for: .milliseconds(20))
    practice.tap(72)
    practice.run(for: .milliseconds(20))
    #expect(practice.runUntilAnswerable() && practice.view.asksSureness)
    practice.run(for: .milliseconds(20))
    practice.tap(72)
    practice.run(for: .milliseconds(20))
    #expect(stored(practice) == [nil, true])
  }

  @Test func `where am I says how to answer`() throws {
    let practice = try harness(.comparison)
    #expect(practice.runUntilAnswerable())
    practice.intent(.whereAmI)
    #expect(practice.run(until: { practice.view.notices.contains { if case .here = $0 { true } else { false } } }))
    #expect(told(practice).map(\.sureness) == [.byPlace])
  }

  private func told(_ practice: PracticeHarness) -> [SpokenStatus] {
    practice.view.notices.compactMap { if case .here(let here, _) = $0 { here } else { nil } }
  }

  /// Both halves end the exercise at 0.8 s, before they ask.
  @Test func `both halves held say how to answer`() throws {
    for (sureness, expected) in [(true, SpokenStatus.Sureness.byPlace), (false, nil)] {
      let practice = try harness(.comparison, sureness: sureness)
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(20))
      for key in [48, 72] { practice.press(key) }
      practice.run(for: .milliseconds(2_100))
      for key in [48, 72] { practice.release(key) }
      #expect(told(practice).map(\.sureness) == [expected])
    }
  }

  @Test func `where am I says that a control has no place for sure`() throws {
    let practice = try PracticeHarness(
      library: MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings), seed: 1)
    let pads = PortDescription(
      id: PortID(client: 24, port: 0), clientName: "LPD8", portName: "LPD8 MIDI 1",
      usb: USBID(vendor: 0x09e8, product: 0x0075), usbPath: "1-2")
    practice.plug(pads)
    practice.change { $0.sureness = true }
    practice.intent(.start(.comparison))
    #expect(practice.runUntilAnswerable())
    practice.run(for: .milliseconds(20))
    practice.tap(40, on: pads)
    practice.run(for: .milliseconds(20))
    #expect(stored(practice) == [nil])
    practice.intent(.whereAmI)
    practice.run(for: .milliseconds(20))
    #expect(told(practice).map(\.sureness) == [.noPlace])
  }

  @Test func `controls for sure are asked for only if they count, and shown because they answer`() {
    var settings = Settings()
    #expect(settings.unaskedRoles.isSuperset(of: [.higherSure, .lowerSure]))
    #expect(settings.idleRoles.isDisjoint(with: [.higherSure, .lowerSure]))
    settings.sureness = true
    #expect(settings.unaskedRoles.isDisjoint(with: [.higherSure, .lowerSure]))
  }

  @Test func `a recording with ratings replays the same`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording)
    practice.plug()
    practice.change { $0.sureness = true }
    practice.intent(.start(.comparison))
    for _ in 0..<2 {
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(20))
      practice.tap(80)
      #expect(practice.runUntilAnswerable())
      practice.run(for: .milliseconds(20))
      practice.intent(.answer(.lower, isSure: true, epoch: practice.view.epoch))
    }
    practice.run(for: .milliseconds(600))
    try practice.expectReplayedTheSame(recording)
  }
}
