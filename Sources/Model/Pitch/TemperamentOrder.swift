import PlainText

/// The order in which a temperament is laid: from a note that is there, one note after another, each tuned against one
/// that was tuned before.
public struct TemperamentOrder: Hashable, Sendable {
  /// A note to tune, and the note it is tuned against.
  public struct Step: Hashable, Sendable {
    /// The note to tune.
    public let note: Note
    /// The note it is tuned against.
    public let reference: Note
    /// The interval from the reference to the note; never the prime.
    public let interval: DirectedInterval

    /// The step; nil for one note twice, or if the notes are more than an octave apart.
    public init?(_ note: Note, against reference: Note) {
      guard note != reference, let interval = DirectedInterval(semitones: note.number - reference.number) else {
        return nil
      }
      (self.note, self.reference, self.interval) = (note, reference, interval)
    }
  }

  /// The name in settings and records: a word of the setting, or a file's name.
  public let name: String
  /// The steps; at least one.
  public let steps: [Step]

  /// The note that is there at the beginning.
  public var start: Note { steps[0].reference }
  /// The lowest and the highest of all notes.
  public var ends: (low: Note, high: Note) {
    let notes = steps.flatMap { [$0.note, $0.reference] }
    return (notes.min() ?? start, notes.max() ?? start)
  }

  /// Eleven fifths up and fourths down from A3, within the octave above it.
  public static let fifthsFromA = TemperamentOrder(name: "fifths-from-a", fifthsFrom: Note(literal: 57))
  /// Eleven fifths up and fourths down from C4, within the octave above it.
  public static let fifthsFromC = TemperamentOrder(name: "fifths-from-c", fifthsFrom: Note(literal: 60))
  /// All orders with a name in the settings.
  public static let all = [fifthsFromA, fifthsFromC]

  /// Returns the order with this name, or nil if it is unknown.
  public static func named(_ name: String) -> TemperamentOrder? { all.first { $0.name == name } }

  private init(name: String, fifthsFrom start: Note) {
    self.name = name
    var notes = [start]
    for _ in 0..<11 {
      let last = notes[notes.count - 1].number
      notes.append(Note(last + 7 < start.number + 12 ? last + 7 : last - 5) ?? start)
    }
    steps = zip(notes.dropFirst(), notes).compactMap { Step($0, against: $1) }
  }

  /// The fifth that closes the circle: the only one of the twelve that no step tunes, from its lower note in the circle
  /// to its upper one. Nil unless the steps tune the eleven others, and if its notes are more than an octave apart.
  public var closing: Step? {
    let tuned = steps.compactMap { step in
      step.interval.stepOfFifths.map { ($0 > 0 ? step.reference : step.note).number % 12 }
    }
    let open = Set(0..<12).subtracting(tuned)
    let notes = [start] + steps.map(\.note)
    guard open.count == 1, let first = open.first, let lower = notes.last(where: { $0.number % 12 == first }),
      let upper = notes.first(where: { $0.number % 12 == (first + 7) % 12 })
    else { return nil }
    return Step(upper, against: lower)
  }
}

extension DirectedInterval {
  /// 1 for a fifth up or a fourth down, which lead to the next note in the circle of fifths; −1 for a fifth down or a
  /// fourth up, which lead to the one before; nil for other intervals.
  public var stepOfFifths: Int? {
    switch semitones {
    case 7, -5: 1
    case -7, 5: -1
    default: nil
    }
  }
}

/// The reason a file with an order cannot be used. Texts are in the catalogues.
public struct TemperamentOrderProblem: Error, Hashable, Sendable {
  /// The line number, counted from 1; nil for the whole file.
  public var line: Int?
  /// The column number, counted from 1; nil for a whole line.
  public var column: Int?
  /// The kind of problem.
  public var reason: Reason

  /// The kind of problem.
  public enum Reason: Hashable, Sendable {
    /// The file is larger than any order needs.
    case tooLarge(limit: Int)
    /// The file has no step.
    case noSteps
    /// The line does not have two words.
    case notTwoNotes(text: String)
    /// The text is not the name of a note.
    case notANote(text: String)
    /// The reference was not tuned in an earlier line.
    case notTunedYet(Note)
    /// The note was tuned in an earlier line, or is the first one.
    case tunedBefore(Note)
    /// The two notes are more than an octave apart.
    case tooWide(Note, Note)
  }
}

extension TemperamentOrder {
  /// The largest file that is read, in bytes.
  public static let sizeLimit = 65_536

  /// Creates the order `name` from a file's `bytes`, in UTF-8: a line for each step with the note to tune and the note
  /// it is tuned against (`E4 A3`). The first line's second note is there at the beginning. Blank lines, and text after
  /// `#` at the beginning of a word, are skipped.
  public init(name: String, _ bytes: some Collection<UInt8>) throws(TemperamentOrderProblem) {
    guard bytes.count <= Self.sizeLimit else {
      throw TemperamentOrderProblem(reason: .tooLarge(limit: Self.sizeLimit))
    }
    var steps: [Step] = []
    var known: Set<Note> = []
    for (index, line) in TextLine.lines(of: TextLine.withoutMark(Array(bytes))).enumerated() {
      let text = String(decoding: line.text, as: UTF8.self)
      let words = Self.words(of: text)
      guard !words.isEmpty else { continue }
      func problem(_ reason: TemperamentOrderProblem.Reason, at word: Int? = nil) -> TemperamentOrderProblem {
        TemperamentOrderProblem(line: index + 1, column: word.map { words[$0].column }, reason: reason)
      }
      func note(_ word: Int) throws(TemperamentOrderProblem) -> Note {
        guard let note = Note(words[word].text) else { throw problem(.notANote(text: words[word].text), at: word) }
        return note
      }
      guard words.count == 2 else { throw problem(.notTwoNotes(text: words.map(\.text).joined(separator: " "))) }
      let (tuned, reference) = (try note(0), try note(1))
      if steps.isEmpty { known = [reference] }
      guard known.contains(reference) else { throw problem(.notTunedYet(reference), at: 1) }
      guard known.insert(tuned).inserted else { throw problem(.tunedBefore(tuned), at: 0) }
      guard let step = Step(tuned, against: reference) else { throw problem(.tooWide(tuned, reference), at: 0) }
      steps.append(step)
    }
    guard !steps.isEmpty else { throw TemperamentOrderProblem(reason: .noSteps) }
    (self.name, self.steps) = (name, steps)
  }

  /// The words of a line up to a comment, each with its column, counted from 1. A `#` within a word is a sharp.
  private static func words(of line: String) -> [(text: String, column: Int)] {
    var words: [(text: String, column: Int)] = []
    for word in line.split(whereSeparator: \.isWhitespace) {
      if word.first == "#" { break }
      words.append((String(word), line.distance(from: line.startIndex, to: word.startIndex) + 1))
    }
    return words
  }
}
