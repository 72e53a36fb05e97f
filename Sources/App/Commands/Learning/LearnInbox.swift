import Linux
import Ports
import Sound
import Synchronization
import Terminal

/// An input of `peach learn` from another thread, in the order of arrival.
enum LearnInput: Sendable {
  /// From the hands thread.
  case controllers(MIDIPortEvent)
  /// From the computer's keyboard.
  case key(Key)
  /// From the sound's control thread.
  case sound(SoundStatus)
  /// From the voice's thread.
  case speech(SpeechEvent)
  /// From the voice's thread: an utterance for our own renderer, nil if it cannot be played.
  case utterance(Utterance?, number: UInt32)
}

/// The queue from all threads to the learning thread: many writers, one reader.
final class LearnInbox: Sendable {
  private let waiting = Mutex<[LearnInput]>([])
  private let bell = EventFD()

  /// Creates an empty inbox; nil if the process has no descriptor left.
  init?() {
    guard bell.isUsable else { return nil }
  }

  /// Readable while inputs may be waiting.
  var descriptor: Int32 { bell.descriptor }

  /// Adds `input`. Any thread; never waits for the reader.
  func post(_ input: LearnInput) {
    waiting.withLock { $0.append(input) }
    bell.ring()
  }

  /// Removes and returns all waiting inputs. The reader's thread.
  func takeAll() -> [LearnInput] {
    bell.clear()
    return waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}
