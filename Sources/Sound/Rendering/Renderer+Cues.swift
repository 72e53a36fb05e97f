/// A timer's tones, which never sound together with a note; a beat pattern is one here. Of a note and a tone, the one
/// that arrives later checks for the other: the tone on its first frame, the note when it is scheduled. All of it
/// real-time.
extension Renderer {
  /// Starts a tone whose frame has come, unless a note is in its way; returns whether it did.
  @_noLocks
  mutating func startCue(_ slot: CommandSlot) {
    guard let tone = slot.tone else { return }
    let samples = cueTones.samples(of: tone)
    var isSounded = isOnTime(slot) && !hasNote(within: Int64(samples.count))
    if isSounded {
      isSounded = add(Voice(.cue(samples), frames: samples.count, epoch: slot.epoch, envelope: envelope))
    }
    report(.cue(tone, frame: frame, isSounded: isSounded))
  }

  /// Returns whether a tone that begins on the current frame is heard at the time it is shown. Its frame was computed
  /// up to two seconds ago, by a clock that may have stopped in a server's outage since.
  @_noLocks
  private func isOnTime(_ slot: CommandSlot) -> Bool {
    guard slot.heard != .min else { return true }
    let frames = Double(frame.subtractingClamped(cycle.first)) + Double(cycle.latency)
    let heard = Double(cycle.start) + frames * 1e9 / Double(rate)
    return (heard - Double(slot.heard)).magnitude <= 20_000_000
  }

  /// Returns whether a note sounds on the current frame, or is scheduled to begin on one of the next `frames`.
  @_noLocks
  private func hasNote(within frames: Int64) -> Bool {
    for index in 0..<voiceCount {
      if case .some = voices[index].role { return true }
    }
    let end = frame.addingClamped(frames)
    // Called during the walk through the schedule, in which started commands stay in place at first: for notes that is
    // right too, as they begin on this very frame.
    for index in 0..<scheduledCount where scheduled[index].start < end {
      if scheduled[index].isNote { return true }
    }
    return false
  }

  /// Ends current tones before `start`, the first frame of a note.
  @_noLocks
  func endCues(before start: Int64) {
    for index in 0..<voiceCount {
      guard case .cue = voices[index].source else { continue }
      (voices + index).pointee.end(before: start - frame, release: lengths.cueRelease)
    }
  }
}
