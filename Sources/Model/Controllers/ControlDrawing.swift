import MIDI

/// A schematic of a controller: the controls with a role in its mapping, in parts from top to bottom. Not a picture of
/// the product: a mapping contains neither the positions of controls nor the number of keys. Pure; any thread.
public struct ControlDrawing: Hashable, Sendable {
  /// The look of a control, as far as its messages show. The raw values are sent to pages.
  public enum Shape: String, Sendable, CaseIterable {
    /// A control that is pressed.
    case button, pad, pedal
    /// A control that is moved: `wheel` springs back or is CC 1, `knob` has ends, `encoder` has none.
    case wheel, fader, knob, encoder
  }

  /// A key with a role other than its half's.
  public struct Mark: Hashable, Sendable, Encodable {
    /// The note number, 0…127.
    public var note: Int
    /// The key's role.
    public var role: Role

    /// Memberwise initializer.
    public init(note: Int, role: Role) {
      self.note = note
      self.role = role
    }
  }

  /// A separately drawn part.
  public enum Part: Hashable, Sendable {
    /// `count` equal controls of one role, one or more. `notes` are the notes they send, if any.
    case control(Shape, role: Role, count: Int, notes: NumberSet)
    /// The pads of one half by note, the top row first; nil for a pad outside this half.
    case pads(Half, rows: [[Int?]])
    /// The keys of a range: Higher from `split` up, Lower below. `marks` are the keys outside the halves, lowest first.
    case keys(ClosedRange<Int>, split: Int, marks: [Mark])
  }

  /// The parts from top to bottom.
  public var parts: [Part]

  /// Creates a drawing of these parts.
  public init(parts: [Part]) { self.parts = parts }

  /// Creates a drawing of `mapping` without controls that have one of the `idle` roles: single controls, then pads,
  /// then keys.
  public init(_ mapping: ControllerMapping, without idle: Set<Role> = []) {
    parts = (Self.controls(mapping) + Self.pads(mapping) + Self.keys(mapping)).compactMap { part in
      switch part {
      case .control(_, let role, _, _): return idle.contains(role) ? nil : part
      case .keys(let range, let split, let marks):
        return .keys(range, split: split, marks: marks.filter { !idle.contains($0.role) })
      case .pads: return part
      }
    }
  }

  /// The number of pads per row if the layout is unknown.
  private static let columns = 8
  /// Semitones on each side of the split: two octaves are enough to show the halves.
  private static let around = 12

  // MARK: Controls

  private static func controls(_ mapping: ControllerMapping) -> [Part] {
    var parts: [Part] = []
    for role in Role.allCases {
      var counts: [Shape: (count: Int, notes: NumberSet)] = [:]
      for binding in mapping.bindings where binding.role == role {
        for control in binding.control.simple {
          guard !mapping.isKey(control), !mapping.isHalf(control, role) else { continue }
          let (shape, notes) = shape(of: control, binding, mapping)
          counts[shape, default: (0, NumberSet())].count += max(1, notes.count)
          counts[shape]?.notes.formUnion(notes)
        }
      }
      for shape in Shape.allCases {
        if let (count, notes) = counts[shape] { parts.append(.control(shape, role: role, count: count, notes: notes)) }
      }
    }
    return parts
  }

  private static func shape(
    of control: Control, _ binding: Binding, _ mapping: ControllerMapping
  ) -> (Shape, NumberSet) {
    switch control {
    case .notes(let notes, _): return (.pad, notes)
    case .relative: return (.encoder, NumberSet())
    case .pitchBend: return (binding.release == .springBack ? .wheel : .fader, NumberSet())
    case .controlChange(let number, _, _):
      guard binding.role.isContinuous else {
        // MIDI 1.0: controllers 64 to 69 are pedals.
        return ((64...69).contains(number.rawValue) ? .pedal : .button, NumberSet())
      }
      if number.rawValue == 1 || binding.release == .springBack { return (.wheel, NumberSet()) }
      return (binding.role == .level || mapping.kind == .encoder ? .knob : .fader, NumberSet())
    case .controlChangePair, .nonRegisteredParameter:
      return (binding.role.isContinuous ? .fader : .button, NumberSet())
    default: return (.button, NumberSet())
    }
  }

  // MARK: Pads

  private static func pads(_ mapping: ControllerMapping) -> [Part] {
    var halves: [Half: [[Int?]]] = [:]
    for half in Half.allCases {
      for case .grid(let grid, let channel) in mapping.halves {
        halves[half, default: []] += rows(grid, half, channel, mapping)
      }
      for binding in mapping.bindings where binding.role == half.role {
        guard case .notes(let notes, _) = binding.control, mapping.isHalf(binding.control, half.role) else { continue }
        halves[half, default: []] += rows(notes)
      }
    }
    return Half.allCases.compactMap { half in
      halves[half].flatMap { $0.isEmpty ? nil : .pads(half, rows: $0) }
    }
  }

  /// Returns the rows of one half of a grid without pads that have their own role; none if nothing remains.
  private static func rows(_ grid: Grid, _ half: Half, _ channel: Channel?, _ mapping: ControllerMapping) -> [[Int?]] {
    guard let left = mapping.free(grid.pads(of: half), on: channel) else { return [] }
    guard let layout = grid.rows else { return rows(left) }
    let rows = (0..<layout.rows).map { row in
      (0..<layout.columns).map { layout.first + row * layout.step + $0 }
    }.filter { $0.contains(where: grid.pads(of: half).contains) }
    return (layout.firstIsBottom ? rows.reversed() : rows).map { $0.map { left.contains($0) ? $0 : nil } }
  }

  /// Returns runs of notes as rows, the highest on top.
  private static func rows(_ notes: NumberSet) -> [[Int?]] {
    var rows: [[Int]] = []
    for note in notes.numbers.map({ Int($0.rawValue) }) {
      if let last = rows.last, last.last == note - 1, last.count < columns {
        rows[rows.count - 1].append(note)
      } else {
        rows.append([note])
      }
    }
    return rows.reversed()
  }

  // MARK: Keys

  private static func keys(_ mapping: ControllerMapping) -> [Part] {
    guard let split = mapping.initialSplit else { return [] }
    var marks: [Mark] = []
    for binding in mapping.bindings {
      for control in binding.control.simple where mapping.isKey(control) {
        guard case .notes(let notes, _) = control else { continue }
        marks += notes.numbers.map { Mark(note: Int($0.rawValue), role: binding.role) }
      }
    }
    marks.sort { ($0.note, $0.role.rawValue) < ($1.note, $1.role.rawValue) }
    let lowest = min(split - around, marks.first?.note ?? split)
    let highest = max(split + around - 1, marks.last?.note ?? split)
    // Whole octaves from C to B look like a keyboard.
    let range = max(0, lowest - lowest.remainder(12))...min(127, highest + 11 - highest.remainder(12))
    return [.keys(range, split: split, marks: marks)]
  }
}

extension Int {
  /// Returns the remainder after division by `divisor`, 0 or more.
  fileprivate func remainder(_ divisor: Int) -> Int { (self % divisor + divisor) % divisor }
}

extension Control {
  /// The parts of a combined control; otherwise the control itself.
  fileprivate var simple: [Control] { parts.isEmpty ? [self] : parts }
}

extension ControllerMapping {
  /// Returns whether `control` is a key of the keyboard. Percussion is on a separate channel, used by pads.
  fileprivate func isKey(_ control: Control) -> Bool {
    guard case .notes(_, let channel) = control, channel?.number != 10 else { return false }
    return hasKeyboard(on: channel)
  }

  /// Returns whether `control` is several pads of a half, rather than a single one.
  fileprivate func isHalf(_ control: Control, _ role: Role) -> Bool {
    guard Half(role) != nil, case .notes(let notes, _) = control else { return false }
    return notes.count > 1 && !isKey(control)
  }
}
