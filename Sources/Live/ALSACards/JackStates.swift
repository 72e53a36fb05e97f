/// Which headphones are plugged into which cards, from what the cards' controls tell, in order. Pure.
struct JackStates {
  /// A socket: a control of a card.
  struct Jack: Hashable {
    /// The card's number.
    var card: Int
    /// The control's number on its card.
    var control: UInt32
  }

  /// What is told.
  enum Event: Hashable {
    /// The socket is there, and headphones are in it or not.
    case state(Jack, isPlugged: Bool)
    /// The control is gone.
    case removed(Jack)
    /// The card is gone, with all of its controls.
    case cardGone(Int)
  }

  private var plugged: Set<Jack> = []

  /// Takes what was told.
  /// - Returns: the card that headphones were pulled out of. A card that went away took its socket along: what becomes of
  ///   the sound then is told by the sound server.
  mutating func take(_ event: Event) -> Int? {
    switch event {
    case .state(let jack, isPlugged: true):
      plugged.insert(jack)
      return nil
    case .state(let jack, isPlugged: false): return plugged.remove(jack).map(\.card)
    case .removed(let jack):
      plugged.remove(jack)
      return nil
    case .cardGone(let card):
      plugged = plugged.filter { $0.card != card }
      return nil
    }
  }

  /// Whether a control of this name tells of headphones. The kernel calls what it can feel `… Jack`, and what is soldered in
  /// `… Phantom Jack`; `Headset Mic` and `Headphone Mic` are names of the same four-pole socket's two uses, of which the
  /// second is headphones.
  static func isHeadphones(_ name: String) -> Bool {
    guard name.hasSuffix(" Jack"), !name.hasSuffix(" Phantom Jack") else { return false }
    let words = name.split { $0 == " " || $0 == "," || $0 == "/" || $0 == "+" }.map { $0.lowercased() }
    if words.contains(where: { ["headphone", "headphones", "hp", "earphone"].contains($0) }) { return true }
    return words.contains("headset") && !words.contains("mic")
  }
}
