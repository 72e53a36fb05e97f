/// The tones of practice timers as samples, made before any callback runs. Control.
///
/// Each is one to three strokes as on a bar or a plate: partials that begin at once and die away within hundredths of a
/// second, the higher ones first. So no tone can be mistaken for a note (which is one sine with soft edges, and lasts),
/// nor for a tick or a result (noise that swells and fades).
///
/// The tones have no pitch that would stay in the ear and be compared with the next reference. An instrument's bar
/// would have one: its lowest partial outlasts and outweighs the others, and is heard as its note. Here seven or eight
/// partials are equally strong, span more than an octave, and have no common fundamental. They were chosen from many
/// thousands of random sets: their sum repeats itself least at any lag that is the period of a piano note. Brightness
/// remains: one tone is higher than another, but by no interval, because each has different partials.
///
/// Their meaning is in their shape, for busy ears: *low*, *medium*, *high* climb to *start*, which is bright and short;
/// *slot* is like it, softer and duller; *warning* knocks twice in one place; *rest* falls; *finish* climbs in
/// three quick strokes.
struct CueTones: ~Copyable {
  /// Returns the strokes of `tone`.
  static func strokes(of tone: CueTone) -> [Stroke] {
    switch tone {
    case .low:
      [Stroke(duration: 0.100, decay: 0.022, hertz: [790, 890, 1_047, 1_344, 1_522, 1_728, 2_050], underNote: 16)]
    case .medium:
      [Stroke(duration: 0.100, decay: 0.022, hertz: [1_270, 1_349, 1_460, 1_690, 2_171, 2_317, 3_300], underNote: 16)]
    case .high:
      [Stroke(duration: 0.100, decay: 0.022, hertz: [2_040, 2_186, 2_612, 3_501, 4_145, 4_495, 5_300], underNote: 16)]
    case .start:
      [
        Stroke(
          duration: 0.070, decay: 0.014, hertz: [2_300, 2_754, 4_006, 4_361, 5_188, 6_504, 7_348, 8_300], underNote: 18)
      ]
    case .slot:
      [
        Stroke(
          duration: 0.070, decay: 0.014, hertz: [1_700, 2_066, 2_687, 2_866, 3_145, 3_618, 4_050, 5_900], underNote: 24)
      ]
    case .warning:
      [0, 0.075].map { start in
        Stroke(
          start: start, duration: 0.070, decay: 0.012, hertz: [1_000, 1_257, 1_495, 1_690, 1_852, 2_389, 2_600],
          underNote: 19)
      }
    case .rest:
      [
        Stroke(
          duration: 0.065, decay: 0.012, hertz: [1_600, 2_217, 2_450, 2_684, 2_848, 3_608, 4_150], underNote: 19),
        Stroke(
          start: 0.065, duration: 0.080, decay: 0.016, hertz: [850, 924, 1_139, 1_409, 1_539, 1_870, 2_200],
          underNote: 19),
      ]
    case .finish:
      [
        Stroke(duration: 0.045, decay: 0.010, hertz: [900, 1_098, 1_194, 1_575, 1_713, 1_879, 2_350], underNote: 19),
        Stroke(
          start: 0.045, duration: 0.045, decay: 0.010, hertz: [1_450, 1_540, 1_844, 2_042, 2_535, 2_731, 3_750],
          underNote: 19),
        Stroke(
          start: 0.090, duration: 0.060, decay: 0.013, hertz: [2_330, 2_617, 3_205, 4_139, 4_805, 5_322, 6_050],
          underNote: 19),
      ]
    }
  }

  private let tones: StrokeSamples

  /// Renders the samples at `rate` frames a second. Partials above that rate's limit are left out.
  init(rate: Int) {
    tones = StrokeSamples(CueTone.allCases.map(Self.strokes), rate: rate)
  }

  /// Returns the samples of `tone`: 60 to 150 ms, none above 1, the first not 0. Valid as long as this value.
  /// Real-time.
  @_noLocks
  func samples(of tone: CueTone) -> Samples {
    switch tone {
    case .low: tones[0]
    case .medium: tones[1]
    case .high: tones[2]
    case .start: tones[3]
    case .slot: tones[4]
    case .warning: tones[5]
    case .rest: tones[6]
    case .finish: tones[7]
    }
  }
}
