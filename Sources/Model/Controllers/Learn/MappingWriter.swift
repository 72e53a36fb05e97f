import MIDI

/// Writes a mapping as a file for people to read and change, with comments on each part.
///
/// The output is the format of `config/controllers/README.md`, so a mapping survives as far as that format can express
/// it: bindings are grouped by role, in the order in which the roles first appear; texts must be showable (no control
/// characters, not empty); messages are note-ons, control changes, program changes and SysEx, others are omitted; a
/// grid that is not rows and columns becomes two lists of notes. Pure; any thread.
public enum MappingWriter {
  /// Returns the YAML text of `mapping`, which `MappingDecoder` reads back as the same mapping and which passes
  /// `MappingLint`.
  public static func text(_ mapping: ControllerMapping) -> String {
    var page = YAMLPage()
    page.comment("A controller mapping: what the controls do, and what the lights tell. All of it may be changed;")
    page.comment(
      "config/controllers/README.md describes it. Numbers are MIDI's: notes 0-127 (middle C is 60), channels 1-16.")
    page.line("schema: \(MappingDecoder.schema)")
    page.line("name: \(YAMLPage.quoted(mapping.name))")
    if let kind = mapping.kind { page.line("kind: \(kind.rawValue)") }
    if mapping.extent != .basic { page.line("extent: \(mapping.extent.rawValue)") }
    page.comment("The mode the controller must be in.")
    page.line("mode: \(YAMLPage.quoted(mapping.mode))")
    page.list("sources", mapping.sources.map(YAMLPage.quoted))
    match(mapping.match, on: &page)
    let (halves, bindings) = split(mapping)
    self.halves(halves, on: &page)
    roles(bindings, on: &page)
    if mapping.feedback != Feedback() { feedback(mapping.feedback, on: &page) }
    steps(mapping, on: &page)
    return page.text
  }

  /// The beginning of the first line of every file written by the page Controllers: its author, and the location of the
  /// previous text.
  public static let pageMark =
    "# Written by Peach's page Controllers. What was here before is kept beside it, hidden, as .NAME.before."

  private static func match(_ match: PortMatch, on page: inout YAMLPage) {
    page.gap()
    page.comment(
      "Which ports it is for: first by USB id and the port's place on the device, then by names; * is anything.")
    page.line("match:")
    page.indented { page in
      page.line("usb: " + YAMLPage.list(match.usb.map { YAMLPage.quoted($0.description) }))
      if let port = match.portIndex { page.line("port: \(port)") }
      page.line("clients: " + YAMLPage.list(match.clients.map { YAMLPage.quoted($0.text) }))
      page.line("ports: " + YAMLPage.list(match.ports.map { YAMLPage.quoted($0.text) }))
      if match.requirement != .either { page.line("require: \(match.requirement.rawValue)") }
    }
  }

  // MARK: Halves

  /// Splits halves that the format can express from grids that it cannot, which become bindings.
  private static func split(_ mapping: ControllerMapping) -> (halves: [String], bindings: [Binding]) {
    var lines: [String] = []
    var bindings = mapping.bindings
    for rule in mapping.halves {
      switch rule {
      case .keyboard(let channel, let split):
        lines.append("keyboard: {split: \(split), channel: \(word(channel))}")
      case .grid(let grid, let channel):
        if let rows = grid.rows {
          lines.append(
            "grid: {first: \(rows.first), rows: \(rows.rows), columns: \(rows.columns), row-step: \(rows.step), "
              + "first-row: \((rows.firstIsBottom ? FirstRow.bottom : .top).rawValue), channel: \(word(channel))}")
        } else {
          bindings += Half.allCases.map { Binding(role: $0.role, control: .notes(grid.pads(of: $0), channel: channel)) }
            .filter { !$0.control.addresses.isEmpty }
        }
      }
    }
    return (lines, bindings)
  }

  private static func halves(_ lines: [String], on page: inout YAMLPage) {
    guard !lines.isEmpty else { return }
    page.gap()
    page.comment(
      "Where Higher and Lower are: of a keyboard the keys from the split up and below it, of a grid the upper and")
    page.comment("the lower rows. Controls with a role of their own, below, come first.")
    page.line("halves:")
    page.indented { page in lines.forEach { page.line("- " + $0) } }
  }

  // MARK: Roles

  private static func roles(_ bindings: [Binding], on page: inout YAMLPage) {
    guard !bindings.isEmpty else { return }
    page.gap()
    page.comment("What each control does. Where two overlap the earlier one counts.")
    page.line("roles:")
    var seen: Set<Role> = []
    page.indented { page in
      for role in bindings.map(\.role) where seen.insert(role).inserted {
        if let hint = hint(role) { page.comment(hint) }
        page.line("\(role.rawValue):")
        page.indented { page in
          for run in runs(bindings.filter { $0.role == role }) { page.line("- " + line(run)) }
        }
      }
    }
  }

  /// Returns a comment on a role whose word is not self-explanatory.
  private static func hint(_ role: Role) -> String? {
    switch role {
    case .slider:
      "Tunes the note in matching. `release` is how letting go is known: spring-back, touch, lift, settle or none."
    case .commit: "Ends a matching exercise with what sounds."
    case .hearAgain:
      "In matching, if hear-again is on: the reference once more, while the note that is tuned is silent."
    case .stepBack: "In a temperament: the note tuned before, to tune it again."
    case .higherSure, .lowerSure: "The same answer, marked as sure if sureness is on."
    case .again: "The last mode once more."
    case .level: "How loud it is."
    case .explain: "Before practice: plays and says what higher and lower are."
    default: nil
    }
  }

  /// Merges consecutive bindings that differ only in their controller number into single lines.
  private static func runs(_ bindings: [Binding]) -> [(binding: Binding, numbers: NumberSet)] {
    var runs: [(binding: Binding, numbers: NumberSet)] = []
    for binding in bindings {
      guard case .controlChange(let number, let channel, let threshold) = binding.control else {
        runs.append((binding, NumberSet()))
        continue
      }
      if let last = runs.last, let highest = last.numbers.numbers.last, highest < number {
        var same = binding
        same.position = last.binding.position
        same.control = .controlChange(last.numbers.numbers[0], channel: channel, threshold: threshold)
        if same == last.binding {
          runs[runs.count - 1].numbers.insert(Int(number.rawValue))
          continue
        }
      }
      runs.append((binding, NumberSet(Int(number.rawValue)...Int(number.rawValue))))
    }
    return runs
  }

  private static func line(_ run: (binding: Binding, numbers: NumberSet)) -> String {
    let binding = run.binding
    var entries = entries(binding.control, numbers: run.numbers)
    if binding.release != .none { entries.append("release: \(binding.release.rawValue)") }
    if let latch = binding.latch { entries.append("latch: \(latch.rawValue)") }
    if let touch = binding.touch { entries.append("touch: {\(joined(self.entries(touch)))}") }
    if let fingers = binding.fingers {
      entries.append("zone: \(fingers.zone.rawValue)")
      if let range = fingers.range { entries.append("range: \(range)") }
    }
    if let motor = binding.motorMaximum { entries.append("motor: \(motor)") }
    entries += confidence(binding.confidence)
    return "{\(joined(entries))}"
  }

  /// Returns a control's keys and values. `numbers` are the numbers of all controllers on the line.
  private static func entries(_ control: Control, numbers: NumberSet = NumberSet()) -> [String] {
    let kind = control.word.rawValue
    var entries: [String]
    switch control {
    case .notes(let numbers, let channel), .programChange(let numbers, let channel):
      entries = ["\(kind): \(numbers.yaml)"] + self.channel(channel)
    case .polyPressure(let numbers, let channel, _):
      entries = ["\(kind): \(numbers.yaml)"] + self.channel(channel)
    case .controlChange(let number, let channel, _):
      entries = ["\(kind): \(numbers.isEmpty ? "\(number.rawValue)" : numbers.yaml)"] + self.channel(channel)
    case .controlChangePair(let most, let least, let channel):
      entries = ["\(kind): \(most.rawValue)", "least: \(least.rawValue)"] + self.channel(channel)
    case .relative(let number, let encoding, let channel):
      entries = ["\(kind): \(number.rawValue)", "encoding: \(encoding.rawValue)"] + self.channel(channel)
    case .nonRegisteredParameter(let number, let channel, _):
      entries = ["\(kind): \(number.rawValue)"] + self.channel(channel)
    case .pitchBend(let channel), .channelPressure(let channel, _):
      // These have no number: the value is their channel.
      entries = ["\(kind): \(word(channel))"]
    case .longPress(let control, let milliseconds):
      entries = ["\(kind): {\(joined(self.entries(control)))}", "milliseconds: \(milliseconds)"]
    case .together(let first, let second):
      entries = ["\(kind): [{\(joined(self.entries(first)))}, {\(joined(self.entries(second)))}]"]
    }
    if let threshold = control.threshold, threshold != Control.half {
      entries.append("threshold: \(threshold.rawValue)")
    }
    return entries
  }

  // MARK: Words

  static func joined(_ entries: [String]) -> String { entries.joined(separator: ", ") }

  static func confidence(_ confidence: Confidence) -> [String] {
    confidence == .source ? [] : ["confidence: \(confidence.rawValue)"]
  }

  private static func word(_ channel: Channel?) -> String { channel.map { "\($0.number)" } ?? "any" }

  private static func channel(_ channel: Channel?) -> [String] { channel.map { ["channel: \($0.number)"] } ?? [] }
}

extension NumberSet {
  /// The numbers as in the files: `60`, `36-43`, `[36-43, 48]`.
  var yaml: String {
    let words = words
    return words.contains(",") ? "[\(words)]" : words
  }
}
