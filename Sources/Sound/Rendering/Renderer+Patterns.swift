/// Beat patterns. All of it real-time.
extension Renderer {
  /// Starts a pattern whose frame has come.
  @_noLocks
  mutating func startPattern(_ slot: CommandSlot) {
    // As many places as voices: if there is a voice for the pattern, there is a place as well.
    guard let player = freePlayer() else {
      refuse()
      return
    }
    player.initialize(to: BeatPlayer(slot.pattern, rate: rate, tones: beatTones))
    let voice = Voice(
      pattern: player, epoch: slot.epoch, increment: BeatPattern.hertz / Double(rate), gain: Double(slot.gain),
      envelope: envelope)
    guard add(voice) else { return }
    report(.started(role: .pattern, epoch: slot.epoch, frame: frame, hertz: hertz(of: voice)))
  }

  /// Returns a player that no voice has; nil if every player has a voice.
  @_noLocks
  private func freePlayer() -> UnsafeMutablePointer<BeatPlayer>? {
    for place in 0..<SoundLimits.voiceCapacity {
      var isFree = true
      for index in 0..<voiceCount {
        if case .pattern(let player) = voices[index].source, player == players + place { isFree = false }
      }
      if isFree { return players + place }
    }
    return nil
  }
}
