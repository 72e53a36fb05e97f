/// What `peach export` and `peach import` say, by the keys in the catalogues.
public enum ExchangeKey: String, CaseIterable, Sendable {
  // The end of it.
  case exportNothing = "export.nothing"
  case exporting = "export.title"
  case importing = "import.title"
  case importNothing = "import.nothing"
  case importBackup = "import.backup"

  // What is wrong with a file as a whole.
  case empty = "import.empty"
  case noVersionLine = "import.no-version-line"
  case unreadableVersion = "import.unreadable-version"
  case newerVersion = "import.newer-version"
  case noHeader = "import.no-header"
  case missingColumn = "import.missing-column"
  case repeatedColumn = "import.repeated-column"

  // What is wrong with a row.
  case place = "import.place"
  case missing = "import.missing"
  case notANumber = "import.not-a-number"
  case notAnInteger = "import.not-an-integer"
  case outOfRange = "import.out-of-range"
  case notPositive = "import.not-positive"
  case negative = "import.negative"
  case zero = "import.zero"
  case notAWord = "import.not-a-word"
  case notABoolean = "import.not-a-boolean"
  case notATime = "import.not-a-time"
  case notAnIdentifier = "import.not-an-identifier"
  case notTheInterval = "import.not-the-interval"
  case wrongCount = "import.wrong-count"
  case quotation = "import.quotation"
  case tooLong = "import.too-long"
  case notUTF8 = "import.not-utf8"
  case nul = "import.nul"
  case notJSON = "import.not-json"
  case repeated = "import.repeated"
  case newerRecord = "import.newer-record"
  case brokenRule = "import.broken-rule"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: ExchangeKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }
}
