import Controllers
import Training

/// A sentence of the explanation: the sound of higher and lower, their controls, and the list of further exercises.
public enum Explanation: Hashable, Sendable {
  /// Two notes follow, the second on this side of the first; with `isFiner` they are closer together than the previous
  /// two.
  case pair(Answer, isFiner: Bool)
  /// The controls for either.
  case hands(Hands)
  /// The explanation is over, and practice can begin.
  case over(hasController: Bool)
  /// The explanation was requested while something else ran, and is available afterwards.
  case later
  /// An entry of the list of further exercises; with `isNew` the list has just been opened.
  case menu(ExerciseMenu, isNew: Bool)

  /// The controls for Higher and Lower.
  public enum Hands: Hashable, Sendable {
    /// The computer's keys.
    case keys
    /// The controller of this name, with the places of both.
    case controller(String, higher: [RolePlace], lower: [RolePlace])
  }
}
