/// What `peach export` and `peach import` say, by the keys in the catalogues.
extension TextKey {
  // The end of it.
  package static let exportNothing = Self("export.nothing")
  package static let exporting = Self("export.title")
  package static let importing = Self("import.title")
  package static let importNothing = Self("import.nothing")
  package static let importBackup = Self("import.backup")

  // What is wrong with a file as a whole.
  package static let empty = Self("import.empty")
  package static let noVersionLine = Self("import.no-version-line")
  package static let unreadableVersion = Self("import.unreadable-version")
  package static let newerVersion = Self("import.newer-version")
  package static let noHeader = Self("import.no-header")
  package static let missingColumn = Self("import.missing-column")
  package static let repeatedColumn = Self("import.repeated-column")

  // What is wrong with a row.
  package static let place = Self("import.place")
  package static let missing = Self("import.missing")
  package static let notANumber = Self("import.not-a-number")
  package static let notAnInteger = Self("import.not-an-integer")
  package static let outOfRange = Self("import.out-of-range")
  package static let notPositive = Self("import.not-positive")
  package static let negative = Self("import.negative")
  package static let aboveZero = Self("import.above-zero")
  package static let zero = Self("import.zero")
  package static let notAWord = Self("import.not-a-word")
  package static let notABoolean = Self("import.not-a-boolean")
  package static let notATime = Self("import.not-a-time")
  package static let notAnIdentifier = Self("import.not-an-identifier")
  package static let notTheInterval = Self("import.not-the-interval")
  package static let wrongCount = Self("import.wrong-count")
  package static let quotation = Self("import.quotation")
  package static let tooLong = Self("import.too-long")
  package static let notUTF8 = Self("import.not-utf8")
  package static let nul = Self("import.nul")
  package static let notJSON = Self("import.not-json")
  package static let repeated = Self("import.repeated")
  package static let newerRecord = Self("import.newer-record")
  package static let brokenRule = Self("import.broken-rule")
}
