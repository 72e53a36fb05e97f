import Ports
import Time
import Training

/// Where motors stand: at the result in feedback, at the centre when a note begins.
extension TuningSide {
  /// The committed note has faded: motors show where it should have been. None moves while a note sounds. `begun` is when
  /// feedback began.
  mutating func showMotors(begun: MonotonicTime) -> [Effect] {
    guard let position = motorPosition else { return [] }
    motorPosition = nil
    motorsReturn = begun + Self.motorsShow
    return [.rack(.moveMotors(to: position))]
  }

  /// Brings motors back to the centre if it is time, where the next note begins.
  mutating func advanceMotors(to now: MonotonicTime) -> [Effect] {
    guard let motorsReturn, now >= motorsReturn else { return [] }
    return returnMotors()
  }

  private mutating func returnMotors() -> [Effect] {
    motorsReturn = nil
    return [.rack(.moveMotors(to: 0))]
  }

  /// A finger has left a fader: if motors have gone back meanwhile and nothing sounds, its motor follows now.
  func followMotors(inFeedback: Bool) -> [Effect] {
    inFeedback && motorPosition == nil && motorsReturn == nil ? [.rack(.moveMotors(to: 0))] : []
  }

  /// Practice starts: nothing of a practice before moves motors any more.
  mutating func forgetMotorsReturn() { motorsReturn = nil }

  /// Practice has stopped. Motors that `return` wait until `moment`, when what sounds has faded; nil where nothing sounds.
  mutating func stop(returns: Bool, at moment: MonotonicTime?) -> [Effect] {
    motorPosition = nil
    guard returns else { return [] }
    guard let moment else { return returnMotors() }
    motorsReturn = moment
    return []
  }

  /// From feedback's first frame to when motors go back: 200 ms before feedback ends.
  static let motorsShow = FeedbackTime.duration - .milliseconds(200)
}
