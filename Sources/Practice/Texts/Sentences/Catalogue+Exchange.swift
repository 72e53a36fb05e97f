import Exchange

/// Problems of files of records.
extension Catalogue {
  /// Returns one line on why the file was not read.
  public func line(_ problem: ExchangeProblem, in file: String) -> String {
    let text =
      switch problem.reason {
      case .empty: self(.empty)
      case .noVersionLine: self(.noVersionLine)
      case .unreadableVersion(let text): self(.unreadableVersion, ["text": text])
      case .newerVersion(let name, let found, let known):
        self(.newerVersion, ["name": name, "found": "\(found)", "known": "\(known)"])
      case .utf16: self(.utf16)
      case .separated(by: .semicolon): self(.separatedBySemicolons)
      case .separated(by: .tab): self(.separatedByTabs)
      case .separated(by: .bar): self(.separatedByBars)
      case .noHeader: self(.noHeader)
      case .missingColumn(let column): self(.missingColumn, ["column": column])
      case .repeatedColumn(let column): self(.repeatedColumn, ["column": column])
      }
    return line(text, in: file, line: problem.line)
  }

  /// Returns one line on why a row was not read.
  public func line(_ problem: RowProblem, in file: String) -> String {
    let text = text(problem.reason, value: problem.value ?? "")
    guard let column = problem.column else { return line(text, in: file, line: problem.line) }
    return self(.place, ["file": file, "line": "\(problem.line)", "column": column, "text": text])
  }

  private func text(_ reason: RowProblem.Reason, value: String) -> String {
    let value = ["value": value]
    func with(_ more: [String: String]) -> [String: String] { value.merging(more) { $1 } }
    return switch reason {
    case .missing: self(.missing)
    case .notANumber: self(.notANumber, value)
    case .notAnInteger: self(.notAnInteger, value)
    case .outOfRange(let low, let high): self(.outOfRange, with(["low": Self.typed(low), "high": Self.typed(high)]))
    case .notPositive: self(.notPositive, value)
    case .negative: self(.negative, value)
    case .aboveZero: self(.aboveZero, value)
    case .zero: self(.zero)
    case .notAWord(let choices): self(.notAWord, with(["choices": choices.joined(separator: ", ")]))
    case .notABoolean: self(.notABoolean, value)
    case .notATime: self(.notATime, value)
    case .noClock: self(.noClock, value)
    case .notASpan: self(.notASpan, value)
    case .notInOrder(let expected): self(.notInOrder, with(["expected": "\(expected)"]))
    case .orphan: self(.orphan)
    case .tooLongTogether(let seconds, let limit):
      self(.tooLongTogether, ["seconds": "\(seconds)", "limit": "\(limit)"])
    case .notAnIdentifier: self(.notAnIdentifier, value)
    case .notTheInterval(let notes): self(.notTheInterval, with(["notes": notes]))
    case .wrongCount(let found, let expected):
      self(.wrongCount, ["found": "\(found)", "expected": "\(expected)"])
    case .quotation: self(.quotation)
    case .tooLong(let limit): self(.tooLong, ["limit": "\(limit)"])
    case .notUTF8: self(.notUTF8, value)
    case .nul: self(.nul)
    case .notJSON: self(.notJSON)
    case .repeated: self(.repeated)
    case .newerVersion(let known): self(.newerRecord, with(["known": "\(known)"]))
    }
  }
}
