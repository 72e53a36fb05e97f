import CRealtime

/// A sounding voice: a note, a beat pattern, clicks, a timer's tone or speech. All its fields are plain numbers,
/// or pointers to memory of the renderer and the loop; it renders itself, adding to a mix. Real-time.
struct Voice: BitwiseCopyable {
  /// The source of its samples.
  enum Source: BitwiseCopyable {
    /// A sine, as this note of an exercise.
    case note(VoiceRole)
    /// A note of several partials.
    case tone(VoiceRole, HarmonicTone)
    /// A beat pattern, whose player is this one's alone.
    case pattern(UnsafeMutablePointer<BeatPlayer>)
    /// Recorded clicks.
    case clicks(Samples)
    /// A timer's tone.
    case cue(Samples)
    /// Speech, stored in this place of the shelf.
    case utterance(Samples, place: Int)
  }

  var source: Source
  var epoch: UInt32
  /// The linear gain, before the level.
  var gain: Double
  /// Frames rendered so far: the index of the next one.
  private(set) var position: Int64 = 0
  /// Frames until full amplitude.
  private let attack: Int64
  /// The index of the first frame of the fall to `sustain`, and its length; `furthest` and 0 if there is no fall, or if
  /// it is over.
  private var fallStart = SoundLimits.furthest
  private var fallLength: Int64 = 0
  /// The share of `gain` that it falls to; multiplied into `gain` when the fall is over.
  private let sustain: Double
  /// The index of the release's first frame.
  private(set) var releaseStart: Int64
  /// Frames of the release; its last one is silent.
  private var release: Int64
  /// The release was requested: it is not the note's natural end.
  private(set) var isFaded = false
  private let envelope: Envelope

  /// The phase in full circles, 0 ..< 1 between renderings.
  private var phase = 0.0
  /// Full circles per frame; for a note that follows the glide, the increment of the last frame rendered.
  private(set) var increment: Double
  /// The sine at `increment`, or at an earlier one; of a tone, its first partial.
  private var steady = SteadySine(increment: 0)
  /// The increment a tunable note is tuned from.
  let startIncrement: Double
  /// Whether the increment is the renderer's glide, which the tunable note that started last has until its release.
  private(set) var followsGlide: Bool

  /// Creates a note of `frames` frames, which then continues at `sustain` of its gain; 0: it ends. One too short for
  /// its attack and release divides its frames between them. Without a `tone` it is a sine.
  @_noLocks
  init(
    role: VoiceRole, epoch: UInt32, frames: Int64, startIncrement: Double, increment: Double, gain: Double,
    sustain: Double, tone: HarmonicTone?, lengths: Lengths, envelope: Envelope
  ) {
    if let tone { source = .tone(role, tone) } else { source = .note(role) }
    self.epoch = epoch
    self.gain = gain
    self.sustain = sustain
    self.envelope = envelope
    self.increment = increment
    self.startIncrement = startIncrement
    if case .tunable = role { followsGlide = true } else { followsGlide = false }
    if frames < lengths.attack + lengths.release {
      attack = frames * lengths.attack / (lengths.attack + lengths.release)
      release = frames - attack
    } else {
      attack = lengths.attack
      release = lengths.release
    }
    releaseStart = frames - release
    guard sustain > 0 else { return }
    if sustain < 1 {
      fallStart = releaseStart
      fallLength = release
    }
    releaseStart = SoundLimits.furthest
    release = lengths.release
  }

  /// Creates a voice of clicks, a timer's tone or speech: their envelope is in their samples.
  @_noLocks
  init(_ source: Source, frames: Int, epoch: UInt32, envelope: Envelope) {
    self.source = source
    self.epoch = epoch
    self.envelope = envelope
    gain = 1
    sustain = 0
    attack = 0
    release = 0
    releaseStart = Int64(frames)
    increment = 0
    startIncrement = 0
    followsGlide = false
  }

  /// Creates a voice of a pattern's strokes.
  /// - Parameter increment: full circles per frame of a plain stroke.
  @_noLocks
  init(
    pattern player: UnsafeMutablePointer<BeatPlayer>, epoch: UInt32, increment: Double, gain: Double,
    envelope: Envelope
  ) {
    self.init(.pattern(player), frames: Int(player.pointee.frames), epoch: epoch, envelope: envelope)
    self.increment = increment
    self.gain = gain
  }

  /// The note of an exercise that it plays; nil if it is something else.
  var role: VoiceRole? {
    @_noLocks get {
      switch source {
      case .note(let role): role
      case .tone(let role, _): role
      case .pattern: .pattern
      case .clicks, .cue, .utterance: nil
      }
    }
  }

  /// The number of frames left.
  var framesLeft: Int64 {
    @_noLocks get { releaseStart + release - position }
  }

  /// Whether its last frame was rendered.
  var isOver: Bool {
    @_noLocks get { framesLeft <= 0 }
  }

  /// Begins the release on the next frame; returns false if it has begun before. A running attack continues beneath it,
  /// and the frequency stays constant.
  @_noLocks
  mutating func fade(release frames: Int64) -> Bool {
    guard position < releaseStart else { return false }
    releaseStart = position
    release = frames
    isFaded = true
    followsGlide = false
    return true
  }

  /// Schedules the release so that its last frame precedes the frame `offset` frames from the next one, or as early as
  /// possible; does nothing if it ends by itself before that, or has begun to end.
  @_noLocks
  mutating func end(before offset: Int64, release frames: Int64) {
    guard position < releaseStart, framesLeft > offset else { return }
    releaseStart = position + max(offset - frames, 0)
    release = frames
    isFaded = true
  }

  /// Makes its frequency constant.
  @_noLocks
  mutating func leaveGlide() {
    followsGlide = false
  }

  /// Adds the next `count` frames to `mix`; nothing once it is over.
  @_noLocks
  mutating func render(into mix: UnsafeMutablePointer<Double>, count: Int, glide: inout Glide) {
    var made = 0
    while made < count, !isOver {
      if position == releaseStart { followsGlide = false }
      let piece = pieceLength(limit: Int64(count - made))
      switch source {
      case .note:
        if followsGlide, !glide.isSteady {
          renderGlidingSine(mix + made, count: piece, glide: &glide)
        } else {
          if followsGlide { increment = glide.target }
          renderSine(mix + made, count: piece)
        }
      case .tone(_, let tone):
        if followsGlide, !glide.isSteady {
          renderGlidingTone(mix + made, count: piece, tone: tone, glide: &glide)
        } else {
          if followsGlide { increment = glide.target }
          renderTone(mix + made, count: piece, tone: tone)
        }
      case .clicks(let samples), .cue(let samples), .utterance(let samples, _):
        renderSamples(mix + made, count: piece, samples: samples, from: position, at: position)
      case .pattern(let player):
        renderStrokes(mix + made, count: piece, player: player)
      }
      position += Int64(piece)
      made += piece
      if position >= fallStart + fallLength { settle() }
    }
  }

  /// Returns the number of frames until the voice's parameters change, at least 1.
  @_noLocks
  private func pieceLength(limit: Int64) -> Int {
    var length = limit
    if position < attack { length = min(length, attack - position) }
    if position < fallStart {
      length = min(length, fallStart - position)
    } else {
      length = min(length, fallStart + fallLength - position)
    }
    return Int(min(length, position < releaseStart ? releaseStart - position : framesLeft))
  }

  /// Renders at a constant frequency: the phase in closed form, so that frames are independent of each other and become
  /// vector code.
  @_noLocks
  private mutating func renderSine(_ mix: UnsafeMutablePointer<Double>, count: Int) {
    if isShaped {
      // Locals: the loop then reads no memory that `mix` could alias.
      let (gain, phase, increment) = (gain, phase, increment)
      for frame in 0..<count {
        mix[frame] += gain * shape(frame) * sine(turns: phase + Double(frame) * increment)
      }
    } else {
      if steady.increment != increment { steady = SteadySine(increment: increment) }
      steady.add(to: mix, count: count, gain: gain, phase: phase)
    }
    setPhase(phase + Double(count) * increment)
  }

  /// Renders at a changing frequency: the phase accumulates frame by frame.
  @_noLocks
  private mutating func renderGlidingSine(
    _ mix: UnsafeMutablePointer<Double>, count: Int, glide: inout Glide
  ) {
    let isShaped = isShaped
    var turns = phase
    for frame in 0..<count {
      mix[frame] += gain * (isShaped ? shape(frame) : 1) * sine(turns: turns)
      increment = glide.advance()
      turns += increment
    }
    setPhase(turns)
  }

  /// Renders partials at a constant frequency.
  @_noLocks
  private mutating func renderTone(_ mix: UnsafeMutablePointer<Double>, count: Int, tone: HarmonicTone) {
    if isShaped {
      for frame in 0..<count {
        let turns = phase + Double(frame) * increment
        mix[frame] += gain * shape(frame) * tone.value(turns: turns, increment: increment)
      }
    } else {
      if steady.increment != increment { steady = SteadySine(increment: increment) }
      tone.add(to: mix, count: count, gain: gain, phase: phase, sine: steady)
    }
    setPhase(phase + Double(count) * increment)
  }

  /// Renders partials at a changing frequency.
  @_noLocks
  private mutating func renderGlidingTone(
    _ mix: UnsafeMutablePointer<Double>, count: Int, tone: HarmonicTone, glide: inout Glide
  ) {
    let isShaped = isShaped
    var turns = phase
    for frame in 0..<count {
      mix[frame] += gain * (isShaped ? shape(frame) : 1) * tone.value(turns: turns, increment: increment)
      increment = glide.advance()
      turns += increment
    }
    setPhase(turns)
  }

  /// Whether its level changes on the next frame.
  private var isShaped: Bool {
    @_noLocks get { position < attack || position >= min(fallStart, releaseStart) }
  }

  /// Ends the fall: the note continues at its lower gain.
  @_noLocks
  private mutating func settle() {
    gain *= sustain
    fallStart = SoundLimits.furthest
    fallLength = 0
  }

  /// Returns the envelope `offset` frames after `position`, within the same segment.
  @inline(__always)
  @_noLocks
  private func shape(_ offset: Int) -> Double {
    let index = position + Int64(offset)
    var amplitude = 1.0
    if position < attack { amplitude *= envelope.rise(Double(index), of: Double(attack)) }
    if position >= fallStart {
      amplitude *= sustain + (1 - sustain) * envelope.fall(Double(index - fallStart), of: Double(fallLength))
    }
    if position >= releaseStart { amplitude *= envelope.fall(Double(index - releaseStart), of: Double(release)) }
    return amplitude
  }

  @_noLocks
  private mutating func setPhase(_ turns: Double) {
    phase = turns - ((turns + 0x1.8p52) - 0x1.8p52)
  }

  /// Renders the strokes of the next `count` frames. During a fade no stroke begins.
  @_noLocks
  private func renderStrokes(
    _ mix: UnsafeMutablePointer<Double>, count: Int, player: UnsafeMutablePointer<BeatPlayer>
  ) {
    let end = position + Int64(count)
    player.pointee.skip(to: position)
    var next: BeatPlayer.Stroke? = player.pointee.current
    while let stroke = next, stroke.onset < min(end, releaseStart) {
      let first = max(stroke.onset, position)
      renderSamples(
        mix + Int(first - position), count: Int(end - first), samples: stroke.samples, from: first - stroke.onset,
        at: first)
      next = player.pointee.stroke(after: stroke)
    }
  }

  /// Renders `samples` from the one of index `start`, on the voice's frames from `position`.
  @_noLocks
  private func renderSamples(
    _ mix: UnsafeMutablePointer<Double>, count: Int, samples: Samples, from start: Int64, at position: Int64
  ) {
    let falls = position >= releaseStart
    for frame in 0..<count {
      let index = Int(start) + frame
      // During a fade the samples may run out before the release does.
      guard index < samples.count else { return }
      var amplitude = gain
      if falls {
        amplitude *= envelope.fall(Double(position + Int64(frame) - releaseStart), of: Double(release))
      }
      mix[frame] += amplitude * Double(samples.start[index])
    }
  }
}

/// Recorded sound, created before the real-time side sees it. The creator owns the memory.
struct Samples: BitwiseCopyable {
  var start: UnsafePointer<Float>
  var count: Int
}

/// Lengths from `SoundLimits`, as frames of a rate.
struct Lengths: BitwiseCopyable {
  var attack: Int64
  var release: Int64
  var cueRelease: Int64
  var glide: Int
  var levelRamp: Double
  var resumeRamp: Double

  init(rate: Int) {
    let rate = Double(rate)
    attack = Int64(SoundLimits.attack * rate)
    release = Int64(SoundLimits.release * rate)
    cueRelease = Int64(SoundLimits.cueRelease * rate)
    glide = Int(SoundLimits.glide * rate)
    levelRamp = SoundLimits.levelRamp * rate
    resumeRamp = SoundLimits.resumeRamp * rate
  }
}
