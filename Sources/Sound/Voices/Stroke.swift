import CRealtime
import Glibc

/// One stroke as on a bar or a plate: partials that begin at once and decay.
struct Stroke {
  /// Seconds from the tone's first frame.
  var start = 0.0
  /// Seconds it lasts, the last `fall` of them to silence.
  var duration: Double
  /// Seconds in which the lowest partial falls to 1/e; the others fall faster by the root of their ratio to it.
  var decay: Double
  /// Its partials in Hz, rising.
  var hertz: [Double]
  /// The A-weighted energy, in dB below the energy of a note of 1 kHz and gain 1 of 125 ms, the integration time of
  /// the ear. A stroke of many partials seems louder than that, because they are in different bands of the ear.
  var underNote: Double

  /// Seconds until a stroke's full strength: a hard mallet, and no click.
  private static let rise = 0.001
  /// Seconds of the final fade of a stroke, which is already quiet then.
  private static let fall = 0.010

  /// Returns the frame after its last one, at `rate`.
  fileprivate func end(at rate: Int) -> Int { Self.frames(start, rate) + Self.frames(duration, rate) }

  private static func frames(_ seconds: Double, _ rate: Int) -> Int { Int((seconds * Double(rate)).rounded()) }

  /// Adds it to `samples`, whose first is the tone's first frame.
  fileprivate func add(to samples: UnsafeMutablePointer<Float>, rate: Int) {
    guard let lowest = hertz.first else { return }
    let decays = hertz.map { decay * (lowest / $0).squareRoot() }
    // ∫ ½ e^(−2t/decay) dt = ¼ decay for each partial; ½ · 0.125 s for the note.
    let energy = zip(hertz, decays).reduce(0) { $0 + 0.25 * $1.1 * pow(10, Weighting.decibels($1.0) / 10) }
    let scale = (0.5 * 0.125 * pow(10, -underNote / 10) / energy).squareRoot()
    let partials = zip(hertz, decays).enumerated().map { index, partial in
      // Schroeder's quadratic phases: partials that all begin at their peak would make one peak twice as high.
      Partial(
        turn: partial.0 / Double(rate), phase: 0.25 + 0.5 * Double(index * index) / Double(decays.count),
        amplitude: scale, loss: exp(-1 / (partial.1 * Double(rate))))
    }
    var sum = [Double](repeating: 0, count: Self.frames(duration, rate))
    Partial.add(partials.filter { $0.turn < SoundLimits.highestShareOfRate }, to: &sum)
    let rise = Self.rise * Double(rate)
    let fall = Self.fall * Double(rate)
    let envelope = Envelope(shape: .raisedCosine)
    let first = Self.frames(start, rate)
    for (frame, value) in sum.enumerated() {
      var gain = 1.0
      if Double(frame) < rise { gain *= envelope.rise(Double(frame + 1), of: rise + 1) }
      if Double(sum.count - frame) < fall { gain *= envelope.rise(Double(sum.count - 1 - frame), of: fall) }
      samples[first + frame] += Float(gain * value)
    }
  }
}

/// Tones of strokes as samples, made before any callback runs. Control.
struct StrokeSamples: ~Copyable {
  private let memory: UnsafeMutablePointer<Float>
  private let tones: UnsafeMutablePointer<Samples>

  /// Renders each tone's strokes at `rate` frames a second. Partials above that rate's limit are left out.
  init(_ recipes: [[Stroke]], rate: Int) {
    let counts = recipes.map { strokes in strokes.map { $0.end(at: rate) }.max() ?? 0 }
    let all = counts.reduce(0, +)
    memory = .allocate(capacity: all)
    memory.initialize(repeating: 0, count: all)
    tones = .allocate(capacity: recipes.count)
    var start = memory
    for (index, count) in counts.enumerated() {
      for stroke in recipes[index] { stroke.add(to: start, rate: rate) }
      (tones + index).initialize(to: Samples(start: start, count: count))
      start += count
    }
  }

  deinit {
    memory.deallocate()
    tones.deallocate()
  }

  /// The samples of a tone, by its index in the recipes; valid as long as this value. Real-time.
  subscript(index: Int) -> Samples {
    @_noLocks get { tones[index] }
  }
}
