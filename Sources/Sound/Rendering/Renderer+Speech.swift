/// What is said. All of it real-time.
extension Renderer {
  /// Takes an utterance off the loop's hands, to sound in its time; one that cannot is over at once.
  @_noLocks
  mutating func takeUtterance(_ slot: CommandSlot, shift: Int64) {
    guard let content = shared.pointee.utterances.take(Int(slot.detail)) else {
      refuse()
      return
    }
    if content.rate != rate {
      refuse()
      endUtterance(Int(slot.detail))
    } else if !schedule(slot, shift: shift) {
      endUtterance(Int(slot.detail))
    }
  }

  /// Lets an utterance whose frame has come sound, and fades another that does.
  @_noLocks
  mutating func startUtterance(_ slot: CommandSlot) {
    let place = Int(slot.detail)
    for index in 0..<voiceCount {
      if case .utterance = voices[index].source { release(index) }
    }
    guard let content = shared.pointee.utterances.content(place),
      add(
        Voice(
          .utterance(content.samples, place: place), frames: content.samples.count, epoch: slot.epoch,
          envelope: envelope))
    else {
      endUtterance(place)
      return
    }
  }

  /// What was scheduled will not happen.
  @_noLocks
  mutating func forget(_ slot: CommandSlot) {
    if case .utterance = slot.kind { endUtterance(Int(slot.detail)) }
  }

  /// Reports the end of what was taken from `place`, and does not look there again.
  @_noLocks
  mutating func endUtterance(_ place: Int) {
    guard let content = shared.pointee.utterances.content(place) else { return }
    // First: whoever reads the report finds the place ended.
    shared.pointee.utterances.end(place)
    report(.utteranceEnded(number: content.number, frame: frame))
  }
}
