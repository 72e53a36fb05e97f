import Ports

/// The sounds of texts that were said lately: a session says a few again and again.
struct SoundCache {
  /// Some 130 kB each.
  private static let limit = 64

  private var sounds: [String: SpokenSound] = [:]
  private var order: [String] = []

  /// The sound of `text`. The oldest is forgotten where there are too many.
  subscript(text: String) -> SpokenSound? {
    get { sounds[text] }
    set {
      if sounds[text] == nil { order.append(text) }
      sounds[text] = newValue
      if order.count > Self.limit { sounds[order.removeFirst()] = nil }
    }
  }
}
