import CRealtime

/// One thing that sounds: a sine note, or strokes. Everything in it is a plain number; it renders itself, adding to a
/// mix. Real-time.
struct Voice: BitwiseCopyable {
  /// What it plays.
  enum Source: BitwiseCopyable {
    /// A sine, as this note of an exercise.
    case note(VoiceRole)
    /// Recorded strokes.
    case strokes(Strokes.Samples)
  }

  var source: Source
  var epoch: UInt32
  /// Linear, before the level.
  var gain: Double
  /// Frames made so far: the index of the next one.
  private(set) var position: Int64 = 0
  /// Frames from the first to full amplitude.
  private let attack: Int64
  /// The index of the release's first frame.
  private(set) var releaseStart: Int64
  /// Frames of the release; its last one is silent.
  private var release: Int64
  /// The release was asked for: it is not the note's natural end.
  private(set) var isFaded = false
  private let envelope: Envelope

  /// In full circles, 0 ..< 1 between renderings.
  private var phase = 0.0
  /// Full circles a frame.
  private(set) var increment: Double
  /// What a tunable note is tuned from.
  let startIncrement: Double
  /// Full circles a frame that `increment` grows by each frame, for `glideLeft` frames, to arrive at `glideTarget`.
  private var glideStep = 0.0
  private var glideLeft: Int64 = 0
  private var glideTarget: Double

  /// A sine note of `frames` frames. One too short for its attack and release shares its frames out among them.
  @_noLocks
  init(
    role: VoiceRole, epoch: UInt32, frames: Int64, startIncrement: Double, increment: Double, gain: Double,
    lengths: Lengths, envelope: Envelope
  ) {
    source = .note(role)
    self.epoch = epoch
    self.gain = gain
    self.envelope = envelope
    self.increment = increment
    self.startIncrement = startIncrement
    glideTarget = increment
    if frames < lengths.attack + lengths.release {
      attack = frames * lengths.attack / (lengths.attack + lengths.release)
      release = frames - attack
    } else {
      attack = lengths.attack
      release = lengths.release
    }
    releaseStart = frames - release
  }

  /// Strokes: their envelope is in their samples.
  @_noLocks
  init(samples: Strokes.Samples, epoch: UInt32, envelope: Envelope) {
    source = .strokes(samples)
    self.epoch = epoch
    self.envelope = envelope
    gain = 1
    attack = 0
    release = 0
    releaseStart = Int64(samples.count)
    increment = 0
    startIncrement = 0
    glideTarget = 0
  }

  /// Frames to its last one.
  var framesLeft: Int64 {
    @_noLocks get { releaseStart + release - position }
  }

  /// Whether its last frame was made.
  var isOver: Bool {
    @_noLocks get { framesLeft <= 0 }
  }

  /// Whether its frequency stands still for good.
  var isFrozen: Bool {
    @_noLocks get { position >= releaseStart }
  }

  /// Begins the release on the next frame, unless it has begun. A running attack goes on beneath it.
  @_noLocks
  mutating func fade(release frames: Int64) {
    guard position < releaseStart else { return }
    releaseStart = position
    release = frames
    isFaded = true
    freeze()
  }

  /// Sets out for `target` full circles a frame, from where it is, to arrive after `frames`.
  @_noLocks
  mutating func glide(to target: Double, frames: Int64) {
    guard !isFrozen, target != glideTarget else { return }
    glideTarget = target
    glideLeft = frames
    glideStep = (target - increment) / Double(frames)
  }

  @_noLocks
  private mutating func freeze() {
    glideLeft = 0
    glideStep = 0
    glideTarget = increment
  }

  /// Adds the next `count` frames to `mix`; nothing once it is over.
  @_noLocks
  mutating func render(into mix: UnsafeMutablePointer<Double>, count: Int) {
    var made = 0
    while made < count, !isOver {
      if position == releaseStart { freeze() }
      let piece = pieceLength(limit: Int64(count - made))
      switch source {
      case .note: renderSine(mix + made, count: piece)
      case .strokes(let samples): renderStrokes(mix + made, count: piece, samples: samples)
      }
      position += Int64(piece)
      made += piece
    }
  }

  /// Frames to the next one on which anything about the voice changes, at least 1.
  @_noLocks
  private func pieceLength(limit: Int64) -> Int {
    var length = limit
    if position < attack { length = min(length, attack - position) }
    length = min(length, position < releaseStart ? releaseStart - position : framesLeft)
    if glideLeft > 0 { length = min(length, glideLeft) }
    return Int(length)
  }

  @_noLocks
  private mutating func renderSine(_ mix: UnsafeMutablePointer<Double>, count: Int) {
    // Locals: the loops below then read no memory that `mix` could alias, and become vector code.
    let gain = gain
    let phase = phase
    let increment = increment
    let rises = position < attack
    let falls = position >= releaseStart
    if rises || falls {
      renderShapedSine(mix, count: count, rises: rises, falls: falls)
    } else if glideLeft == 0 {
      for frame in 0..<count {
        mix[frame] += gain * sine(turns: phase + Double(Int32(truncatingIfNeeded: frame)) * increment)
      }
    } else {
      // The phase after k frames of a growing increment: k·increment + k(k−1)/2·step, in closed form.
      let step = glideStep * 0.5
      for frame in 0..<count {
        let k = Double(Int32(truncatingIfNeeded: frame))
        mix[frame] += gain * sine(turns: phase + k * (increment + (k - 1) * step))
      }
    }
    advance(by: count)
  }

  @_noLocks
  private func renderShapedSine(_ mix: UnsafeMutablePointer<Double>, count: Int, rises: Bool, falls: Bool) {
    let step = glideStep * 0.5
    for frame in 0..<count {
      let k = Double(frame)
      let index = position + Int64(frame)
      var amplitude = gain
      if rises { amplitude *= envelope.rise(Double(index), of: Double(attack)) }
      if falls { amplitude *= envelope.fall(Double(index - releaseStart), of: Double(release)) }
      mix[frame] += amplitude * sine(turns: phase + k * (increment + (k - 1) * step))
    }
  }

  /// Moves phase and increment on by `count` frames of the same glide.
  @_noLocks
  private mutating func advance(by count: Int) {
    let k = Double(count)
    let next = phase + k * (increment + (k - 1) * glideStep * 0.5)
    let whole = (next + 0x1.8p52) - 0x1.8p52
    phase = next - whole
    guard glideLeft > 0 else { return }
    glideLeft -= Int64(count)
    if glideLeft > 0 {
      increment += k * glideStep
    } else {
      increment = glideTarget  // Exactly, whatever the steps have added up to.
      glideStep = 0
    }
  }

  @_noLocks
  private func renderStrokes(_ mix: UnsafeMutablePointer<Double>, count: Int, samples: Strokes.Samples) {
    let falls = position >= releaseStart
    for frame in 0..<count {
      let index = Int(position) + frame
      // After a fade has begun the samples may run out before the release does.
      guard index < samples.count else { return }
      var amplitude = gain
      if falls { amplitude *= envelope.fall(Double(Int64(index) - releaseStart), of: Double(release)) }
      mix[frame] += amplitude * Double(samples.start[index])
    }
  }
}

/// Seconds of `SoundLimits` as frames of a rate.
struct Lengths: BitwiseCopyable {
  var attack: Int64
  var release: Int64
  var glide: Int64
  var levelRamp: Double
  var resumeRamp: Double

  init(rate: Int) {
    let rate = Double(rate)
    attack = Int64(SoundLimits.attack * rate)
    release = Int64(SoundLimits.release * rate)
    glide = Int64(SoundLimits.glide * rate)
    levelRamp = SoundLimits.levelRamp * rate
    resumeRamp = SoundLimits.resumeRamp * rate
  }
}
