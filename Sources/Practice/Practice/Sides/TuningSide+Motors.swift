import Ports
import Time
import Training

/// Motor positions: at the result in feedback, at the centre when a note begins.
extension TuningSide {
  /// Moves motors to the correct position once the committed note has faded; no motor moves while a note sounds.
  /// `begun` is when feedback began.
  mutating func showMotors(begun: MonotonicTime) -> [Effect] {
    guard let position = motorPosition else { return [] }
    motorPosition = nil
    motorsReturn = begun + Self.motorsShow
    return [.rack(.moveMotors(to: position))]
  }

  /// Returns motors to the centre, where the next note begins, when it is time.
  mutating func advanceMotors(to now: MonotonicTime) -> [Effect] {
    guard let motorsReturn, now >= motorsReturn else { return [] }
    return returnMotors()
  }

  private mutating func returnMotors() -> [Effect] {
    motorsReturn = nil
    return [.rack(.moveMotors(to: 0))]
  }

  /// Returns the motor of a fader that a finger has left, if the motors have gone back by then and nothing sounds.
  func followMotors(inFeedback: Bool) -> [Effect] {
    inFeedback && motorPosition == nil && motorsReturn == nil ? [.rack(.moveMotors(to: 0))] : []
  }

  /// Cancels the pending motor return of an earlier practice.
  mutating func forgetMotorsReturn() { motorsReturn = nil }

  /// Stops motors after practice. Motors that must return wait until `moment`, when the notes have faded; nil if
  /// nothing sounds.
  mutating func stop(returns: Bool, at moment: MonotonicTime?) -> [Effect] {
    motorPosition = nil
    guard returns else { return [] }
    guard let moment else { return returnMotors() }
    motorsReturn = moment
    return []
  }

  /// The time motors show the result, from feedback's first frame: until 200 ms before feedback ends.
  static let motorsShow = FeedbackTime.duration - .milliseconds(200)
}
