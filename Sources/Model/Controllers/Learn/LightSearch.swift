import MIDI

/// The message type and address that set one light.
struct LightCarrier: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case note, controlChange, polyPressure }

  var kind: Kind
  var channel: Channel
  var number: UInt7

  /// Returns the message that sets the light to `value`; 0 is dark.
  func message(_ value: UInt7) -> MIDIMessage {
    switch kind {
    case .note: .noteOn(channel: channel, note: number, velocity: value)
    case .controlChange: .controlChange(channel: channel, controller: number, value: value)
    case .polyPressure: .polyPressure(channel: channel, note: number, pressure: value)
    }
  }

  /// The light as part of a mapping.
  var light: Light {
    let numbers = NumberSet(Int(number.rawValue)...Int(number.rawValue))
    return switch kind {
    case .note: Light(kind: .notes(numbers), channel: channel)
    case .controlChange: Light(kind: .controlChange(numbers), channel: channel)
    case .polyPressure: Light(kind: .polyPressure(numbers), channel: channel)
    }
  }
}

/// The lights found for Higher and Lower.
struct FoundLights: Hashable, Sendable {
  var higher: LightCarrier
  /// The light of Lower; nil if it has none, or none that is set in the same way.
  var lower: LightCarrier?
  /// A value that turns the lights on.
  var lit: UInt7
  var green: UInt7?
  var red: UInt7?
  var yellow: UInt7?
}

/// Finds a pad's light by asking whether it is lit: the pad of Higher with every known method, then Lower's with the
/// same method.
///
/// Sends channel messages only, and none that a synthesiser might interpret as volume, pedal or mode. Ends after up to
/// 18 questions: 4 methods and 4 times whether the light is off again, 4 greens, 3 reds, 2 yellows, and Lower. A player
/// who cannot see the lights and answers no gets up to 4.
struct LightSearch: Hashable, Sendable {
  private enum Phase: Hashable {
    case any(Int)
    case dark(Int)
    case green(Int)
    case red(Int)
    case yellow(Int)
    case lower
    case done
  }

  private struct Candidate: Hashable {
    var carrier: LightCarrier
    var value: UInt7
  }

  /// Matching greens, reds and yellows: Launchpads, APC mini mk2 and similar; APC mini; Oxygen Pro; the first
  /// Launchpads.
  private static let palettes: [(green: Int, red: Int, yellow: Int)] = [
    (21, 5, 13), (1, 3, 5), (12, 3, 15), (60, 15, 63),
  ]

  private let higher: PhysicalKey
  private let lower: PhysicalKey
  private let candidates: [Candidate]
  private var tried: [LightCarrier] = []
  private var phase = Phase.any(0)
  private var green: Int?
  private var red: UInt7?
  private var yellow: UInt7?

  private var isLowerLit = false

  /// Creates a search; nil if there is nothing to try: neither notes nor controllers nor pressure.
  init?(higher: PhysicalKey, lower: PhysicalKey) {
    self.higher = higher
    self.lower = lower
    candidates = Self.candidates(higher)
    if candidates.isEmpty || LightCarrier.Kind(lower.kind) == nil { return nil }
    note()
  }

  private static func candidates(_ key: PhysicalKey) -> [Candidate] {
    let number = UInt7(truncating: key.number)
    let one = UInt7(truncating: 1)
    let full = UInt7(truncating: 127)
    let first = Channel(statusNibble: 0)
    func carrier(_ kind: LightCarrier.Kind, _ channel: Channel? = nil) -> LightCarrier {
      LightCarrier(kind: kind, channel: channel ?? key.channel, number: number)
    }
    let values: [(LightCarrier, UInt7)]
    switch key.kind {
    case .note:
      values =
        [(carrier(.note), full), (carrier(.note), one)]
        + (isHarmless(number) ? [(carrier(.controlChange), full)] : [])
        // Pads that play drums on channel 10 may have their lights on channel 1.
        + (key.channel == first ? [] : [(carrier(.note, first), full)])
    case .controlChange:
      values = [(carrier(.controlChange), full), (carrier(.controlChange), one), (carrier(.note), full)]
    case .polyPressure: values = [(carrier(.polyPressure), full), (carrier(.polyPressure), one)]
    case .parameter, .channelPressure, .program: values = []
    }
    return values.filter { $0.0.kind != .controlChange || number.rawValue < 120 }.map(Candidate.init)
  }

  /// Returns whether this control change can affect only the timbre of a synthesiser: not bank, wheel, data entry,
  /// volume, expression, pedals, parameter numbers or modes (MIDI 1.0, table III).
  private static func isHarmless(_ number: UInt7) -> Bool {
    switch number.rawValue {
    case 0...11, 32...43, 64...69, 84, 88, 96...101, 120...127: false
    default: true
    }
  }

  // MARK: Asking

  /// The current question; nil at the end.
  var question: LearnQuestion? {
    switch phase {
    case .any: .lit(.any, .higher)
    case .dark: .dark(.higher)
    case .green: .lit(.green, .higher)
    case .red: .lit(.red, .higher)
    case .yellow: .lit(.yellow, .higher)
    case .lower: .lit(.any, .lower)
    case .done: nil
    }
  }

  /// The light that is on during this question, and its value.
  private var lit: Candidate? {
    switch phase {
    case .any(let index): candidates[index]
    case .dark, .done: nil
    case .green(let index): chosen(Self.palettes[index].green)
    case .red(let index): chosen(reds[index])
    case .yellow(let index): chosen(yellows[index])
    case .lower: lowerCarrier.map { Candidate(carrier: $0, value: litValue) }
    }
  }

  /// The messages that light this question's light, to send before asking.
  var lighting: [MIDIMessage] {
    if case .dark(let index) = phase { return [candidates[index].carrier.message(UInt7(truncating: 0))] }
    return lit.map { [$0.carrier.message($0.value)] } ?? []
  }

  /// The messages that clear this question's light.
  var clearing: [MIDIMessage] { lit.map { [$0.carrier.message(UInt7(truncating: 0))] } ?? [] }

  /// The messages that clear every light tried so far, regardless of its assumed state.
  var clearingAll: [MIDIMessage] {
    tried.map { $0.message(UInt7(truncating: 0)) }
  }

  /// Handles the answer to `question`.
  mutating func answer(_ isYes: Bool) {
    proceed(isYes)
    if phase == .lower, lowerCarrier == nil { phase = .done }
    note()
  }

  private mutating func note() {
    if let carrier = lit?.carrier, !tried.contains(carrier) { tried.append(carrier) }
  }

  private mutating func proceed(_ isYes: Bool) {
    switch phase {
    case .any(let index): phase = isYes ? .dark(index) : next(after: index)
    case .dark(let index):
      guard isYes else {
        // Another value of the same message would not turn the light off either.
        let other = candidates.indices.first {
          $0 > index && candidates[$0].carrier != candidates[index].carrier
        }
        phase = other.map(Phase.any) ?? .done
        return
      }
      chosenIndex = index
      phase = .green(0)
    case .green(let index):
      if isYes {
        green = index
        phase = .red(0)
      } else {
        phase = index + 1 < Self.palettes.count ? .green(index + 1) : .lower
      }
    case .red(let index):
      if isYes {
        red = UInt7(truncating: reds[index])
        phase = .yellow(0)
      } else {
        phase = index + 1 < reds.count ? .red(index + 1) : .lower
      }
    case .yellow(let index):
      if isYes { yellow = UInt7(truncating: yellows[index]) }
      phase = !isYes && index + 1 < yellows.count ? .yellow(index + 1) : .lower
    case .lower:
      isLowerLit = isYes
      phase = .done
    case .done: break
    }
  }

  // MARK: Results so far

  private var chosenIndex: Int?

  /// The lights found so far; nil until Higher's light is known to switch on and off.
  var found: FoundLights? {
    guard let chosenIndex else { return nil }
    return FoundLights(
      higher: candidates[chosenIndex].carrier, lower: isLowerLit ? lowerCarrier : nil, lit: litValue,
      // Two colours or none: a single colour says no more than the place.
      green: red == nil ? nil : greenValue, red: red, yellow: yellow)
  }

  private func next(after index: Int) -> Phase {
    index + 1 < candidates.count ? .any(index + 1) : .done
  }

  private func chosen(_ value: Int) -> Candidate? {
    chosenIndex.map { Candidate(carrier: candidates[$0].carrier, value: UInt7(truncating: value)) }
  }

  private var greenValue: UInt7? { green.map { UInt7(truncating: Self.palettes[$0].green) } }

  /// The value confirmed to turn the light on.
  private var litValue: UInt7 { chosenIndex.map { candidates[$0].value } ?? UInt7(truncating: 127) }

  /// The reds to try, starting with the palette of the confirmed green.
  private var reds: [Int] { Self.ordered(Self.palettes.map(\.red), from: green, most: 3) }
  private var yellows: [Int] { Self.ordered(Self.palettes.map(\.yellow), from: green, most: 2) }

  private static func ordered(_ values: [Int], from palette: Int?, most: Int) -> [Int] {
    let start = palette ?? 0
    var ordered: [Int] = []
    for value in values[start...] + values[..<start] where !ordered.contains(value) { ordered.append(value) }
    return Array(ordered.prefix(most))
  }

  /// Lower's light, with the method found for Higher's.
  private var lowerCarrier: LightCarrier? {
    guard let chosenIndex else { return nil }
    let model = candidates[chosenIndex].carrier
    // A light set by its own button's kind of message is likely set so on a button of another kind, too.
    let isOwnKind = LightCarrier.Kind(higher.kind) == model.kind
    guard let kind = isOwnKind ? LightCarrier.Kind(lower.kind) : model.kind else { return nil }
    let carrier = LightCarrier(
      kind: kind, channel: model.channel == higher.channel ? lower.channel : model.channel,
      number: UInt7(truncating: lower.number))
    let isSafe = kind != .controlChange || lower.kind == .controlChange || Self.isHarmless(carrier.number)
    return isSafe && !(kind == .controlChange && carrier.number.rawValue >= 120) ? carrier : nil
  }
}

extension LightCarrier.Kind {
  fileprivate init?(_ kind: PhysicalKey.Kind) {
    switch kind {
    case .note: self = .note
    case .controlChange: self = .controlChange
    case .polyPressure: self = .polyPressure
    case .parameter, .channelPressure, .program: return nil
    }
  }
}
