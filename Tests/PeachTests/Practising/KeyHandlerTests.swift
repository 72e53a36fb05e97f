import Controllers
import Ports
import Terminal
import Testing
import Training

@testable import Commands

@Suite("What keys ask for")
struct KeyHandlerTests {
  @Test(arguments: [
    (Key.higher, Intent.answer(.higher, epoch: nil)), (.lower, .answer(.lower, epoch: nil)),
    (.finerHigher, .step(cents: 0.1, epoch: nil)), (.finerLower, .step(cents: -0.1, epoch: nil)), (.start, .proceed),
    (.leave, .leave), (.interrupt, .quit(.interrupt)), (.whereAmI, .whereAmI),
    (.hearAgain, .hearAgain(epoch: nil)), (.explain, .explain),
  ])
  func `every key is one intent`(key: Key, intent: Intent) {
    #expect(KeyHandler.intent(of: key, isAtHub: false) == intent)
  }

  @Test(arguments: [
    (Key.finerHigher, Intent.start(.intervalComparison)), (.finerLower, .start(.intervalMatching)),
    (.forTime, .timer(.quickStart(.forTime))), (.amrap, .timer(.quickStart(.amrap))),
    (.emom, .timer(.quickStart(.emom))), (.listen, .start(.listening)),
    (.listenToIntervals, .start(.intervalListening)),
  ])
  func `at the hub keys start every mode and timer`(key: Key, intent: Intent) {
    #expect(KeyHandler.intent(of: key, isAtHub: true) == intent)
    #expect(KeyHandler.intent(of: key, isAtHub: false) != intent)
  }

  @Test(
    arguments: [
      (Key.start, LearnRequest.yes), (.no, .no), (.skip, .skip), (.back, .back), (.leave, .quit),
      (.interrupt, .quit),
      (.higher, nil), (.lower, nil), (.finerHigher, nil), (.finerLower, nil),
    ] as [(Key, LearnRequest?)])
  func `what answers while a controller is learned`(key: Key, command: LearnRequest?) {
    #expect(Learning.command(of: key) == command)
    let isOfLearningAlone = [Key.no, .skip, .back].contains(key)
    #expect((KeyHandler.intent(of: key, isAtHub: true) == nil) == isOfLearningAlone)
  }
}
