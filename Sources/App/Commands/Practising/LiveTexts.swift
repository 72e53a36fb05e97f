import Ports
import Synchronization
import Texts

/// The texts of the terminal and the voice, which follow the setting `language` between exercises: the player never
/// answers a question of one language with the letters of another. Any thread; no call waits for a file.
final class LiveTexts: Sendable {
  private struct State {
    var current: Catalogue
    /// The catalogue last chosen in the settings.
    var chosen: Catalogue
  }

  private let state: Mutex<State>
  private let speak: @Sendable (Catalogue) -> Void

  /// Starts with `catalogue`; `speak` receives each catalogue to speak after that, and must not wait.
  init(_ catalogue: Catalogue, speak: @escaping @Sendable (Catalogue) -> Void) {
    state = Mutex(State(current: catalogue, chosen: catalogue))
    self.speak = speak
  }

  /// The current catalogue.
  var catalogue: Catalogue { state.withLock(\.current) }

  /// Chooses a catalogue; `follow` switches to it as soon as possible.
  func choose(_ catalogue: Catalogue) { state.withLock { $0.chosen = catalogue } }

  /// Switches to the chosen catalogue, unless `view` is in the middle of an exercise.
  func follow(_ view: ViewState) {
    switch view.phase {
    case .hub, .feedback, .waiting: break
    case .reference, .target, .tunable, .awaitingAnswer: return
    }
    state.withLock { state in
      guard state.chosen.language != state.current.language else { return }
      state.current = state.chosen
      speak(state.chosen)
    }
  }
}
