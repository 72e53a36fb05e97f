import CRealtime
import Synchronization

/// The renderer: voices, schedule, level. Used by the callback alone (see `SoundEngine`); every method is real-time
/// unless stated otherwise.
struct Renderer: ~Copyable {
  /// Not mutable: all its mutable state is atomic, so there is never an exclusive access to the whole.
  let shared: UnsafePointer<SharedState>
  /// The callback's ends of the rings.
  var commands: RingConsumer<CommandSlot>
  private var events: RingProducer<SoundEvent>
  /// Frames rendered since the engine was created.
  private(set) var frame: Int64 = 0
  private(set) var rate: Int
  private(set) var lengths: Lengths
  let envelope: Envelope
  private var clicks: Clicks
  /// The tones of timers.
  private(set) var cueTones: CueTones
  /// The strokes of patterns.
  private(set) var beatTones: BeatTones
  /// The partials of timbres.
  let harmonics = HarmonicTable()
  /// The glide of the tunable note that started last.
  var glide: Glide

  /// `voiceCapacity` places, of which the first `voiceCount` are initialised and sounding.
  let voices: UnsafeMutablePointer<Voice>
  var voiceCount = 0
  /// `voiceCapacity` places, of which those that a voice points to are initialised.
  let players: UnsafeMutablePointer<BeatPlayer>
  /// `scheduledCapacity` places, of which the first `scheduledCount` are initialised; in order of submission.
  let scheduled: UnsafeMutablePointer<CommandSlot>
  var scheduledCount = 0
  /// `chunk` frames in which the voices are summed.
  private let mix: UnsafeMutablePointer<Double>

  var level: Ramp
  /// The target of the current level ramp, as last read.
  var levelBits = SoundLimits.defaultLevel.bitPattern
  /// The number of the newest silence handled.
  var silenced: UInt32 = 0
  /// The ramp from silence to 1 after a server's return.
  private var resume = Ramp(1)
  /// The current cycle: its first frame, its start time, and the playback latency in frames.
  private(set) var cycle: (first: Int64, start: Int64, latency: Int) = (0, 0, 0)
  /// The start of the last cycle; nil before the first since `prepare`.
  private var lastStart: Int64?
  /// Whether events were written in this cycle.
  private var hasEvents = false

  /// Allocates all memory it will ever need. Control.
  init(
    shared: UnsafePointer<SharedState>, commands: consuming RingConsumer<CommandSlot>,
    events: consuming RingProducer<SoundEvent>, rate: Int, seed: UInt64, shape: EnvelopeShape
  ) {
    self.shared = shared
    self.commands = commands
    self.events = events
    self.rate = rate
    lengths = Lengths(rate: rate)
    envelope = Envelope(shape: shape)
    clicks = Clicks(rate: rate, seed: seed)
    cueTones = CueTones(rate: rate)
    beatTones = BeatTones(rate: rate)
    glide = Glide(longest: lengths.glide)
    voices = .allocate(capacity: SoundLimits.voiceCapacity)
    players = .allocate(capacity: SoundLimits.voiceCapacity)
    scheduled = .allocate(capacity: SoundLimits.scheduledCapacity)
    mix = .allocate(capacity: SoundLimits.chunk)
    mix.initialize(repeating: 0, count: SoundLimits.chunk)
    level = Ramp(amplitude(decibels: SoundLimits.defaultLevel))
  }

  deinit {
    // All of them hold trivial values.
    voices.deallocate()
    players.deallocate()
    scheduled.deallocate()
    mix.deallocate()
  }

  /// Ends current sound, removes scheduled or submitted commands, and restarts the count of frames at `rate`. Control,
  /// while no callback runs; it may therefore read commands and write events in the callback's place.
  mutating func prepare(rate: Int, seed: UInt64) {
    hasEvents = false
    // Commands for sound that never started are dropped.
    applyBatches()
    for index in 0..<voiceCount { end(voices[index], isFaded: true) }
    for index in 0..<scheduledCount { forget(scheduled[index]) }
    if hasEvents { realtime_wake(shared.pointee.descriptor) }
    voiceCount = 0
    scheduledCount = 0
    lastStart = nil
    if rate != self.rate {
      self.rate = rate
      lengths = Lengths(rate: rate)
      clicks = Clicks(rate: rate, seed: seed)
      cueTones = CueTones(rate: rate)
      beatTones = BeatTones(rate: rate)
      glide = Glide(longest: lengths.glide)
    }
  }

  /// Records the longest time between two cycles: the cost of a late cycle, for latency measurement. Real-time.
  @_noLocks
  private mutating func countGap(to start: Int64) {
    defer { lastStart = start }
    guard let lastStart else { return }
    let gap = start &- lastStart
    let longest = shared.pointee.counters.longestCycleGap.load(ordering: .relaxed)
    if gap > longest { shared.pointee.counters.longestCycleGap.store(gap, ordering: .relaxed) }
  }

  /// Renders one cycle. Real-time.
  @_noLocks
  mutating func render(
    frames: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>?, cycleStart: Int64,
    latency: Int
  ) {
    hasEvents = false
    countGap(to: cycleStart)
    cycle = (frame, cycleStart, latency)
    shared.pointee.cycle.publish(first: frame, start: cycleStart, rate: rate, latency: latency)
    // Read first: an exchange takes much longer, and a request is rare.
    if shared.pointee.rampRequested.load(ordering: .relaxed),
      shared.pointee.rampRequested.exchange(false, ordering: .acquiring)
    {
      resume.go(from: 0, to: 1, frames: lengths.resumeRamp)
    }
    applyLevel()
    applyBatches()
    applyTuning(cycle: frames)
    var done = 0
    while done < frames {
      // Up to the next frame on which a voice starts or ends: so events are reported in the order of their frames.
      let next = min(startDueVoices(), firstEnd())
      let count = Int(min(Int64(min(frames - done, SoundLimits.chunk)), next - frame))
      mix.update(repeating: 0, count: count)
      for index in 0..<voiceCount {
        (voices + index).pointee.render(into: mix, count: count, glide: &glide)
      }
      write(to: left + done, count: count)
      frame += Int64(count)
      done += count
      removeEndedVoices()
    }
    if let right, frames > 0 {
      UnsafeMutableRawPointer(right).copyMemory(from: left, byteCount: frames * MemoryLayout<Float>.stride)
    }
    shared.pointee.counters.frames.store(frame, ordering: .relaxed)
    // Not an atomic addition: only the callback writes it.
    let cycles = shared.pointee.counters.cycles.load(ordering: .relaxed)
    shared.pointee.counters.cycles.store(cycles &+ 1, ordering: .relaxed)
    if hasEvents { realtime_wake(shared.pointee.descriptor) }
  }

  /// Appends an event; counts it if the ring is full.
  @_noLocks
  mutating func report(_ event: SoundEvent) {
    if events.report(event) {
      hasEvents = true
    } else {
      shared.pointee.counters.lostEvents.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Counts a command that cannot be executed.
  @_noLocks
  func refuse() {
    shared.pointee.counters.refusedCommands.wrappingAdd(1, ordering: .relaxed)
  }

  /// Returns the current frequency of `voice`.
  @_noLocks
  func hertz(of voice: Voice) -> Double { voice.increment * Double(rate) }

  /// Starts everything whose frame has come. Returns the next frame on which something starts, or
  /// `SoundLimits.furthest` and more.
  @_noLocks
  private mutating func startDueVoices() -> Int64 {
    var next = Int64.max
    var kept = 0
    for index in 0..<scheduledCount {
      let slot = scheduled[index]
      if slot.start <= frame {
        start(slot)
      } else {
        next = min(next, slot.start)
        (scheduled + kept).pointee = slot
        kept += 1
      }
    }
    scheduledCount = kept
    return next
  }

  @_noLocks
  private mutating func start(_ slot: CommandSlot) {
    switch slot.kind {
    case .marker:
      report(.marker(epoch: slot.epoch, frame: frame))
    case .note:
      guard let role = slot.role else { return }
      let increment = slot.hertz / Double(rate)
      var (tunedIncrement, rise) = (increment, 1.0)
      if case .tunable = role {
        tunedIncrement = increment * tuningRatio(of: increment, epoch: slot.epoch)
        rise = SoundLimits.headroomRatio
      }
      let tone = harmonics.tone(slot.timbre, increment: increment, rise: rise)
      let voice = Voice(
        role: role, epoch: slot.epoch, frames: slot.frames, startIncrement: increment, increment: tunedIncrement,
        gain: Double(slot.gain), sustain: Double(slot.sustain), tone: tone, lengths: lengths, envelope: envelope)
      guard add(voice) else { return }
      if voice.followsGlide { followGlide() }
      report(.started(role: role, epoch: slot.epoch, frame: frame, hertz: hertz(of: voice)))
    case .clicks:
      guard let kind = slot.clicks else { return }
      let samples = clicks.samples(of: kind)
      _ = add(Voice(.clicks(samples), frames: samples.count, epoch: slot.epoch, envelope: envelope))
    case .pattern:
      startPattern(slot)
    case .utterance:
      startUtterance(slot)
    case .cue:
      startCue(slot)
    default:
      break
    }
  }

  /// Starts `voice` on the current frame; returns false, and counts it, if too many sound already.
  @_noLocks
  mutating func add(_ voice: Voice) -> Bool {
    guard voiceCount < SoundLimits.voiceCapacity else {
      refuse()
      return false
    }
    (voices + voiceCount).initialize(to: voice)
    voiceCount += 1
    return true
  }

  /// Returns the first frame after the voice that ends next.
  @_noLocks
  private func firstEnd() -> Int64 {
    var end = Int64.max
    for index in 0..<voiceCount { end = min(end, frame.addingClamped(voices[index].framesLeft)) }
    return end
  }

  @_noLocks
  private mutating func removeEndedVoices() {
    var kept = 0
    for index in 0..<voiceCount {
      let voice = voices + index
      guard voice.pointee.isOver else {
        if kept < index { voices[kept] = voice.pointee }
        kept += 1
        continue
      }
      end(voice.pointee, isFaded: voice.pointee.isFaded)
    }
    voiceCount = kept
  }

  /// Reports the end of a voice that is not rendered any more.
  @_noLocks
  private mutating func end(_ voice: Voice, isFaded: Bool) {
    if let role = voice.role {
      report(.ended(role: role, epoch: voice.epoch, frame: frame, hertz: hertz(of: voice), faded: isFaded))
    }
    if case .utterance(_, let place) = voice.source { endUtterance(place) }
  }

  /// Writes the mix at its level, limited, as floats.
  @_noLocks
  private mutating func write(to output: UnsafeMutablePointer<Float>, count: Int) {
    let ceiling = SoundLimits.ceiling
    let isSteady = level.isSteady && resume.isSteady
    let steady = level.target * resume.target
    let safe = isSteady ? writeSafe(to: output, count: count, level: steady) : 0
    var nonFinite = 0
    var clamped = 0
    for index in safe..<count {
      let sample = mix[index] * (isSteady ? steady : level.next() * resume.next())
      if sample.magnitude <= ceiling {
        output[index] = Float(sample)
      } else if sample.isFinite {
        output[index] = Float(sample < 0 ? -ceiling : ceiling)
        clamped += 1
      } else {
        output[index] = 0
        nonFinite += 1
      }
    }
    if clamped > 0 { shared.pointee.counters.clampedFrames.wrappingAdd(clamped, ordering: .relaxed) }
    if nonFinite > 0 { shared.pointee.counters.nonFiniteFrames.wrappingAdd(nonFinite, ordering: .relaxed) }
  }

  /// Writes the first frames of the mix at `level`, as floats, eight at a time, stopping before eight that contain a
  /// frame which is too loud or NaN.
  /// - Returns: the number of frames written.
  @_noLocks
  private func writeSafe(to output: UnsafeMutablePointer<Float>, count: Int, level: Double) -> Int {
    let ceiling = SIMD8(repeating: SoundLimits.ceiling)
    let input = UnsafeRawPointer(mix)
    let memory = UnsafeMutableRawPointer(output)
    var frame = 0
    while frame + 8 <= count {
      let eight =
        input.loadUnaligned(fromByteOffset: frame * MemoryLayout<Double>.stride, as: SIMD8<Double>.self) * level
      guard all((eight .<= ceiling) .& (eight .>= -ceiling)) else { break }
      memory.storeBytes(
        of: SIMD8<Float>(eight), toByteOffset: frame * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
      frame += 8
    }
    return frame
  }
}

/// Returns the linear amplitude of a level in dBFS. Real-time.
@_noLocks
func amplitude(decibels: Float) -> Double {
  realtime_exp2(Double(decibels) * 0.166_096_404_744_368_12)  // log2(10) / 20
}
