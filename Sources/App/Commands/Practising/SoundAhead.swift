import ArgumentParser
import JACKOutput
import Linux
import Ports
import Sound

/// A command that practises, and needs sound as soon as it has been read.
protocol PractisingCommand: ParsableCommand {}

/// What practice waits for before it asks a server for sound, whatever the command line says: JACK's library in memory, and the
/// renderer with its strokes and tones. Made beside the reading of the command line, which takes as long. Any thread.
enum SoundAhead {
  private static let made = Deferred<Result<SoundEngine, SoundEngineError>> {
    JACKOutput.loadLibrary()
    return Result { () throws(SoundEngineError) in try SoundEngine(rate: 48_000) }
  }

  /// Begins to make it. Never waits.
  static func prepare() { made.prepare() }

  /// The process's one engine, once the library is there, too. Waits until it is made.
  static func engine() throws(SoundFailure) -> SoundEngine {
    do throws(SoundEngineError) {
      return try made.value.get()
    } catch {
      throw SoundFailure(error)
    }
  }
}
