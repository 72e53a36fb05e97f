import Ports
import Time

@testable import Practice

extension PracticeContext {
  /// The context at the hub, with sound, without a voice and with standard settings; a test changes the parts it is
  /// about.
  static func atRest(
    milliseconds: Int64 = 0, _ settings: PracticeSettings = PracticeSettings(),
    change: (inout PracticeContext) -> Void = { _ in }
  ) -> PracticeContext {
    var context = PracticeContext(now: restTime + .milliseconds(milliseconds), settings: settings, wanted: settings)
    change(&context)
    return context
  }

  /// When a context `atRest` is, unless milliseconds are added.
  static let restTime = MonotonicTime(nanoseconds: 1_000_000_000)
}
