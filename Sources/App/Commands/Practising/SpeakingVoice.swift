import Ports
import Speech
import Synchronization
import Texts

/// The voice of this machine in a catalogue's language. It follows the server of our own sound: next to a jackd that
/// holds the card, speech-dispatcher would not be heard.
final class SpeakingVoice: Sendable {
  private let speech: Speech
  private let state: State
  private let onDemand: VoiceOnDemand

  private final class State: Sendable {
    let sound = Mutex<ViewState.Sound>(.starting)
    let texts: Mutex<Catalogue>

    init(_ catalogue: Catalogue) { texts = Mutex(catalogue) }

    var catalogue: Catalogue { texts.withLock(\.self) }

    /// Whether speech-dispatcher shares our output; nil while unknown.
    var sharesOutput: Bool? {
      switch sound.withLock(\.self) {
      case .ready(let description): description.server == .pipewire
      case .starting, .lost, .failed: nil
      }
    }
  }

  /// Creates a voice that is not opened yet.
  init(_ catalogue: Catalogue) {
    let state = State(catalogue)
    self.state = state
    speech = Speech(
      language: state.catalogue.language.rawValue, canUseDispatcher: { state.sharesOutput },
      text: { state.catalogue.spoken($0) })
    onDemand = VoiceOnDemand(speech)
  }

  /// The voice as the loop knows it: not opened before it is wanted.
  var output: any SpeechOutput { onDemand }

  /// Requests the voice. Any thread; never waits.
  func want() { onDemand.want() }

  /// Switches to `catalogue`'s language with the next utterance. Any thread; never waits.
  func speak(_ catalogue: Catalogue) { state.texts.withLock { $0 = catalogue } }

  /// Follows the output in `view`. Any thread; never waits.
  func follow(_ view: ViewState) { follow(view.sound) }

  /// Follows the output `sound`. Any thread; never waits.
  func follow(_ sound: ViewState.Sound) {
    let before = state.sharesOutput
    state.sound.withLock { $0 = sound }
    if state.sharesOutput != before { speech.reconsider() }
  }
}

/// A voice that is opened as soon as it is wanted and has a loop to report to.
final class VoiceOnDemand: SpeechOutput {
  private struct State {
    var isWanted = false
    var report: (@Sendable (SpeechEvent) -> Void)?
  }

  private let base: any SpeechOutput
  private let state = Mutex(State())

  /// Wraps `base`, which is not wanted yet.
  init(_ base: any SpeechOutput) { self.base = base }

  /// Opens the voice now, or as soon as the loop starts. Only the first call has an effect. Any thread.
  func want() {
    let report: (@Sendable (SpeechEvent) -> Void)? = state.withLock { state in
      guard !state.isWanted else { return nil }
      state.isWanted = true
      return state.report
    }
    if let report { base.start(report: report) }
  }

  /// Opens the voice if it is wanted.
  func start(report: @escaping @Sendable (SpeechEvent) -> Void) {
    let isWanted = state.withLock { state in
      state.report = report
      return state.isWanted
    }
    if isWanted { base.start(report: report) }
  }

  /// Forwards to the voice.
  func say(_ announcements: [Announcement], number: UInt32) { base.say(announcements, number: number) }

  /// Forwards to the voice.
  func hush() { base.hush() }

  /// Forwards to the voice.
  func close(within limit: Duration) { base.close(within: limit) }
}
