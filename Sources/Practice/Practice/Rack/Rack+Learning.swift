import Controllers
import MIDI
import Ports
import Time

/// Learning: the player presses a control on a controller for a role requested by a page. Until then the controller's
/// other functions are off.
///
/// At the hub only. Learning ends when a control is known, after 30 s, when the controller is unplugged or when
/// practice starts; only the view state of its end remains.
extension Rack {
  /// The learning under way.
  struct Learning {
    var port: PortID
    var capture: RoleCapture
    var ends: MonotonicTime
  }

  /// The time without a press after which the requesting player is assumed gone.
  static let learningTime = Duration.seconds(30)

  mutating func learn(_ role: Role, on id: PortID, in context: PracticeContext) -> [Effect] {
    let effects = endLearning(.asked, in: context)
    let number = (learningView?.number ?? 0) + 1
    learningView = ViewState.Learning(number: number, port: id, role: role, stage: .waiting)
    guard !context.isPractising, !context.isLeaving, devices[id] != nil else {
      learningView?.stage = .ended(.refused)
      return effects
    }
    learning = Learning(port: id, capture: RoleCapture(role: role), ends: context.now + Self.learningTime)
    return effects + forgetHands(on: id, in: context)
  }

  mutating func endLearning(_ end: ViewState.Learning.End, in context: PracticeContext) -> [Effect] {
    endLearning(at: .ended(end), in: context)
  }

  private mutating func endLearning(at stage: ViewState.Learning.Stage, in context: PracticeContext) -> [Effect] {
    guard let id = learning?.port else { return [] }
    learning = nil
    learningView?.stage = stage
    // Keys still held, and the position of a knob, belonged to the learning.
    return forgetHands(on: id, in: context)
  }

  /// Handles a message of the player on the controller being learned.
  mutating func learn(_ message: MIDIMessage, at time: MonotonicTime, in context: PracticeContext) -> [Effect] {
    finishLearning(learning?.capture.handle(message, at: time), in: context)
  }

  mutating func advanceLearning(in context: PracticeContext) -> [Effect] {
    guard let ends = learning?.ends else { return [] }
    let effects = finishLearning(learning?.capture.advance(to: context.now), in: context)
    return effects + (context.now >= ends ? endLearning(.late, in: context) : [])
  }

  private mutating func finishLearning(_ binding: Binding?, in context: PracticeContext) -> [Effect] {
    binding.map { endLearning(at: .learned($0), in: context) } ?? []
  }

  /// When `advanceLearning` has something due.
  var learningDeadline: MonotonicTime? {
    learning.map { learning in [learning.ends, learning.capture.deadline].compactMap(\.self).min() ?? learning.ends }
  }
}
