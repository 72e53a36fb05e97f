/// Speech. All of it real-time.
extension Renderer {
  /// Takes over an utterance from the loop, to play in its time; an unplayable one ends at once.
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

  /// Starts an utterance whose frame has come, and fades another that sounds.
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

  /// Ends a scheduled utterance that will not be played.
  @_noLocks
  mutating func forget(_ slot: CommandSlot) {
    if case .utterance = slot.kind { endUtterance(Int(slot.detail)) }
  }

  /// Reports the end of the utterance at `place`, and does not read it again.
  @_noLocks
  mutating func endUtterance(_ place: Int) {
    guard let content = shared.pointee.utterances.content(place) else { return }
    // First: a reader of the report then finds the place ended.
    shared.pointee.utterances.end(place)
    report(.utteranceEnded(number: content.number, frame: frame))
  }
}
