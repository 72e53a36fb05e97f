import Foundation

// A parser of Peach's CSV, version 3, written from the format's description alone and with nothing of the program's
// own. It is as strict as the description allows: the columns in their order, as the original's own reader wants them.

/// A row as the description says it.
struct PeachRow: Equatable {
  var type: String
  var time: Date
  var notes: [Int]
  var interval: String
  var tuning: String
  var cents: [Double]
  var isCorrect: Bool?
  var tempo: Int?
  var milliseconds: Double?
}

/// What the description does not allow.
struct PeachFileError: Error, Equatable {
  var line: Int
  var what: String
}

/// The rows of a file.
func parsePeachFile(_ text: String) throws -> [PeachRow] {
  var lines = try fields(text)
  guard lines.first == ["# peach-export-format:3"] else { throw PeachFileError(line: 1, what: "version") }
  lines.removeFirst()
  let columns = [
    "trainingType", "timestamp", "referenceNote", "referenceNoteName", "targetNote", "targetNoteName", "interval",
    "tuningSystem", "centOffset", "isCorrect", "initialCentOffset", "userCentError", "tempoBPM", "offsetMs",
    "meanOffsetMs", "meanOffsetMsPosition0", "meanOffsetMsPosition1", "meanOffsetMsPosition2",
    "meanOffsetMsPosition3",
  ]
  guard lines.first == columns else { throw PeachFileError(line: 2, what: "header") }
  lines.removeFirst()
  let rows = try lines.enumerated().map { try row($1, line: $0 + 3) }
  for (index, (before, after)) in zip(rows, rows.dropFirst()).enumerated() where before.time > after.time {
    throw PeachFileError(line: index + 4, what: "order")
  }
  return rows
}

/// RFC 4180, character by character.
private func fields(_ text: String) throws -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var field = ""
  var isQuoted = false
  var wasQuoted = false
  var rest = Substring(text)
  while let character = rest.popFirst() {
    if isQuoted {
      if character != "\"" {
        field.append(character)
      } else if rest.first == "\"" {
        field.append(rest.removeFirst())
      } else {
        isQuoted = false
        wasQuoted = true
      }
      continue
    }
    switch character {
    case "\"":
      guard field.isEmpty, !wasQuoted else { throw PeachFileError(line: rows.count + 1, what: "quotation mark") }
      isQuoted = true
    case ",":
      row.append(field)
      (field, wasQuoted) = ("", false)
    case "\n", "\r\n":  // the latter is one Character
      rows.append(row + [field])
      (row, field, wasQuoted) = ([], "", false)
    default: field.append(character)
    }
  }
  guard !isQuoted else { throw PeachFileError(line: rows.count + 1, what: "quotation mark") }
  if !row.isEmpty || !field.isEmpty { rows.append(row + [field]) }
  return rows
}

private func row(_ values: [String], line: Int) throws -> PeachRow {
  func must<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw PeachFileError(line: line, what: what) }
    return value
  }
  func number(_ place: Int) throws -> Double {
    _ = try must(values[place].wholeMatch(of: /-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/), "decimal \(place)")
    return try must(Double(values[place]), "decimal \(place)")
  }
  guard values.count == 19 else { throw PeachFileError(line: line, what: "count") }
  _ = try must(values[1].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/), "timestamp")
  let time = try must(try? Date(values[1], strategy: .iso8601), "timestamp")
  if values[0] == "rhythmOffsetDetection" {
    for place in 2..<19 where values[place].isEmpty == [9, 12, 13].contains(place) {
      throw PeachFileError(line: line, what: "column \(place)")
    }
    return PeachRow(
      type: values[0], time: time, notes: [], interval: "", tuning: "", cents: [],
      isCorrect: try must(["true": true, "false": false][values[9]], "boolean"),
      tempo: try must(Int(values[12]), "tempo"), milliseconds: try number(13))
  }
  let notes = try [2, 4].map { try must(Int(values[$0]).flatMap { (0...127).contains($0) ? $0 : nil }, "note") }
  let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
  for (note, name) in zip(notes, [values[3], values[5]]) where name != "\(names[note % 12])\(note / 12 - 1)" {
    throw PeachFileError(line: line, what: "note name \(name)")
  }
  let sizes = ["P1", "m2", "M2", "m3", "M3", "P4", "d5", "P5", "m6", "M6", "m7", "M7", "P8"]
  guard sizes.firstIndex(of: values[6]) == abs(notes[1] - notes[0]) else {
    throw PeachFileError(line: line, what: "interval")
  }
  guard ["equalTemperament", "justIntonation"].contains(values[7]) else {
    throw PeachFileError(line: line, what: "tuning")
  }
  let isDiscrimination = values[0] == "pitchDiscrimination"
  guard isDiscrimination || values[0] == "pitchMatching" else { throw PeachFileError(line: line, what: "type") }
  let used = isDiscrimination ? [8, 9] : [10, 11]
  for place in 8..<19 where values[place].isEmpty == used.contains(place) {
    throw PeachFileError(line: line, what: "column \(place)")
  }
  return PeachRow(
    type: values[0], time: time, notes: notes,
    interval: values[6], tuning: values[7],
    cents: isDiscrimination ? [try number(8)] : [try number(10), try number(11)],
    isCorrect: isDiscrimination ? try must(["true": true, "false": false][values[9]], "boolean") : nil)
}
