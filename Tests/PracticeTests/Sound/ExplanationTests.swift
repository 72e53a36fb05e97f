import Foundation
import Pitch
import Ports
import Recordings
import Sound
import Testing
import Time
import Timers

@testable import Controllers
@testable import Practice
@testable import Training

/// At the hub, the player can ask for examples of higher and lower, with sound and voice; nothing of it is recorded.
@Suite struct ExplanationTests {
  private func shown(_ practice: PracticeHarness) -> Explanation? {
    practice.view.notices.lazy.compactMap { if case .explanation(let line, _) = $0 { line } else { nil } }.first
  }

  private func said(_ practice: PracticeHarness) -> [Explanation] {
    (practice.voice?.said ?? []).flatMap(\.announcements)
      .compactMap { if case .explanation(let line) = $0 { line } else { nil } }
  }

  private func states(_ practice: PracticeHarness) -> [PracticeEvent.ExplanationState] {
    practice.kinds.compactMap { if case .explanation(let state) = $0 { state } else { nil } }
  }

  /// Runs to the end of the explanation, with a voice that says each sentence in 0.5 s; what was shown and which notes
  /// came, in order.
  private func listen(_ practice: PracticeHarness) throws -> (lines: [Explanation], cents: [Double]) {
    var lines: [Explanation] = []
    var spoken = practice.voice?.said.count ?? 0
    let ended = practice.run(
      until: {
        if let line = shown(practice), lines.last != line { lines.append(line) }
        if let voice = practice.voice, voice.said.count > spoken {
          #expect(practice.core.sound.sounding == 0)
          spoken = voice.said.count
          practice.run(for: .milliseconds(500))
          #expect(practice.core.sound.sounding == 0)
          if let number = voice.said.last?.number { voice.inject(.ended(number)) }
        }
        return states(practice).last == .over
      }, limit: .seconds(60))
    #expect(ended)
    let hertz = practice.kinds.compactMap { if case .noteStarted(_, let hertz, _) = $0 { hertz } else { nil } }
    let cents = stride(from: 0, to: hertz.count - 1, by: 2).map { 1_200 * log2(hertz[$0 + 1] / hertz[$0]) }
    return (lines, cents)
  }

  private static func sentences(_ hands: Explanation.Hands) -> [Explanation] {
    [
      .pair(.higher, isFiner: false), .pair(.higher, isFiner: true), .pair(.lower, isFiner: false),
      .pair(.lower, isFiner: true), .hands(hands), .over(hasController: hands != .keys),
    ]
  }

  @Test func `with a voice every sentence is spoken, no word overlaps a note, and nothing is kept`() throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3), voice: InMemorySpeech(), speaks: true)
    let began = practice.time.now()
    practice.intent(.explain)
    let (lines, cents) = try listen(practice)
    #expect(lines == Self.sentences(.keys) && said(practice) == lines)
    #expect(cents.count == 4)
    for (measured, wanted) in zip(cents, [100.0, 25, -100, -25]) { #expect(abs(measured - wanted) < 0.001) }
    #expect(practice.time.now() - began < .seconds(60))
    #expect(practice.view.phase == .hub && practice.view.epoch == nil)
    #expect(practice.store.records.isEmpty && practice.exercise == nil && practice.core.kept.count == 0)
    #expect(states(practice) == [.begun, .over])
  }

  /// The clicks of trouble lay over the notes of an example.
  @Test func `trouble does not sound over an example, and sounds after it`() throws {
    func recording(pressesAtExample: Bool?) throws -> (samples: [Float], troubles: Int) {
      let box = ControllerMapping(
        name: "Box", match: PortMatch(clients: [NamePattern("Keyboard")]),
        bindings: [
          Binding(role: .higher, control: .notes(NumberSet(1...1), channel: nil)),
          Binding(role: .lower, control: .notes(NumberSet(2...2), channel: nil)),
        ])
      let practice = try PracticeHarness(
        training: TrainingSettings(noteDuration: 1), library: MappingLibrary(mappings: [box]))
      practice.plug()
      practice.intent(.explain)
      if pressesAtExample == true { #expect(practice.run(until: { practice.core.explanation.isPlaying })) }
      for note in 90...92 where pressesAtExample != nil { practice.tap(note) }
      #expect(practice.run(until: { practice.starts(of: .target).count == 1 }))
      practice.run(for: .milliseconds(1_500))
      return (practice.recording, practice.kinds.count { if case .trouble = $0 { true } else { false } })
    }
    let (alone, untroubled) = try recording(pressesAtExample: nil)
    let (pressed, troubles) = try recording(pressesAtExample: true)
    #expect(pressed == alone && untroubled == 0 && troubles == 1)
    #expect(try recording(pressesAtExample: false).samples != alone)
  }

  @Test func `without a voice the lines change with the sounds, and name the controller's keys`() throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 0.3), keepsSound: false)
    practice.plug()
    practice.intent(.split(62, on: PracticeHarness.keyboard.id))
    practice.intent(.explain)
    let (lines, cents) = try listen(practice)
    let hands = Explanation.Hands.controller(
      "Keyboard", higher: [RolePlace(.keysFrom(62))], lower: [RolePlace(.keysBelow(62))])
    #expect(lines == Self.sentences(hands) && cents.count == 4)
    // The last line stays until something begins, and a press begins.
    practice.startComparison()
    #expect(practice.view.mode == .comparison && shown(practice) == nil)
  }

  @Test func `two keys held down request it, by sound alone`() throws {
    let practice = try PracticeHarness(keepsSound: false)
    practice.plug()
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(4_950))
    #expect(states(practice).isEmpty)
    practice.run(for: .milliseconds(100))
    #expect(states(practice) == [.begun])
    // Letting go of them ends nothing.
    practice.release(48)
    practice.release(72)
    #expect(states(practice) == [.begun])
  }

  /// A practice at whose hub two keys have been held for `duration`, with a voice that is still speaking the status.
  private func held(for duration: Duration, speaks: Bool = true) throws -> PracticeHarness {
    let practice = try PracticeHarness(voice: InMemorySpeech(), speaks: speaks, keepsSound: false)
    practice.plug()
    practice.press(48)
    practice.press(72)
    practice.run(for: duration)
    return practice
  }

  private func endAnswer(_ practice: PracticeHarness) throws {
    let said = try #require(practice.voice?.said.last)
    guard case .here = said.announcements.last else { throw CancellationError() }
    practice.voice?.inject(.ended(said.number))
    practice.turn()
  }

  /// It cut the answer off at 5 s, for everybody who held on until that was over.
  @Test func `after a long hold it follows the status, which is spoken to its end`() throws {
    let practice = try held(for: .seconds(8))
    #expect(practice.voice?.said.count == 1 && practice.voice?.hushes == 0)
    #expect(states(practice).isEmpty && shown(practice) == nil)
    practice.release(48)
    practice.release(72)
    try endAnswer(practice)
    practice.run(for: .milliseconds(250))
    #expect(states(practice).isEmpty)
    practice.run(for: .milliseconds(100))
    #expect(states(practice) == [.begun] && said(practice) == [.pair(.higher, isFiner: false)])
    #expect(practice.voice?.hushes == 0)
  }

  @Test func `a release before five seconds ends the request`() throws {
    let practice = try held(for: .milliseconds(4_900))
    practice.release(72)
    practice.release(48)
    practice.run(for: .seconds(3))
    try endAnswer(practice)
    practice.run(for: .seconds(3))
    #expect(states(practice).isEmpty && practice.voice?.said.count == 1)
  }

  @Test func `after a status that has ended, or is not spoken, it starts at five seconds`() throws {
    for speaks in [true, false] {
      let practice = try held(for: .seconds(4), speaks: speaks)
      if speaks { try endAnswer(practice) }
      practice.run(for: .milliseconds(950))
      #expect(states(practice).isEmpty)
      practice.run(for: .milliseconds(100))
      #expect(states(practice) == [.begun])
    }
  }

  @Test(arguments: ["forgets", "goes"])
  func `it starts even after a voice that never reports its end`(how: String) throws {
    let practice = try held(for: .seconds(6))
    if how == "goes" { practice.voice?.inject(.unavailable(.failed(detail: ""))) }
    practice.run(for: .milliseconds(500))
    #expect(states(practice) == (how == "goes" ? [.begun] : []))
    practice.run(for: .seconds(10))
    #expect(states(practice).first == .begun)
  }

  @Test(arguments: ["practice", "timer", "cable"])
  func `a start or a loss during the status replaces it`(what: String) throws {
    let practice = try held(for: .seconds(6))
    practice.release(48)
    practice.release(72)
    switch what {
    case "practice": practice.tap(72)
    case "timer": practice.intent(.timer(.quickStart(.amrap)))
    default: practice.unplug()
    }
    #expect(practice.view.mode == (what == "practice" ? .comparison : nil))
    if what == "cable" { try endAnswer(practice) } else { #expect(practice.voice?.hushes == 1) }
    practice.run(for: .seconds(20))
    #expect(states(practice).isEmpty && said(practice).isEmpty)
  }

  /// Anything that a hand does to end it: in the first sentence, or in the first note.
  @Test(
    arguments: [false, true], ["pad", "key", "stop", "leave", "start", "again", "timer", "sound", "cable", "page"])
  func `any press or loss ends it at once`(inNote: Bool, what: String) throws {
    let practice = try PracticeHarness(keepsSound: false)
    practice.plug()
    practice.intent(.explain, source: .page)
    #expect(states(practice) == [.begun])
    if inNote {
      #expect(practice.run(until: { practice.core.sound.sounding == 1 }))
      practice.run(for: .milliseconds(50))
    }
    switch what {
    case "pad": practice.press(72)
    case "key": practice.intent(.answer(.lower, epoch: nil))
    case "stop": practice.intent(.stop)
    case "leave": practice.intent(.leave)
    case "start": practice.intent(.start(.matching))
    case "again": practice.intent(.proceed)
    case "timer": practice.intent(.timer(.quickStart(.amrap)))
    case "sound":
      practice.output.inject(.lost(.hung))
      practice.turn()
    case "cable": practice.unplug()
    default: practice.intent(.pageGone, source: .page)
    }
    #expect(states(practice) == [.begun, .stopped] && shown(practice) == nil)
    let starts = ["start": Mode.matching, "again": .comparison][what]
    if starts == nil, what != "sound" {
      practice.run(for: .milliseconds(60))
      #expect(practice.core.sound.sounding == 0)
    }
    if what == "pad" { practice.release(72) }
    #expect(practice.view.mode == starts && practice.core.ended == nil && !practice.view.leaving)
    // And nothing of it comes after.
    practice.run(for: .seconds(5))
    #expect(states(practice) == [.begun, .stopped])
    // The next press has its usual meaning.
    if what == "pad" {
      practice.startComparison()
      #expect(practice.view.mode == .comparison)
    }
  }

  @Test func `in practice the next silence announces that it is available afterwards`() throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3), voice: InMemorySpeech(), speaks: true, keepsSound: false)
    practice.intent(.start(.comparison))
    practice.voice?.inject(.ended(1))
    practice.turn()
    #expect(practice.run(until: { practice.view.phase == .target }))
    practice.intent(.explain)
    #expect(said(practice).isEmpty)
    #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
    practice.run(for: .milliseconds(20))
    #expect(said(practice) == [.later] && shown(practice) == .later)
    #expect(practice.view.mode == .comparison && states(practice).isEmpty)
    practice.run(for: .seconds(1))
    practice.intent(.answer(.higher, epoch: practice.view.epoch))
    #expect(shown(practice) == nil)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }, limit: .seconds(1)))
  }

  @Test func `it does not start during a timer`() throws {
    let practice = try PracticeHarness(keepsSound: false)
    practice.intent(.timer(.quickStart(.amrap)))
    practice.intent(.explain)
    #expect(practice.view.notices.contains(.timerWaits) && states(practice).isEmpty)
    practice.intent(.timer(.cancel))
    practice.intent(.explain)
    #expect(states(practice) == [.begun])
  }

  @Test func `the status is spoken between two sentences`() throws {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3), voice: InMemorySpeech(), speaks: true, keepsSound: false)
    practice.intent(.explain)
    let first = try #require(practice.voice?.said.last?.number)
    practice.voice?.inject(.ended(first))
    #expect(practice.run(until: { practice.core.sound.sounding == 1 }))
    practice.intent(.whereAmI)
    #expect(practice.run(until: { practice.starts(of: .target).count == 1 && practice.core.sound.sounding == 0 }))
    practice.run(for: .milliseconds(20))
    guard case .here = practice.voice?.said.last?.announcements.last else { throw CancellationError() }
    practice.run(for: .seconds(3))
    #expect(said(practice).count == 1)
    practice.voice?.inject(.ended(try #require(practice.voice?.said.last?.number)))
    practice.run(for: .milliseconds(700))
    #expect(said(practice).count == 2)
  }

  @Test func `a recording replays it`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording, keepsSound: false)
    practice.plug()
    practice.intent(.explain)
    _ = try listen(practice)
    practice.intent(.explain)
    practice.run(for: .seconds(5))
    practice.press(72)
    practice.release(72)
    practice.intent(.quit(.asked))
    practice.run(until: { practice.core.ended != nil }, limit: .seconds(2))
    try practice.expectReplayedTheSame(recording)
  }
}
