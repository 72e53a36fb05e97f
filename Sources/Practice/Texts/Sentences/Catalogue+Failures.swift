import Controllers
import Glibc
import Ports
import Training

extension Catalogue {
  /// One line on why there is no sequencer, with the command that mends it.
  public func line(_ failure: SequencerFailure) -> String {
    switch failure {
    case .missing: self(.sequencerMissing)
    case .notPermitted: self(.sequencerNotPermitted)
    case .failed(let call, let code): self(.sequencerFailed, ["call": call, "reason": words(code)])
    }
  }

  /// One line on what is wrong with a setting.
  public func line(_ problem: SettingProblem) -> String {
    switch problem {
    case .unknownKey(let key, let suggestions):
      hinted(self(.settingUnknown, ["key": key]), alternatives(suggestions.map(\.rawValue)))
    case .notANumber(let key, let text): self(forNoNumber(of: key), limits(of: key, text))
    case .outOfRange(let key, let text):
      self(key.kind.word == nil ? .settingOutOfRange : .settingOutOfRangeOr, limits(of: key, text))
    case .germanNote(let key, let text, let meant):
      self(.settingGermanNote, ["key": key.rawValue, "text": text, "meant": meant])
    case .notAChoice(let key, let text): self(.settingNotAChoice, limits(of: key, text))
    case .notOnOff(let key, let text): self(.settingNotOnOff, limits(of: key, text))
    case .notAnInterval(let text): "\(self(.settingNotAnInterval, ["text": text])) \(intervalNames)"
    case .noIntervals: self(.settingNoIntervals)
    case .notAName(let key): self(.settingNotAName, limits(of: key, ""))
    case .rangeTooNarrow(let low, let high):
      self(.settingRangeTooNarrow, ["low": "\(low)", "high": "\(high)", "span": "\(TrainingSettings.minimumSpan)"])
    }
  }

  /// The same as a line of its own: with a capital, unless a setting's name comes first.
  public func sentence(_ problem: SettingProblem) -> String {
    let text = line(problem)
    let first = text.prefix { $0 != " " }
    return SettingKey(rawValue: String(first)) == nil ? text.prefix(1).uppercased() + text.dropFirst() : text
  }

  private func forNoNumber(of key: SettingKey) -> TextKey {
    if key.unit == .note { return .settingNotANote }
    return key.kind.word == nil ? .settingNotANumber : .settingNotANumberOr
  }

  /// What a setting may be: `21 to 108`, `on or off`.
  public func range(of key: SettingKey) -> String {
    let limits = limits(of: key, "")
    return switch key.kind {
    case .integer, .number: self(.settingRange, limits)
    case .autoOrInteger: self(.settingRangeAuto, limits)
    case .offOrNumber: self(.settingRangeOff, limits)
    case .autoOrName: self(.settingName)
    case .choice, .wordOrScale: limits["choices"] ?? ""
    case .onOff: self(.settingOnOff)
    case .intervals: self(.settingIntervals)
    }
  }

  /// One line on what is wrong with the settings file: where, what, and the range.
  public func line(_ problem: SettingsFileProblem) -> String {
    let text =
      switch problem.reason {
      case .unreadable(let code): self(.fileUnreadable, ["reason": words(code)])
      case .unwritable(let code): self(.fileUnwritable, ["reason": words(code)])
      case .tooLarge(let limit): self(.fileTooLarge, ["limit": "\(limit)"])
      case .notUTF8: self(.fileNotUtf8)
      case .syntax(let detail): self(.fileSyntax, ["detail": detail])
      case .tab: self(.fileTab)
      case .notAMapping: self(.fileNotAMapping)
      case .notAValue(let key): self(.fileNotAValue, ["key": key])
      case .duplicate(let key): self(.fileDuplicate, ["key": key])
      case .setting(let problem): line(problem)
      case .scale(let reason): line(reason)
      case .notAFile: self(.profileNotAFile)
      }
    return placed(text, file: problem.file, line: problem.line, column: problem.column)
  }

  /// One line on what is wrong with a profile file.
  public func line(_ problem: ProfileProblem) -> String {
    var parameters = problem.reason.parameters
    if let code = parameters["code"].flatMap(Int32.init) { parameters["reason"] = words(code) }
    let text = hinted(text("profile.\(problem.reason.key)", parameters), parameters["suggestion"])
    return placed(text, file: problem.file, line: problem.position?.line, column: problem.position?.column)
  }

  /// One line for a notice.
  public func line(_ notice: ViewState.Notice) -> String {
    switch notice {
    case .notSaving(let reason): self(.storeNotSaving, ["reason": translated(reason: reason)])
    case .noSequencer(let failure): line(failure)
    case .settings(let problem): line(problem)
    case .profile(let problem): line(problem)
    case .realtimeMissing: self(.soundRealtimeMissing)
    case .lateSound(let milliseconds): lateSound(milliseconds: milliseconds)
    case .headphonesPulled: self(.soundHeadphonesPulled)
    case .idle: self(.practiceIdle)
    case .unheard: self(.practiceUnheard)
    case .noSound: self(.soundRefused)
    case .otherOutput(let output): self(.soundOtherOutput, ["output": output])
    case .refused(let refusal): line(refusal)
    case .unmappedPresses(let controller): self(.controllerUnmapped, ["controller": controller])
    case .noSpeech(.missing): self(.speechMissing)
    case .noSpeech(.failed("")): self(.speechFailed)
    case .noSpeech(.failed(let detail)): self(.speechFailedDetail, ["detail": detail])
    case .noPages(let failure): line(failure)
    case .noBrowser: self(.pagesNoBrowser)
    case .timerWaits: self(.practiceTimerWaits)
    case .here(let whereabouts, _): spoken([.here(whereabouts)])
    }
  }

  /// One line on why there are no pages.
  public func line(_ failure: PagesFailure) -> String {
    switch failure {
    case .portTaken(let port): self(.pagesPortTaken, ["port": "\(port)"])
    case .notPermitted(let port): self(.pagesNotPermitted, ["port": "\(port)"])
    case .failed(""): self(.pagesFailed)
    case .failed(let reason): self(.pagesFailedDetail, ["reason": translated(reason: reason)])
    }
  }

  /// One line on why a mode cannot start.
  public func line(_ refusal: ExerciseRefusal) -> String {
    switch refusal {
    case .unsuitableMode(let mode): self(.refusedMode, ["mode": name(of: mode)])
    case .rangeTooNarrow: self(.refusedRangeTooNarrow)
    case .notInTuning(let tuning, _): self(.refusedNotInTuning, ["tuning": tuning])
    }
  }

  private func placed(_ text: String, file: String, line: Int?, column: Int?) -> String {
    guard let line else { return self(.fileWhole, ["file": file, "text": text]) }
    guard let column else { return self(.fileLine, ["file": file, "line": "\(line)", "text": text]) }
    return self(.filePlace, ["file": file, "line": "\(line)", "column": "\(column)", "text": text])
  }

  private func hinted(_ text: String, _ suggestion: String?) -> String {
    guard let suggestion else { return text }
    return "\(text) \(didYouMean(suggestion))"
  }

  /// `words` as a choice: `a, b or c`; nil where there are none.
  private func alternatives(_ words: [String]) -> String? {
    guard words.count > 1, let last = words.last else { return words.first }
    return "\(words.dropLast().joined(separator: ", ")) \(self(.or)) \(last)"
  }

  /// A question whether `suggestion` was meant.
  public func didYouMean(_ suggestion: String) -> String { self(.hintDidYouMean, ["suggestion": suggestion]) }

  /// The limits are written as they have to be typed: with a decimal point in every language.
  private func limits(of key: SettingKey, _ text: String) -> [String: String] {
    var values = ["key": key.rawValue, "text": text]
    values["word"] = key.kind.word
    switch key.kind {
    case .integer(let range), .autoOrInteger(let range):
      values["low"] = "\(range.lowerBound)"
      values["high"] = "\(range.upperBound)"
    case .number(let range), .offOrNumber(let range):
      values["low"] = Self.typed(range.lowerBound)
      values["high"] = Self.typed(range.upperBound)
    case .choice(let words):
      values["choices"] = alternatives(words)
    case .wordOrScale(let words):
      values["choices"] = self(.settingChoiceOrScale, ["words": words.joined(separator: ", ")])
    case .autoOrName, .onOff, .intervals: break
    }
    return values
  }

  /// What the system says of an errno, in this language.
  public func words(_ code: Int32) -> String { translated(reason: String(cString: strerror(code))) }

  /// `reason`, which may be the system's English, in this language. Whatever else it is stays as it is.
  public func translated(reason: String) -> String {
    guard language != .english else { return reason }
    let english = Catalogue(.english)
    return TextKey.systemWords.first { english($0) == reason }.map { self($0) } ?? reason
  }
}
