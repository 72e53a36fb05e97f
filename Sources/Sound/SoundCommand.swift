/// Which note of an exercise a voice plays. The raw values are the words of the event stream.
public enum VoiceRole: UInt8, Sendable, BitwiseCopyable {
  /// The first note: exact.
  case reference
  /// The second note of a comparison.
  case target
  /// The second note of a matching exercise, retuned while it sounds.
  case tunable
}

/// When a command takes effect.
public enum Start: Sendable, BitwiseCopyable, Equatable {
  /// On this frame of the renderer's own count.
  case at(Int64)
  /// This many frames after the first frame of the cycle that applies the batch.
  case after(Int64)
}

/// Unpitched strokes: two soft bursts of noise, 50 ms apart, 400–1500 Hz, 12 dB under the notes.
public enum StrokeKind: UInt8, Sendable, BitwiseCopyable {
  /// The answer was wrong: two strokes 50 ms apart.
  case tick
  /// Something needs attention at the hub: two low strokes.
  case trouble
}

/// One instruction to the renderer. Sent in batches: all of a batch is applied at the same frame.
public enum SoundCommand: Sendable, BitwiseCopyable {
  /// A sine note. `frames` counts its whole length, attack and release included: its last frame is silent. `nil`-length
  /// notes (`frames` = `Int64.max`) sound until they are faded. `gain` is linear, before the level.
  case note(role: VoiceRole, epoch: UInt32, start: Start, frames: Int64, hertz: Double, gain: Float)
  /// Strokes of `kind`. They end by themselves.
  case strokes(StrokeKind, epoch: UInt32, start: Start)
  /// No sound: reports `marker` when its frame is made.
  case marker(epoch: UInt32, start: Start)
  /// Fades what sounds of this epoch and removes what has not started.
  case fade(epoch: UInt32)
  /// Removes what has not started of this epoch; what sounds goes on.
  case cancel(epoch: UInt32)
  /// Fades all that sounds and removes all that has not started, of every epoch.
  case silence
  /// The level of all voices in dBFS, −60…−6, reached by a ramp.
  case level(decibels: Float)
}

/// What the renderer reports, stamped with the frame it happened on.
public enum SoundEvent: Sendable, BitwiseCopyable, Equatable {
  /// All of this batch took effect on `frame`.
  case applied(batch: UInt32, frame: Int64)
  /// The note's first frame was made.
  case started(role: VoiceRole, epoch: UInt32, frame: Int64, hertz: Double)
  /// `frame` is the first frame after the note (its release included); `hertz` is what it sounded at when its fade
  /// began. `faded` tells an early release from the note's natural end.
  case ended(role: VoiceRole, epoch: UInt32, frame: Int64, hertz: Double, faded: Bool)
  /// A marker's frame was made.
  case marker(epoch: UInt32, frame: Int64)
}
