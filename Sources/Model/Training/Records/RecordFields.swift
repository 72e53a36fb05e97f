import Foundation
import Pitch

/// A record of one discipline: an exercise and its outcome. Its fields are listed once, in `visitFields`; database,
/// CSV, JSON Lines and rescue files are visitors of that list.
public protocol ListedRecord: Hashable, Sendable, Identifiable<UUID> {
  associatedtype Exercise: CourseExercise
  /// The discipline of these records.
  static var discipline: Discipline { get }
  /// Whether a record can be marked as not counting, in a field `withdrawn`.
  static var canBeWithdrawn: Bool { get }
  /// The field that has a value in whole records and none in partial ones; nil if no record can be partial.
  static var wholeField: String? { get }
  /// An empty record, the starting point of a reader.
  static var blank: Self { get }
  /// The record as an `ExerciseRecord`.
  var asExerciseRecord: ExerciseRecord { get }

  /// Whether the record comes from Peach's CSV, which contains neither the sound of an exercise, nor the reason it was
  /// chosen, nor the player's response time. The fields without a value are then empty in every file and table; the
  /// properties hold meaningless values instead.
  var isPartial: Bool { get set }
  /// The record's id, assigned when the exercise ended; stores are merged by it.
  var id: UUID { get set }
  /// The wall-clock time of that moment, to the millisecond.
  var time: Date { get set }
  /// The exercise that sounded.
  var exercise: Exercise { get set }

  /// Teaches `profile` the record's evidence about the player.
  func teach(_ profile: inout PerceptualProfile)
  /// Shows every field to `visitor` by its name, in the order of the columns of our CSV. The id comes last, so that a
  /// truncated row cannot pass for a complete one. The database's schema documents the columns.
  ///
  /// A field that is added later must be optional, or a count, because older records do not have it.
  mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// A record of an exercise of two notes. The common fields are listed in `visitFields`, those of a discipline in
/// `visitResult`.
public protocol PairRecord: ListedRecord where Exercise: PairExercise {
  /// The valid values of `cents`.
  static var centsRule: NumberRule { get }
  /// Signed distance from the correct pitch: the quantity measured in this discipline.
  var cents: Cents { get set }
  /// The tuning's name (`equal`).
  var tuning: String { get set }
  /// The frequency of A4.
  var concertPitch: Hertz { get set }
  /// Length of the reference in seconds.
  var noteDuration: Double { get set }
  /// Silence between the notes in seconds.
  var noteGap: Double { get set }

  /// Shows the fields of this discipline, as `visitFields` does.
  mutating func visitResult<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

extension PairRecord {
  /// Shows the common fields, and between them those of the discipline.
  public mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.time("time", &time)
    try visitor.word("mode", &exercise.mode)
    try visitor.note("reference_note", &exercise.reference)
    if Self.wholeField != nil {
      // A record without frequencies is partial.
      var hertz = isPartial ? nil : exercise.referenceHertz.value
      try visitor.number("reference_hertz", &hertz, .hertz)
      isPartial = hertz == nil
      exercise.referenceHertz = hertz.map { Hertz($0) } ?? exercise.referenceHertz
    } else {
      try visitor.hertz("reference_hertz", &exercise.referenceHertz)
    }
    try visitor.note("target_note", &exercise.target)
    if isPartial {
      try visitor.absent("target_hertz")
    } else {
      try visitor.hertz("target_hertz", &exercise.targetHertz)
    }
    try visitor.cents("cents", &cents, Self.centsRule)
    try visitor.interval("interval", &exercise.interval)
    try visitor.text("tuning", &tuning)
    if isPartial {
      for name in ["concert_pitch", "note_duration", "note_gap", "loudness_offset", "timbre", "timbre_of_second"] {
        try visitor.absent(name)
      }
    } else {
      try visitor.number("concert_pitch", &concertPitch.value, .within(ConcertPitch.range))
      try visitor.number("note_duration", &noteDuration, .within(TrainingSettings.noteDurations))
      try visitor.number("note_gap", &noteGap, .within(TrainingSettings.noteGaps))
      try visitor.number("loudness_offset", &exercise.loudnessOffset, .loudness)
      try visitor.timbre("timbre", &exercise.timbres.first)
      try visitor.timbre("timbre_of_second", &exercise.timbres.second)
    }
    try visitResult(&visitor)
    try visitor.integer("exercise_index", &exercise.index, in: 0...Int(Int32.max))
    try visitor.epoch("epoch", &exercise.epoch)
    try visitor.identifier("id", &id)
  }

  /// Returns a partial record with this id that ended at `time`; the caller fills in its result.
  public static func partial(
    id: UUID, time: Date, mode: Mode, reference: Note, target: Note, interval: DirectedInterval, tuning: String,
    cents: Cents
  ) -> Self {
    var record = blank
    record.isPartial = true
    (record.id, record.time, record.tuning, record.cents) = (id, time, tuning, cents)
    (record.exercise.mode, record.exercise.interval) = (mode, interval)
    (record.exercise.reference, record.exercise.target) = (reference, target)
    return record
  }
}

extension ListedRecord {
  /// The names of the fields, in their order.
  public static var fieldNames: [String] {
    var names: [String] = []
    blank.forEachField { name, _ in names.append(name) }
    return names
  }

  /// Calls `body` with each field and its value, nil if the record has none.
  public func forEachField(_ body: (_ name: String, _ value: FieldValue?) -> Void) {
    withoutActuallyEscaping(body) { body in
      var record = self
      var shown = FieldShowing(body: body)
      record.visitFields(&shown)
    }
  }
}

/// A field's value as stored.
public enum FieldValue: Hashable, Sendable {
  /// A text, a word, or a UUID.
  case text(String)
  /// A number.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// True or false.
  case flag(Bool)
  /// A wall-clock time.
  case time(Date)
}

/// The numbers that a field accepts: those that practice can write; files of other programs are limited to the same
/// range.
public struct NumberRule: Hashable, Sendable {
  /// The range of the values.
  public let range: ClosedRange<Double>
  /// Whether zero is excluded.
  public let excludesZero: Bool

  /// Every number in `range`.
  public static func within(_ range: ClosedRange<Double>) -> NumberRule {
    NumberRule(range: range, excludesZero: false)
  }
  /// The numbers above zero, up to `limit`.
  public static func positive(upTo limit: Double) -> NumberRule { NumberRule(range: 0...limit, excludesZero: true) }

  /// Distances in pitch, in cents: two octaves either way.
  public static let cents = within(-widest...widest)
  /// The same for two pitches that differ.
  public static let distinctCents = NumberRule(range: cents.range, excludesZero: true)
  /// The range over which a note can be moved, in cents: from any of those distances to any other.
  public static let reach = positive(upTo: 2 * widest)
  /// Frequencies of notes in any tuning, in hertz.
  static let hertz = positive(upTo: 1e9)
  /// The change of a note's level, in dB: the original's ± 10.
  static let loudness = within(-10...10)
  /// The number of a step of a temperament: one for each note at most.
  static let step = within(1...127)
  /// Beats per second of the partials of two notes, positive or negative.
  static let beats = within(-1e9...1e9)
  /// The level of a held reference, in dB.
  static let heldLevel = within(ReferenceFade.lowest...0)
  /// Seconds between a sound and the player's input: a week either way is more than any latency or patience.
  static let seconds = within(-604_800...604_800)

  private static let widest = 2_400.0
}

/// Reads the fields of a record from a source: each call has a field's name and the value to replace. To read the
/// values only, use `forEachField`.
public protocol FieldVisitor {
  /// The reason a field cannot be read.
  associatedtype Failure: Error
  /// A wall-clock time, to the millisecond.
  mutating func time(_ name: String, _ value: inout Date) throws(Failure)
  /// A UUID.
  mutating func identifier(_ name: String, _ value: inout UUID) throws(Failure)
  /// Any text.
  mutating func text(_ name: String, _ value: inout String) throws(Failure)
  /// Any text, or none.
  mutating func text(_ name: String, _ value: inout String?) throws(Failure)
  /// One of a few words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ value: inout Word
  ) throws(Failure)
  /// One of a few words, or none.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ value: inout Word?
  ) throws(Failure)
  /// True or false.
  mutating func flag(_ name: String, _ value: inout Bool) throws(Failure)
  /// True or false, or none.
  mutating func flag(_ name: String, _ value: inout Bool?) throws(Failure)
  /// A whole number in `range`.
  mutating func integer(_ name: String, _ value: inout Int, in range: ClosedRange<Int>) throws(Failure)
  /// A count, 0 or more; 0 if the field is missing, so that it can be added later.
  mutating func count(_ name: String, _ value: inout Int) throws(Failure)
  /// A number.
  mutating func number(_ name: String, _ value: inout Double, _ rule: NumberRule) throws(Failure)
  /// A number, or none.
  mutating func number(_ name: String, _ value: inout Double?, _ rule: NumberRule) throws(Failure)
  /// A field that a partial record lacks.
  mutating func absent(_ name: String) throws(Failure)
}

// The types of music and practice, as their stored types. A range that a visitor kept to cannot fail here.
extension FieldVisitor {
  /// A MIDI note number.
  mutating func note(_ name: String, _ value: inout Note) throws(Failure) {
    var number = value.number
    try integer(name, &number, in: 0...127)
    value = Note(number) ?? value
  }

  /// Semitones, negative is down.
  mutating func interval(_ name: String, _ value: inout DirectedInterval) throws(Failure) {
    var semitones = value.semitones
    try integer(name, &semitones, in: -12...12)
    value = DirectedInterval(semitones: semitones) ?? value
  }

  /// A frequency.
  mutating func hertz(_ name: String, _ value: inout Hertz) throws(Failure) {
    try number(name, &value.value, .hertz)
  }

  /// A frequency, or none.
  mutating func hertz(_ name: String, _ value: inout Hertz?) throws(Failure) {
    var number = value?.value
    try self.number(name, &number, .hertz)
    value = number.map { Hertz($0) }
  }

  /// A distance in pitch.
  mutating func cents(_ name: String, _ value: inout Cents, _ rule: NumberRule = .cents) throws(Failure) {
    try number(name, &value.value, rule)
  }

  /// A timbre; a sine if the field is missing, as in records older than timbres.
  mutating func timbre(_ name: String, _ value: inout Timbre) throws(Failure) {
    var timbre: Timbre? = value
    try word(name, &timbre)
    value = timbre ?? .sine
  }

  /// Reads the time that an answer took, in seconds, and its rating. Unknown for a partial record.
  mutating func hand(_ responseTime: inout Double, _ isSure: inout Bool?, _ isPartial: Bool) throws(Failure) {
    if isPartial {
      for name in ["response_time", "sure"] { try absent(name) }
      return
    }
    try number("response_time", &responseTime, .seconds)
    try flag("sure", &isSure)
  }

  /// Reads the source of the input that ended an exercise: the controller's name, the surface, and the latency by which
  /// its times were corrected. Unknown for a partial record.
  mutating func hands(
    _ controller: inout String?, _ source: inout InputSource, _ playbackLatency: inout Double, _ isPartial: Bool
  ) throws(Failure) {
    if isPartial {
      for name in ["controller", "source", "playback_latency"] { try absent(name) }
      return
    }
    try text("controller", &controller)
    try word("source", &source)
    try number("playback_latency", &playbackLatency, .seconds)
  }

  /// The number of an exercise.
  mutating func epoch(_ name: String, _ value: inout Epoch) throws(Failure) {
    var number = Int(value.number)
    try integer(name, &number, in: 0...Int(UInt32.max))
    value = UInt32(exactly: number).map(Epoch.init) ?? value
  }
}

/// A visitor that shows the fields without changing them.
private struct FieldShowing: FieldVisitor {
  let body: (String, FieldValue?) -> Void

  mutating func time(_ name: String, _ value: inout Date) { body(name, .time(value)) }
  mutating func identifier(_ name: String, _ value: inout UUID) { body(name, .text(value.uuidString)) }
  mutating func text(_ name: String, _ value: inout String) { body(name, .text(value)) }
  mutating func text(_ name: String, _ value: inout String?) { body(name, value.map(FieldValue.text)) }
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _ value: inout Word) {
    body(name, .text(value.rawValue))
  }
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _ value: inout Word?) {
    body(name, value.map { .text($0.rawValue) })
  }
  mutating func flag(_ name: String, _ value: inout Bool) { body(name, .flag(value)) }
  mutating func flag(_ name: String, _ value: inout Bool?) { body(name, value.map(FieldValue.flag)) }
  mutating func integer(_ name: String, _ value: inout Int, in _: ClosedRange<Int>) { body(name, .integer(value)) }
  mutating func count(_ name: String, _ value: inout Int) { body(name, .integer(value)) }
  mutating func number(_ name: String, _ value: inout Double, _: NumberRule) { body(name, .number(value)) }
  mutating func number(_ name: String, _ value: inout Double?, _: NumberRule) {
    body(name, value.map(FieldValue.number))
  }
  mutating func absent(_ name: String) { body(name, nil) }
}
