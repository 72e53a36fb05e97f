/// A rhythm of one beat for early or late: equal cells, with a note or a rest in each. The first cell always has a
/// note, the accent, which is never displaced. The ten patterns of the original. The raw values are the words in
/// settings and records.
public enum TimingPattern: String, Hashable, Sendable, CaseIterable {
  case straight16ths = "straight-16ths"
  case gapped16ths1 = "gapped-16ths-1"
  case gapped16ths2 = "gapped-16ths-2"
  case gapped16ths3 = "gapped-16ths-3"
  case gapped16ths4 = "gapped-16ths-4"
  case triplets1 = "triplets-1"
  case triplets2 = "triplets-2"
  case triplets3 = "triplets-3"
  case triplets4 = "triplets-4"
  case sextuplets = "sextuplets"

  /// The cells of the beat: true for a note, false for a rest.
  public var cells: [Bool] {
    switch self {
    case .straight16ths: Self.cells("nnnn")
    case .gapped16ths1: Self.cells("nrnn")
    case .gapped16ths2: Self.cells("nnrn")
    case .gapped16ths3: Self.cells("nrnr")
    case .gapped16ths4: Self.cells("nrrn")
    case .triplets1: Self.cells("nnn")
    case .triplets2: Self.cells("nnr")
    case .triplets3: Self.cells("nrn")
    case .triplets4: Self.cells("nrnrrn")
    case .sextuplets: Self.cells("nnnnnn")
    }
  }

  private static func cells(_ text: String) -> [Bool] { text.map { $0 == "n" } }

  /// The number of notes, the accent included: 2…6.
  public var notes: Int { cells.count { $0 } }

  /// The notes that can be displaced, counted from 1, rests left out: all but the accent.
  public var positions: ClosedRange<Int> { 2...notes }

  /// The position if the settings name one that the pattern does not have.
  public var usualPosition: Int {
    switch self {
    case .straight16ths: 3
    case .sextuplets: 4
    default: 2
    }
  }

  /// Returns `position` if the pattern has it, otherwise its usual one.
  public func position(_ position: Int) -> Int { positions.contains(position) ? position : usualPosition }

  /// Returns the index of the cell of the note at `position`, which must be 1…`notes`.
  public func cell(of position: Int) -> Int { cells.indices.filter { cells[$0] }[position - 1] }

  /// Returns the number of cells between the note at `position` and its nearer neighbour, across the end of the beat
  /// too.
  func gap(at position: Int) -> Int {
    let all = cells.indices.filter { cells[$0] }
    let cell = all[position - 1]
    let next = position < all.count ? all[position] : cells.count + all[0]
    return min(cell - all[position - 2], next - cell)
  }
}
