/// Tracks which headphones are plugged into which cards, from the events of the cards' controls, in order. Pure.
struct JackStates {
  /// A socket: a control of a card.
  struct Jack: Hashable {
    /// The card's number.
    var card: Int
    /// The control's number on its card.
    var control: UInt32
  }

  /// An event of a card.
  enum Event: Hashable {
    /// The socket exists, with or without headphones in it.
    case state(Jack, isPlugged: Bool)
    /// The control is gone.
    case removed(Jack)
    /// The card is gone, with all of its controls.
    case cardGone(Int)
  }

  private var plugged: Set<Jack> = []

  /// Applies an event.
  /// - Returns: the card whose headphones were unplugged. A removed card has taken its socket along: the sound server
  ///   reports that loss.
  mutating func handle(_ event: Event) -> Int? {
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

  /// Returns whether a control of this name is a headphone socket. The kernel names detectable sockets `… Jack`, and
  /// fixed ones `… Phantom Jack`; `Headset Mic` and `Headphone Mic` are the two uses of the same four-pole socket, of
  /// which the second is headphones.
  static func isHeadphones(_ name: String) -> Bool {
    guard name.hasSuffix(" Jack"), !name.hasSuffix(" Phantom Jack") else { return false }
    let words = name.split { $0 == " " || $0 == "," || $0 == "/" || $0 == "+" }.map { $0.lowercased() }
    if words.contains(where: { ["headphone", "headphones", "hp", "earphone"].contains($0) }) { return true }
    return words.contains("headset") && !words.contains("mic")
  }
}
