import Practice
import Terminal
import Testing
import Training

@testable import peach

@Suite("What keys ask for")
struct KeyHandlerTests {
  @Test(arguments: [
    (Key.higher, Intent.answer(.higher, epoch: nil)), (.lower, .answer(.lower, epoch: nil)),
    (.finerHigher, .step(cents: 0.1, epoch: nil)), (.finerLower, .step(cents: -0.1, epoch: nil)), (.start, .proceed),
    (.leave, .leave), (.interrupt, .quit(.interrupt)),
  ])
  func everyKeyIsOneIntent(key: Key, intent: Intent) {
    #expect(KeyHandler.intent(of: key) == intent)
  }
}
