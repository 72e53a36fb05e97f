/// The strokes of a beat pattern as samples, made before any callback runs. Control.
///
/// A stroke is a single decaying partial. Its onset is sharp: full strength within 1 ms, so that the moment at which it
/// is heard is its first frame, for every stroke alike. Plain strokes are at 1 kHz, which every loudspeaker plays and
/// by which loudness is defined. The accent is an octave above and 3 dB louder: it marks the beat, and no melody of two
/// notes arises, as it would with another interval. It has the rise, decay and length of a plain stroke, so that it is
/// not heard earlier or later than one.
///
/// The ear integrates over about 125 ms. The accent has the A-weighted energy of a 125 ms note of gain 1, so a pattern
/// is as loud as notes: at the same level, 60 phon next to 60 phon. With 55 ms instead of 125, that takes higher peaks
/// than a note's: `BeatPattern.loudest`.
struct BeatTones: ~Copyable {
  static let plain = Stroke(duration: 0.055, decay: 0.015, hertz: [BeatPattern.hertz], underNote: 3)
  static let accent = Stroke(duration: 0.055, decay: 0.015, hertz: [2 * BeatPattern.hertz], underNote: 0)

  private let tones: StrokeSamples

  /// Renders the samples at `rate` frames a second.
  init(rate: Int) {
    tones = StrokeSamples([[Self.plain], [Self.accent]], rate: rate)
  }

  /// The samples of all strokes but the accent; valid as long as this value. Real-time.
  var plain: Samples {
    @_noLocks get { tones[0] }
  }

  /// The samples of a beat's first stroke, as many as of the plain one. Real-time.
  var accent: Samples {
    @_noLocks get { tones[1] }
  }
}
