import Ports

/// The sounds of recently spoken texts: a session repeats a few of them often.
struct SoundCache {
  /// The maximum number of sounds, some 130 kB each.
  private static let limit = 64

  private var sounds: [String: SpokenSound] = [:]
  private var order: [String] = []

  /// The sound of `text`. Setting one too many drops the oldest.
  subscript(text: String) -> SpokenSound? {
    get { sounds[text] }
    set {
      if sounds[text] == nil { order.append(text) }
      sounds[text] = newValue
      if order.count > Self.limit { sounds[order.removeFirst()] = nil }
    }
  }
}
