import Testing

@testable import ALSACards

/// When headphones count as pulled out, given the jack events of sound cards.
@Suite struct JackStatesTests {
  private static let first = JackStates.Jack(card: 0, control: 7)
  private static let front = JackStates.Jack(card: 0, control: 8)
  private static let other = JackStates.Jack(card: 1, control: 7)

  @Test(
    arguments: [
      ([.state(first, isPlugged: true), .state(first, isPlugged: false)], [0]),
      // Never in: nothing was pulled out. Nor in twice.
      ([.state(first, isPlugged: false)], []),
      ([.state(first, isPlugged: true), .state(first, isPlugged: true)], []),
      // A bad contact reports the same pull twice: only changes count.
      (
        [
          .state(first, isPlugged: true), .state(first, isPlugged: false), .state(first, isPlugged: false),
          .state(first, isPlugged: true), .state(first, isPlugged: false),
        ], [0, 0]
      ),
      // Of two sockets each is its own.
      ([.state(first, isPlugged: true), .state(front, isPlugged: true), .state(front, isPlugged: false)], [0]),
      ([.state(first, isPlugged: true), .state(other, isPlugged: false)], []),
      ([.state(other, isPlugged: true), .state(other, isPlugged: false)], [1]),
      // A card that goes takes its socket along; another card's stays.
      ([.state(first, isPlugged: true), .cardGone(0), .state(first, isPlugged: false)], []),
      ([.state(first, isPlugged: true), .cardGone(1), .state(first, isPlugged: false)], [0]),
      ([.state(first, isPlugged: true), .removed(first), .state(first, isPlugged: false)], []),
    ] as [([JackStates.Event], [Int])])
  func `headphones count as pulled only if they were plugged in`(events: [JackStates.Event], pulled: [Int]) {
    var states = JackStates()
    #expect(events.compactMap { states.handle($0) } == pulled)
  }

  @Test(arguments: [
    ("Headphone Jack", true), ("Front Headphone Jack", true), ("Headphone Front Jack", true), ("Headphones Jack", true),
    ("Headset Jack", true), ("Headphone Mic Jack", true), ("Headphone,Headset Jack", true), ("HP/LO Jack", true),
    ("Headset Mic Jack", false), ("Mic Jack", false), ("Line Out Jack", false), ("Speaker Phantom Jack", false),
    ("Headphone Phantom Jack", false), ("HDMI/DP,pcm=3 Jack", false), ("Headphone Playback Volume", false),
    ("Headphone", false), ("Jack", false), ("", false),
  ]) func `a control's name shows whether it is for headphones`(name: String, isHeadphones: Bool) {
    #expect(JackStates.isHeadphones(name) == isHeadphones)
  }
}
