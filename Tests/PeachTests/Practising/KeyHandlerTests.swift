import Controllers
import Ports
import Terminal
import Testing
import Training

@testable import Commands

@Suite("The actions of keys")
struct KeyHandlerTests {
  @Test(arguments: [
    (Key.higher, Intent.answer(.higher, epoch: nil)), (.lower, .answer(.lower, epoch: nil)),
    (.finerHigher, .step(cents: 0.1, epoch: nil)), (.finerLower, .step(cents: -0.1, epoch: nil)), (.start, .proceed),
    (.leave, .leave), (.interrupt, .quit(.interrupt)), (.whereAmI, .whereAmI),
    (.hearAgain, .hearAgain(epoch: nil)), (.explain, .explain),
    (.stepBack, .stepBack(epoch: nil)),
  ])
  func `every key is one intent`(key: Key, intent: Intent) {
    #expect(KeyHandler.intent(of: key, isAtHub: false) == intent)
  }

  @Test(arguments: [
    (Key.finerHigher, Intent.start(.intervalComparison)), (.finerLower, .start(.intervalMatching)),
    (.forTime, .timer(.quickStart(.forTime))), (.amrap, .timer(.quickStart(.amrap))),
    (.emom, .timer(.quickStart(.emom))), (.listen, .start(.listening)),
    (.listenToIntervals, .start(.intervalListening)), (.earlyOrLate, .start(.timing)),
    (.listenToEarlyOrLate, .start(.timingListening)), (.chords, .start(.chords)), (.beats, .start(.beats)),
    (.temperament, .start(.temperament)),
  ])
  func `at the hub keys start every mode and timer`(key: Key, intent: Intent) {
    #expect(KeyHandler.intent(of: key, isAtHub: true) == intent)
    #expect(KeyHandler.intent(of: key, isAtHub: false) != intent)
  }

  @Test(arguments: [
    (Key.finerHigher, false, Answer.higher), (.finerLower, false, .lower), (.surelyLate, true, .higher),
    (.surelyEarly, true, .lower), (.finerHigher, true, .higher),
  ]) func `an arrow with Shift is a sure answer if answers are rated`(key: Key, isTiming: Bool, answer: Answer) {
    func intent(asksSureness: Bool) -> Intent? {
      KeyHandler.intent(of: key, isAtHub: false, isTiming: isTiming, asksSureness: asksSureness)
    }
    #expect(intent(asksSureness: true) == .answer(answer, isSure: true, epoch: nil))
    #expect(intent(asksSureness: false) != .answer(answer, isSure: true, epoch: nil))
  }

  @Test func `letters and plain arrows are never sure`() {
    for key in [Key.higher, .lower, .early, .late] {
      guard
        case .answer(_, let isSure, _) = KeyHandler.intent(
          of: key, isAtHub: false, isTiming: true, asksSureness: true)
      else {
        Issue.record("\(key)")
        continue
      }
      #expect(!isSure)
    }
  }

  @Test(arguments: [(Key.early, Answer.lower), (.lower, .lower), (.late, .higher), (.higher, .higher)])
  func `in early or late left and down are early, right and up late`(key: Key, answer: Answer) {
    #expect(KeyHandler.intent(of: key, isAtHub: false, isTiming: true) == .answer(answer, epoch: nil))
    guard [.early, .late].contains(key) else { return }
    for isAtHub in [false, true] { #expect(KeyHandler.intent(of: key, isAtHub: isAtHub) == nil) }
  }

  @Test(
    arguments: [
      (Key.start, LearnRequest.yes), (.no, .no), (.skip, .skip), (.back, .back), (.leave, .quit),
      (.interrupt, .quit),
      (.earlyOrLate, nil), (.higher, nil), (.lower, nil), (.finerHigher, nil), (.finerLower, nil),
    ] as [(Key, LearnRequest?)])
  func `the answers to learning have keys`(key: Key, command: LearnRequest?) {
    #expect(Learning.command(of: key) == command)
    let isOfLearningAlone = [Key.no, .skip, .back].contains(key)
    #expect((KeyHandler.intent(of: key, isAtHub: true) == nil) == isOfLearningAlone)
  }
}
