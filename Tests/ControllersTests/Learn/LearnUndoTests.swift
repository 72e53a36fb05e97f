import MIDI
import Testing

@testable import Controllers

/// The last answer is taken back from the controller itself, and no mishap costs what was learned.
struct LearnUndoTests {
  private func note(_ number: Int) -> Control { .notes(NumberSet(number...number), channel: channel(1)) }

  private func keyboard(hasOwnMapping: Bool = false) -> Learner {
    var player = Learner(hasOwnMapping: hasOwnMapping)
    player.teach(72)
    player.teach(48)
    return player
  }

  private func pads() -> Learner {
    var player = Learner()
    player.teach(40)
    player.teach(36)
    player.say(.no)
    return player
  }

  @Test func `Lower held goes back from every question`() {
    var player = keyboard(hasOwnMapping: true)
    player.press(48, for: 900)
    #expect(player.question == .role(.lower))
    player.teach(48)
    player.press(72)
    player.push(20)
    player.press(48, for: 900)
    #expect(player.question == .keyboard(split: 60))
    player.press(72)
    player.press(72, for: 900)
    for (question, back) in [
      (LearnQuestion.localControl, LearnQuestion.role(.slider)), (.tick, .localControl), (.trial, .tick),
      (.save, .trial), (.replace, .save),
    ] {
      // On to the question, and back from it.
      for _ in 0..<5 where player.question != question {
        if player.question == .role(.slider) { player.press(72, for: 900) } else { player.say(.yes) }
      }
      #expect(player.question == question)
      _ = player.told()
      player.press(48, for: 900)
      #expect(player.question == back)
      #expect(player.told().last == .takenBack)
    }
    #expect(player.saved == nil)
  }

  @Test func `Lower held goes back from a light`() {
    var player = pads()
    player.press(40, for: 900)
    player.press(40)
    #expect(player.question == .dark(.higher))
    player.press(36, for: 900)
    #expect(player.question == .lit(.any, .higher))
    player.press(36, for: 900)
    #expect(player.question == .role(.slider))
    #expect(player.device.lit.isEmpty)
  }

  @Test func `Higher held goes back while no other key is learned`() {
    var player = Learner()
    player.teach(41)
    #expect(player.question == .role(.lower))
    player.press(41, for: 900)
    #expect(player.question == .role(.higher))
    player.teach(40)
    player.press(36)
    #expect(player.question == .keep(.lower, note(36)))
    player.press(40, for: 900)
    #expect(player.question == .role(.lower))
    player.teach(36)
    #expect(player.told().contains(.learned(.lower, note(36))))
  }

  /// A control that sends nothing on release is never held: each press is one answer.
  @Test func `a pad in toggle mode skips one role at a time`() {
    var player = Learner()
    func toggle(_ number: Int, _ isOn: Bool) { player.send(isOn ? on(number) : off(number), then: 1500) }
    for number in [40, 36] { for isOn in [true, false, true, false] { toggle(number, isOn) } }
    player.say(.no)
    #expect(player.question == .role(.slider))
    toggle(40, true)
    #expect(player.question == .role(.commit))
    toggle(40, false)
    #expect(player.question == .role(.commit))
    toggle(36, true)
    #expect(player.question == .role(.slider))
  }

  @Test func `keys held when messages were lost no longer count`() {
    var player = pads()
    player.say(.skip)
    player.send(on(50), then: 100)
    player.overflow()
    player.wait(2000)
    #expect(player.question == .role(.commit))
    player.send(off(50), then: 300)
    #expect(player.question == .role(.commit))
    player.teach(50)
    #expect(player.question == .role(.stop))
    // In the trial one that was held is not held with the other.
    player.press(40, for: 900)
    player.say(.skip)
    #expect(player.question == .trial)
    player.send(on(40), then: 50)
    player.overflow()
    player.send(on(36), then: 100)
    player.send(off(36), then: 300)
    #expect(player.question == .trial)
  }
}
