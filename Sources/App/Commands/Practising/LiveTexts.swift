import Ports
import Synchronization
import Texts

/// The texts of the terminal and the voice, which follow the setting `language` from one exercise to the next: nobody is asked
/// in one language and has to answer by the letters of another. Any thread; nothing waits for a file.
final class LiveTexts: Sendable {
  private struct State {
    var current: Catalogue
    /// What the settings said last.
    var chosen: Catalogue
  }

  private let state: Mutex<State>
  private let speak: @Sendable (Catalogue) -> Void

  /// Begins with `catalogue`; `speak` hands on what is spoken from then on, and must not wait.
  init(_ catalogue: Catalogue, speak: @escaping @Sendable (Catalogue) -> Void) {
    state = Mutex(State(current: catalogue, chosen: catalogue))
    self.speak = speak
  }

  /// What is spoken now.
  var catalogue: Catalogue { state.withLock(\.current) }

  /// The settings say this now; it is spoken as soon as `follow` finds it can be.
  func choose(_ catalogue: Catalogue) { state.withLock { $0.chosen = catalogue } }

  /// Speaks what is chosen, unless `view` is in the middle of an exercise.
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
