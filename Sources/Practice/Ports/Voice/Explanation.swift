import Controllers
import Training

/// A sentence of the explanation that a player can ask for: what higher and lower sound like, and what is pressed for them.
public enum Explanation: Hashable, Sendable {
  /// Two notes follow, the second of which lies to this side of the first; with `isFiner` they are closer together than the
  /// two before.
  case pair(Answer, isFiner: Bool)
  /// What is pressed for either.
  case hands(Hands)
  /// That was all, and practice can begin.
  case over(hasController: Bool)
  /// It was asked for while something else ran, and is to be had afterwards.
  case later

  /// What Higher and Lower are pressed on.
  public enum Hands: Hashable, Sendable {
    /// The keys of the computer.
    case keys
    /// The controller of this name: where on it they are.
    case controller(String, higher: [RolePlace], lower: [RolePlace])
  }
}
