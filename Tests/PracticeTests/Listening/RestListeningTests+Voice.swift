import Foundation
import Pitch
import Ports
import Sound
import Testing
import Time
import Timers
import Training

@testable import Practice

/// Speech during a rest.
extension RestListeningTests {
  @Test func `the status remains in its place, and is not spoken over a pair`() throws {
    func here(listens: Bool) throws -> SpokenStatus {
      let practice = try harness(.intervalComparison, listens: listens, voice: InMemorySpeech())
      try endRound(practice)
      speak(practice) { (practice.view.timer?.remaining ?? 0) < 16 }
      if listens { speak(practice) { practice.core.sound.sounding > 0 && practice.view.heard == nil } }
      practice.intent(.whereAmI)
      var told: SpokenStatus?
      speak(practice) {
        guard case .here(let here)? = practice.voice?.said.last?.announcements.first else { return false }
        told = here
        return true
      }
      #expect(practice.core.sound.sounding == 0 && !practice.core.exercises.rest.isRunning)
      var here = try #require(told)
      here.timer = nil
      return here
    }
    let told = try here(listens: true)
    #expect(try told == here(listens: false))
    #expect(told.mode == .intervalComparison && told.interval == nil)
    if case .comparison? = told.result { return }
    Issue.record("\(told)")
  }

  @Test func `answers and new intervals are spoken, and no word overlaps a note or a cue`() throws {
    let practice = try harness(.intervalComparison, rest: 30, voice: InMemorySpeech())
    try endRound(practice)
    let before = practice.voice?.said.count ?? 0
    var spoken = before
    var cues = practice.kinds.count { if case .cueStarted = $0 { true } else { false } }
    speak(practice) {
      let said = practice.voice?.said.count ?? 0
      if said > spoken {
        #expect(practice.core.sound.sounding == 0)
        spoken = said
      }
      if practice.core.exercises.rest.isRunning, practice.core.speech.isSpeaking {
        #expect(practice.core.sound.sounding == 0)
      }
      let sounded = practice.kinds.count { if case .cueStarted = $0 { true } else { false } }
      if sounded > cues {
        if practice.core.exercises.isHeldBack { #expect(!practice.core.speech.isSpeaking) }
        cues = sounded
      }
      return practice.view.timer?.phase == .running
    }
    let said = (practice.voice?.said ?? []).dropFirst(before).flatMap(\.announcements)
    let answers = said.compactMap { if case .heard(let heard) = $0 { heard } else { nil } }
    #expect(answers == heard(practice).map { SpokenStatus.Heard($0, in: .intervalComparison) } && answers.count >= 4)
    let intervals = said.compactMap { if case .interval(let interval) = $0 { interval } else { nil } }
    #expect(intervals.count >= 2)
  }

  @Test func `a voice that does not end is cut off before the cues`() throws {
    let practice = try harness(voice: InMemorySpeech())
    try endRound(practice)
    speak(practice, until: { heard(practice).count == 1 })
    #expect(practice.run(until: { practice.core.speech.isSpeaking }, limit: .milliseconds(100)))
    let hushes = practice.voice?.hushes ?? 0
    #expect(
      practice.run(
        until: {
          practice.kinds.contains { if case .cueStarted(.low, _, let isSounded) = $0 { isSounded } else { false } }
        }, limit: .seconds(20)))
    #expect(practice.voice?.hushes == hushes + 1 && !practice.core.speech.isSpeaking && heard(practice).count == 1)
  }

  @Test func `an announcement that is too long leaves no time for its pair, which does not begin`() throws {
    let practice = try harness(.intervalComparison, rest: 12, voice: InMemorySpeech())
    try endRound(practice)
    speak(practice, taking: .seconds(5)) { practice.view.timer?.phase == .running }
    #expect(pairs(practice).isEmpty && heard(practice).isEmpty)
    let said = practice.voice?.said.flatMap(\.announcements) ?? []
    #expect(said.contains { if case .interval = $0 { true } else { false } })
  }
}
