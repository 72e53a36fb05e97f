import Controllers
import Linux
import Sound
import Time
import Training

/// The inputs waiting for the loop.
public typealias Mailbox = Inbox<PracticeInput>

/// An input of the loop from any thread but JACK's, in order of arrival.
public enum PracticeInput: Sendable {
  /// From the sequencer's thread.
  case controllers(MIDIPortEvent)
  /// From the sound's control thread.
  case sound(SoundStatus)
  /// From the store's thread.
  case store(StoreEvent)
  /// From the voice's thread.
  case speech(SpeechEvent)
  /// From the voice's thread: an utterance for our own renderer; nil if it cannot be played.
  case utterance(Utterance?, number: UInt32)
  /// From a surface (terminal, page) or the command line.
  case intent(Intent, at: MonotonicTime, source: InputSource)
  /// The settings changed: they apply from the next exercise, the level at once.
  case settings(SettingsChange)
  /// Headphones were pulled out of a socket of this sound card.
  case headphonesPulled(card: Int)
  /// From the pages' server.
  case pages(PagesStatus)
  /// A mapping file was written or removed.
  case mapping(MappingChange)
}
