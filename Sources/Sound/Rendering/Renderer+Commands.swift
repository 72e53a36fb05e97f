import CRealtime
import Synchronization

/// The execution of the loop's commands. All of it real-time.
extension Renderer {
  /// Applies every visible batch as a whole at the current frame, with a silence in its place between them.
  @_noLocks
  mutating func applyBatches() {
    var visible = commands.waiting()
    // After the ring: a silence before one of those batches is visible now. And before the ring is read again: a batch
    // before the silence is visible then.
    let newest = shared.pointee.silence.load(ordering: .acquiring)
    var first = 0
    if newest != silenced {
      silenced = newest
      let all = commands.waiting()
      while first < all, precedes(commands.slot(first).batch, newest) {
        first = applyBatch(from: first, to: all)
      }
      fadeAll()
      report(.applied(batch: newest, frame: frame))
      visible = max(visible, first)
    }
    while first < visible { first = applyBatch(from: first, to: visible) }
    commands.take(visible)
  }

  /// Applies the batch that begins at `first`; returns the index of the next one.
  @_noLocks
  private mutating func applyBatch(from first: Int, to visible: Int) -> Int {
    var end = first
    while end < visible, commands.slot(end).endsBatch != 1 { end += 1 }
    end = min(end + 1, visible)
    applyBatch(first..<end)
    return end
  }

  /// Ends current sound with a fade, and removes scheduled sound.
  @_noLocks
  private mutating func fadeAll() {
    for index in 0..<scheduledCount { forget(scheduled[index]) }
    scheduledCount = 0
    for index in 0..<voiceCount { release(index) }
  }

  /// Starts the ramp to the last requested level. Without sound no ramp is needed.
  @_noLocks
  mutating func applyLevel() {
    let bits = shared.pointee.level.load(ordering: .relaxed)
    guard bits != levelBits else { return }
    levelBits = bits
    let wanted = Float(bitPattern: bits)
    guard wanted.isFinite else { return }
    let target = amplitude(decibels: min(max(wanted, SoundLimits.lowestLevel), SoundLimits.highestLevel))
    level.go(to: target, frames: voiceCount == 0 ? 0 : lengths.levelRamp)
  }

  @_noLocks
  private mutating func applyBatch(_ slots: Range<Int>) {
    let shift = lateness(of: slots)
    if shift > 0 { shared.pointee.counters.lateBatches.wrappingAdd(1, ordering: .relaxed) }
    let batch = commands.slot(slots.lowerBound).batch
    for index in slots {
      apply(commands.slot(index), shift: shift)
    }
    // After the events of its fades: a reader of `applied` knows the final frequencies.
    report(.applied(batch: batch, frame: frame))
  }

  /// Returns the number of frames since a batch's earliest absolute start; 0 if it is not past.
  @_noLocks
  private func lateness(of slots: Range<Int>) -> Int64 {
    var earliest = Int64.max
    for index in slots {
      if let start = commands.slot(index).absoluteStart { earliest = min(earliest, start) }
    }
    return earliest < frame ? frame.subtractingClamped(earliest) : 0
  }

  @_noLocks
  private mutating func apply(_ slot: CommandSlot, shift: Int64) {
    switch slot.kind {
    case .note, .pattern, .clicks, .cue, .marker:
      schedule(slot, shift: shift)
    case .utterance:
      takeUtterance(slot, shift: shift)
    case .fade:
      fade(epoch: slot.epoch)
    case .cancel:
      cancel(epoch: slot.epoch)
    case .nothing:
      break
    default:
      refuse()
    }
  }

  /// Schedules a command until its frame comes, with every number clamped to its range.
  /// - Returns: false, and counts it, if it cannot be executed.
  @discardableResult
  @_noLocks
  mutating func schedule(_ command: CommandSlot, shift: Int64) -> Bool {
    guard scheduledCount < SoundLimits.scheduledCapacity, let slot = checked(command) else {
      refuse()
      return false
    }
    let start =
      slot.isAbsolute == 1 ? slot.start.addingClamped(shift) : frame.addingClamped(max(slot.start, 0))
    (scheduled + scheduledCount).initialize(to: slot)
    (scheduled + scheduledCount).pointee.start = min(max(start, frame), SoundLimits.furthest)
    if slot.isNote { endCues(before: scheduled[scheduledCount].start) }
    scheduledCount += 1
    return true
  }

  /// Returns the command with its numbers clamped; nil if they are invalid.
  @_noLocks
  private func checked(_ command: CommandSlot) -> CommandSlot? {
    var slot = command
    switch slot.kind {
    case .note:
      guard case .some = slot.role, slot.hertz.isFinite, slot.gain.isFinite, slot.sustain.isFinite,
        harmonics.has(slot.timbre)
      else { return nil }
      slot.frames = min(max(slot.frames, 1), SoundLimits.furthest)
      slot.hertz = min(max(slot.hertz, SoundLimits.lowestHertz), SoundLimits.highestShareOfRate * Double(rate))
      slot.gain = min(max(slot.gain, 0), SoundLimits.highestGain)
      slot.sustain = min(max(slot.sustain, 0), 1)
    case .pattern:
      guard slot.pattern.isPlayable(at: rate), slot.gain.isFinite else { return nil }
      slot.gain = min(max(slot.gain, 0), SoundLimits.highestGain)
    case .clicks:
      guard case .some = slot.clicks else { return nil }
    case .cue:
      guard case .some = slot.tone else { return nil }
    default:
      break
    }
    return slot
  }

  @_noLocks
  private mutating func fade(epoch: UInt32) {
    cancel(epoch: epoch)
    for index in 0..<voiceCount where voices[index].epoch == epoch { release(index) }
  }

  /// Begins the early release of a voice, unless a release has begun.
  @_noLocks
  mutating func release(_ index: Int) {
    var frames = lengths.release
    if case .cue = voices[index].source { frames = lengths.cueRelease }
    guard (voices + index).pointee.fade(release: frames) else { return }
    if let role = voices[index].role {
      report(.released(role: role, epoch: voices[index].epoch, frame: frame, hertz: hertz(of: voices[index])))
    }
  }

  @_noLocks
  private mutating func cancel(epoch: UInt32) {
    var kept = 0
    for index in 0..<scheduledCount {
      if scheduled[index].epoch == epoch {
        forget(scheduled[index])
      } else {
        (scheduled + kept).pointee = scheduled[index]
        kept += 1
      }
    }
    scheduledCount = kept
  }
}

/// Returns whether the batch with the first number was submitted before the silence with the second. Numbers wrap
/// around. Real-time.
@_noLocks
func precedes(_ batch: UInt32, _ silence: UInt32) -> Bool { silence &- batch < 1 << 31 }
