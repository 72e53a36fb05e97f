import Pitch
import Time

/// The note of an exercise that a voice plays, or its pattern. The raw values are the words of the event stream.
public enum VoiceRole: UInt8, Sendable, BitwiseCopyable {
  /// The first note: exact.
  case reference
  /// The second note of a comparison.
  case target
  /// The second note of a matching exercise, retuned while it sounds.
  case tunable
  /// A beat pattern: one voice, with all its strokes. `SoundCommand.note` with this role is refused.
  case pattern
  /// A note of a chord that is held with the first one: exact.
  case companion
}

/// The time a command takes effect.
public enum Start: Sendable, BitwiseCopyable, Equatable {
  /// On this frame of the renderer's own count.
  case at(Int64)
  /// This many frames after the first frame of the cycle that applies the batch.
  case after(Int64)
}

/// Unpitched clicks: soft bursts of noise under the notes.
public enum ClickKind: Hashable, Sendable, BitwiseCopyable {
  /// The answer was wrong: two clicks 50 ms apart, 400–1500 Hz, 12 dB below the notes.
  case tick
  /// Something needs attention at the hub: two low clicks.
  case trouble
  /// The offset of the matched pitch and its side, in clicks 100 ms apart. Scheduled `SoundLimits.resultDelay` after
  /// the fade's first frame they begin after the note's release, and three of them have ended 320 ms into feedback; at
  /// 1,024 frames a cycle and 44.1 kHz too.
  case result(ClickCount, ClickTimbre)
}

/// The number of clicks for the offset of a matched pitch. Dead centre has none.
public enum ClickCount: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// Close.
  case one = 1
  /// Moderate.
  case two
  /// Far.
  case three
}

/// The noise for the side, sharp or flat. Both are equally loud to the ear, and never sound together with a note.
public enum ClickTimbre: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// 2–6 kHz: sharp.
  case bright
  /// 150–500 Hz, 12 dB below the notes: flat.
  case dull
}

/// The tones of a practice timer: struck, unpitched, and over within 150 ms. `CueTones` describes their sound.
public enum CueTone: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// Three seconds are left.
  case low
  /// Two seconds are left.
  case medium
  /// One second is left.
  case high
  /// A set begins: bright and short.
  case start
  /// A slot begins: like `start`, softer and duller.
  case slot
  /// Little time is left: two strokes alike.
  case warning
  /// A rest begins: two strokes, falling.
  case rest
  /// The practice is over: three strokes, rising.
  case finish
}

/// One instruction to the renderer, for a single event. Sent in batches: all of a batch is applied at the same frame.
/// Lasting state is not a command: `SoundController` has `setLevel`, `silence` and `tune`.
public enum SoundCommand: Sendable {
  /// A note. `frames` is its whole length, attack and release included: its last frame is silent. Endless notes
  /// (`frames` = `Int64.max`) sound until they are faded. `gain` is linear, before the level. With `sustain`, a share
  /// of the gain up to 1, a note's release falls to that level instead of silence, and the note then sounds at it until
  /// it is faded. The power of a note does not depend on its `timbre`; its largest sample does (`Harmonics.peak`).
  case note(
    role: VoiceRole, epoch: UInt32, start: Start, frames: Int64, hertz: Double, gain: Float, sustain: Float = 0,
    timbre: Timbre = .sine)
  /// A beat pattern, whose first accent is on the frame `start`. It is one voice of the role `pattern`: one `started`
  /// on its first frame, with the frequency of its plain strokes, and one `ended`, a stroke's length (55 ms) after the
  /// start of the beat that follows its last: a frame that does not depend on the displacement. A fade multiplies the
  /// strokes that sound by a note's release, and no other begins. `gain` is linear, before the level: at 1 its accent
  /// is as loud as a note of 1 kHz and gain 1, and the other strokes are 3 dB below it. Refused unless
  /// `BeatPattern.isPlayable(at:)`. For the tones of timers it is a note.
  case pattern(BeatPattern, epoch: UInt32, start: Start, gain: Float)
  /// Clicks of `kind`. They end by themselves.
  case clicks(ClickKind, epoch: UInt32, start: Start)
  /// Speech, at the level of the notes. One utterance sounds at a time: another that still sounds on that frame is
  /// faded. Every submitted utterance is answered by one `utteranceEnded`, even if it is refused, cancelled or faded.
  case utterance(Utterance, epoch: UInt32, start: Start)
  /// Silent: reports `marker` when its frame is rendered.
  case marker(epoch: UInt32, start: Start)
  /// A timer's tone, of the epoch `SoundLimits.cueEpoch`. It ends by itself. It never sounds together with a note: if a
  /// note sounds on its frame (release included) or is scheduled to begin before it ends, it is silent; if a note is
  /// scheduled into it later, it is faded before the note, or within 5 ms if there is less time. Other tones, clicks
  /// and speech do not affect it. With `heard` it is also silent if it would not be heard within 20 ms of that time:
  /// sound has been interrupted since its frame was computed.
  case cue(CueTone, start: Start, heard: MonotonicTime? = nil)
  /// Fades current sound of this epoch and removes scheduled sound.
  case fade(epoch: UInt32)
  /// Removes scheduled sound of this epoch; current sound continues.
  case cancel(epoch: UInt32)
}

/// A report of the renderer, stamped with the frame it happened on.
public enum SoundEvent: Sendable, BitwiseCopyable, Equatable {
  /// All of this batch, or this silence, took effect on `frame`. The notes it released were reported before, by
  /// `released`.
  case applied(batch: UInt32, frame: Int64)
  /// The first frame of a note or pattern was rendered.
  case started(role: VoiceRole, epoch: UInt32, frame: Int64, hertz: Double)
  /// An early release begins: `frame` is the first frame of its fade, and `hertz` the note's constant frequency during
  /// the fade. Comes in the same cycle as the `applied` of the batch that requested it, and before it.
  case released(role: VoiceRole, epoch: UInt32, frame: Int64, hertz: Double)
  /// A note has ended: `frame` is the first frame after it (its release included); `hertz` is its frequency when its
  /// fade began. `faded` distinguishes an early release from the note's natural end.
  case ended(role: VoiceRole, epoch: UInt32, frame: Int64, hertz: Double, faded: Bool)
  /// A marker's frame was rendered.
  case marker(epoch: UInt32, frame: Int64)
  /// The utterance of this number is over, or will not sound at all; `frame` is the first frame after it.
  case utteranceEnded(number: UInt32, frame: Int64)
  /// A timer's tone was due on `frame`. `isSounded`: false if it is silent because of a note, or because too many
  /// voices sound already. A tone that is cancelled, faded or silenced before its frame, or refused, is not reported.
  case cue(CueTone, frame: Int64, isSounded: Bool)
}
