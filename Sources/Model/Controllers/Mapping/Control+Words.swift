import MIDI

extension Binding {
  /// The control in the words of mapping files, as in records: `pitch-bend`, `cc 48`, `cc-pair 0/32`.
  public var words: String { control.words }
}

extension Control {
  /// The control in the words of mapping files: `pitch-bend`, `cc 48`, `cc-pair 0/32`, `relative 16`, `nrpn 5`. A
  /// specific channel follows (`cc 48 channel 2`, `pitch-bend 3`); any channel is omitted.
  public var words: String {
    switch self {
    case .notes(let numbers, let channel): named(numbers.words, on: channel)
    case .controlChange(let number, let channel, _): named("\(number.rawValue)", on: channel)
    case .controlChangePair(let most, let least, let channel):
      named("\(most.rawValue)/\(least.rawValue)", on: channel)
    case .relative(let number, _, let channel): named("\(number.rawValue)", on: channel)
    case .nonRegisteredParameter(let number, let channel, _): named("\(number.rawValue)", on: channel)
    case .pitchBend(let channel), .channelPressure(let channel, _):
      channel.map { "\(word.rawValue) \($0.number)" } ?? word.rawValue
    case .polyPressure(let numbers, let channel, _): named(numbers.words, on: channel)
    case .programChange(let numbers, let channel): named(numbers.words, on: channel)
    case .longPress(let control, _): "\(word.rawValue) \(control.words)"
    case .together(let first, let second): "\(word.rawValue) \(first.words) + \(second.words)"
    }
  }

  private func named(_ number: String, on channel: Channel?) -> String {
    "\(word.rawValue) \(number)" + (channel.map { " channel \($0.number)" } ?? "")
  }
}

extension NumberSet {
  /// The numbers as in the files: `36-43, 48`.
  public var words: String {
    var runs: [ClosedRange<UInt8>] = []
    for number in numbers.map(\.rawValue) {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
