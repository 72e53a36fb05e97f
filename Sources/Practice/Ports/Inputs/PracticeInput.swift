import Controllers
import Linux
import Sound
import Time
import Training

/// The inputs waiting for the loop.
public typealias Mailbox = Inbox<PracticeInput>

/// An input of the loop from any thread but JACK's, in order of arrival.
public enum PracticeInput: Sendable {
  /// A report of the hands thread.
  case controllers(MIDIPortEvent)
  /// A report of the sound's control thread.
  case sound(SoundStatus)
  /// A report of the store's thread.
  case store(StoreEvent)
  /// A report of the voice's thread.
  case speech(SpeechEvent)
  /// An utterance for our own renderer, from the voice's thread; nil if it cannot be played.
  case utterance(Utterance?, number: UInt32)
  /// A request of a surface (terminal, page) or the command line.
  case intent(Intent, at: MonotonicTime, source: InputSource)
  /// The settings changed: they apply from the next exercise, the level at once.
  case settings(SettingsChange)
  /// Headphones were pulled out of a socket of this sound card.
  case headphonesPulled(card: Int)
  /// A report of the pages' server.
  case pages(PagesStatus)
  /// A mapping file was written or removed.
  case mapping(MappingChange)
}

/// A change of one of the player's mapping files during practice.
public struct MappingChange: Sendable {
  /// The file's path.
  public var file: String
  /// The new mapping; nil if the file was removed.
  public var mapping: ControllerMapping?
  /// The file's whole text, for recordings; nil if the file was removed.
  public var text: String?

  /// Creates a change to `mapping`, parsed from `text`.
  public init(file: String, mapping: ControllerMapping, text: String) {
    (self.file, self.mapping, self.text) = (file, mapping, text)
  }

  /// The file's name without its folder.
  package var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// Creates the removal of the file at `file`.
  public init(removed file: String) { self.file = file }
}
