import Practice
import Speech
import Synchronization
import Texts

/// The voice of this machine in the catalogue's language, which follows where our own sound goes: beside a jackd that holds
/// the card, speech-dispatcher would not be heard.
final class Voice: Sendable {
  private let speech: Speech
  private let state: State

  private final class State: Sendable {
    let sound = Mutex<ViewState.Sound>(.starting)

    /// Whether speech-dispatcher shares our output; nil while that is not known.
    var sharesOutput: Bool? {
      switch sound.withLock(\.self) {
      case .ready(let description): description.server == .pipewire
      case .starting, .lost, .failed: nil
      }
    }
  }

  /// A voice that has not been looked for yet.
  init(_ catalogue: Catalogue) {
    let state = State()
    self.state = state
    speech = Speech(
      language: catalogue.language.rawValue, canUseDispatcher: { state.sharesOutput },
      text: { catalogue.spoken($0) })
  }

  /// The voice as the loop knows it.
  var output: any SpeechOutput { speech }

  /// Takes notice of where sound goes now. Any thread; never waits.
  func follow(_ view: ViewState) { follow(view.sound) }

  /// The same.
  func follow(_ sound: ViewState.Sound) {
    let before = state.sharesOutput
    state.sound.withLock { $0 = sound }
    if state.sharesOutput != before { speech.reconsider() }
  }
}
