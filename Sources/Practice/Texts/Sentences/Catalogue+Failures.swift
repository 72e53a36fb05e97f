import Controllers
import Glibc
import PlainText
import Ports
import Training

/// The place where a line is shown, which decides the names of settings and values.
public enum Surface: Sendable {
  /// Names and values as in the file, in every language: `note-gap`, `0.5`.
  case file
  /// Names as typed in every language, and values as they may be typed: `note-gap`, `0,5`.
  case terminal
  /// Names and values as on the page: `Gap between the notes`, `0.5 s`.
  case pages
}

extension Catalogue {
  /// Returns one line on why there is no sequencer, with the command that fixes it.
  public func line(_ failure: SequencerFailure) -> String {
    switch failure {
    case .missing: self(.sequencerMissing)
    case .notPermitted: self(.sequencerNotPermitted)
    case .failed(let call, let code): self(.sequencerFailed, ["call": call, "reason": words(code)])
    }
  }

  /// Returns one line on a problem of a setting.
  public func line(_ problem: SettingProblem, on surface: Surface = .terminal) -> String {
    switch problem {
    case .unknownKey(let key, let suggestions):
      hinted(self(.settingUnknown, ["key": key]), alternatives(suggestions.map(\.rawValue)))
    case .notANumber(let key, let text): self(forNoNumber(of: key), limits(of: key, text, on: surface, asNotes: false))
    case .outOfRange(let key, let text):
      self(key.kind.word == nil ? .settingOutOfRange : .settingOutOfRangeOr, limits(of: key, text, on: surface))
    case .germanNote(let key, let text, let meant):
      self(.settingGermanNote, ["key": name(of: key, on: surface), "text": text, "meant": meant])
    case .notAChoice(let key, let text): self(.settingNotAChoice, limits(of: key, text, on: surface))
    case .notOnOff(let key, let text): self(.settingNotOnOff, limits(of: key, text, on: surface))
    case .notAnInterval(let text):
      (surface == .file ? nil : ambiguity(of: text))
        ?? "\(self(.settingNotAnInterval, ["text": text])) \(intervalNames)"
    case .noIntervals: self(.settingNoIntervals)
    case .notAName(let key): self(.settingNotAName, limits(of: key, "", on: surface))
    case .rangeTooNarrow(let moved, let low, let high): tooNarrow(moved, low, high, on: surface)
    }
  }

  /// Returns the limit for the end of the range that was moved, given the other end, and the value to move that one to
  /// first, if possible.
  private func tooNarrow(_ moved: SettingKey?, _ low: Int, _ high: Int, on surface: Surface) -> String {
    let span = TrainingSettings.minimumSpan
    func line(_ key: TextKey, limit: Int) -> String {
      let notes = ["low": low, "high": high, "limit": limit].mapValues {
        value("\($0)", of: .noteRangeLow, on: surface)
      }
      return self(key, rangeEnds(on: surface).merging(notes) { $1 }.merging(["span": "\(span)"]) { $1 })
    }
    func first(_ key: TextKey, limit: Int) -> String {
      guard case .integer(let range) = SettingKey.noteRangeLow.kind, range.contains(limit) else { return "" }
      return " \(line(key, limit: limit))"
    }
    return switch moved {
    case .noteRangeLow: line(.settingLowTooHigh, limit: high - span) + first(.settingHighFirst, limit: low + span)
    case .noteRangeHigh: line(.settingHighTooLow, limit: low + span) + first(.settingLowFirst, limit: high - span)
    default: line(.settingRangeTooNarrow, limit: span)
    }
  }

  /// Returns the line as a sentence: capitalised, unless a setting's name comes first.
  public func sentence(_ problem: SettingProblem, on surface: Surface = .terminal) -> String {
    let text = line(problem, on: surface)
    let first = text.prefix { $0 != " " && $0 != ":" }
    return SettingKey(rawValue: String(first)) == nil ? sentence(text) : text
  }

  /// Returns a line with the reason a setting was not saved: about the typed text, in the words of the surface where it
  /// was typed.
  public func line(_ refusal: SettingRefusal, on surface: Surface = .terminal, typed: String? = nil) -> String {
    switch refusal {
    case .value(let problem): sentence(problem.about(typed), on: surface)
    case .elsewhere(let key, let folder): self(.settingElsewhere, ["setting": key.rawValue, "folder": folder])
    case .file(let problem): line(problem)
    }
  }

  /// Returns a remark that the tuning of `key` does not follow the concert pitch; nil if it does, or if `key` is not a
  /// tuning. The files of `settings` have been read.
  public func remark(on key: SettingKey, _ settings: Settings, on surface: Surface = .terminal) -> String? {
    guard SettingKey.tunings.contains(key), !settings.training[keyPath: key.tuningInTraining].followsConcertPitch
    else { return nil }
    return self(
      .settingConcertPitchUnused,
      [
        "key": name(of: .concertPitch, on: surface), "setting": name(of: key, on: surface),
        "tuning": value(settings.text(of: key), of: key, on: surface),
      ])
  }

  private func forNoNumber(of key: SettingKey) -> TextKey {
    if key.unit == .note { return .settingNotANote }
    return key.kind.word == nil ? .settingNotANumber : .settingNotANumberOr
  }

  /// Returns the allowed values of a setting: `21 to 108`, `on or off`.
  public func range(of key: SettingKey) -> String {
    let limits = limits(of: key, "", on: .terminal, asNotes: false)
    return switch key.kind {
    case .integer, .number: self(.settingRange, limits)
    case .autoOrInteger: self(.settingRangeAuto, limits)
    case .offOrNumber: self(.settingRangeOff, limits)
    case .autoOrName: self(.settingName)
    case .choice, .wordOrScale: limits["choices"] ?? ""
    case .onOff: self(.settingOnOff)
    case .intervals: self(.settingIntervals)
    case .list: self(.settingList, limits)
    }
  }

  /// Returns one line on a problem of the settings file: place, problem and range.
  public func line(_ problem: SettingsFileProblem) -> String {
    placed(
      told(words(problem.reason), problem), file: problem.file, line: problem.line, column: problem.column)
  }

  private func words(_ reason: SettingsFileProblem.Reason) -> String {
    switch reason {
    case .unreadable(let code): self(.fileUnreadable, ["reason": words(code)])
    case .unwritable(let code): self(.fileUnwritable, ["reason": words(code)])
    case .tooLarge(let limit): self(.fileTooLarge, ["limit": "\(limit)"])
    case .notUTF8: self(.fileNotUtf8)
    case .syntax(let detail): self(.fileSyntax, ["detail": detail])
    case .aliases: self(.fileAliases)
    case .uneditable: self(.fileUneditable)
    case .tab: self(.fileTab)
    case .colon(let line): self(.fileColon, ["line": CleanText.line(line)])
    case .unclosed(let mark): self(.fileUnclosed, ["mark": mark])
    case .notAMapping: self(.fileNotAMapping)
    case .notAValue(let key): self(.fileNotAValue, ["key": key])
    case .duplicate(let key): self(.fileDuplicate, ["key": key])
    case .setting(let problem): line(problem, on: .file)
    case .scale(let reason): line(reason)
    case .order(let reason): line(reason)
    case .notAFile: self(.mappingNotAFile)
    }
  }

  /// Returns the problems of a settings file for speech: the first of `problems`, and whether there are more.
  func spoken(_ problems: [SettingsFileProblem]) -> [String] {
    guard let problem = problems.first else { return [] }
    let line = placed(
      told(words(problem.reason), problem), file: self(.settingsSpoken), line: problem.line, column: nil)
    return problems.count > 1 ? [line, self(.settingsMore)] : [line]
  }

  private func told(_ text: String, _ problem: SettingsFileProblem) -> String {
    ([text] + problem.instead.map(sentence)).joined(separator: " ")
  }

  /// Returns the value that applies in place of an invalid one.
  private func sentence(_ instead: SettingsFileProblem.Instead) -> String {
    switch instead {
    case .setting(let key, let value, let isDefault):
      self(isDefault ? .fileInsteadDefault : .fileInsteadKept, ["key": key.rawValue, "value": value])
    case .all(let areDefaults): self(areDefaults ? .fileInsteadDefaults : .fileInsteadAllKept)
    }
  }

  /// Returns one line on a problem of a mapping file.
  public func line(_ problem: MappingProblem) -> String {
    var parameters = problem.reason.parameters
    if let code = parameters["code"].flatMap(Int32.init) { parameters["reason"] = words(code) }
    let text = hinted(text("mapping.\(problem.reason.key)", parameters), parameters["suggestion"])
    return placed(text, file: problem.file, line: problem.position?.line, column: problem.position?.column)
  }

  /// Returns one line for a notice. Problems of a file use the file's names.
  public func line(_ notice: ViewState.Notice, on surface: Surface = .terminal) -> String {
    switch notice {
    case .notSaving(let reason): self(.storeNotSaving, ["reason": translated(reason: reason)])
    case .noSequencer(let failure): line(failure)
    case .settings(let problem): line(problem)
    case .mapping(let problem): line(problem)
    case .realtimeMissing: self(.soundRealtimeMissing)
    case .lateSound(let milliseconds): lateSound(milliseconds: milliseconds)
    case .headphonesPulled: self(.soundHeadphonesPulled)
    case .idle(let minutes): self(.practiceIdle, ["minutes": "\(minutes)"])
    case .unheard: self(.practiceUnheard)
    case .noSound: self(.soundRefused)
    case .otherOutput(let output): self(.soundOtherOutput, ["output": output])
    case .refused(let refusal): line(refusal, on: surface)
    case .unmappedPresses(let controller): self(.controllerUnmapped, ["controller": controller])
    case .noSpeech(.missing): self(.speechMissing)
    case .noSpeech(.failed("")): self(.speechFailed)
    case .noSpeech(.failed(let detail)): self(.speechFailedDetail, ["detail": detail])
    case .noPages(let failure): line(failure)
    case .noBrowser: self(.pagesNoBrowser)
    case .stranger(let user?): self(.pagesStranger, ["user": "\(user)"])
    case .stranger(nil): self(.pagesStrangerGone)
    case .timerWaits: self(.practiceTimerWaits)
    case .here(let whereabouts, _): spoken([.here(whereabouts)])
    // A page may be open on a device without a keyboard.
    case .explanation(.hands(.keys), _) where surface == .pages: self(.explainButtons)
    // It replaces the line that had the keys.
    case .explanation(.menu(let menu, isNew: false), _): spoken([.words([word(menu), self(.menuKeys)])])
    case .explanation(let explanation, _): spoken([.explanation(explanation)])
    }
  }

  /// Returns one line on why there are no pages.
  public func line(_ failure: PagesFailure) -> String {
    switch failure {
    case .portTaken(let port): self(.pagesPortTaken, ["port": "\(port)"])
    case .notPermitted(let port): self(.pagesNotPermitted, ["port": "\(port)"])
    case .ownersUnknown: self(.pagesOwnersUnknown)
    case .failed(""): self(.pagesFailed)
    case .failed(let reason): self(.pagesFailedDetail, ["reason": translated(reason: reason)])
    }
  }

  /// Returns one line on why a mode cannot start.
  public func line(_ refusal: ExerciseRefusal, on surface: Surface = .terminal) -> String {
    switch refusal {
    case .unsuitableMode(let mode): self(.refusedMode, ["mode": name(of: mode)])
    case .rangeTooNarrow: self(.refusedRangeTooNarrow, rangeEnds(on: surface))
    case .notInTuning(let tuning, let mode, _):
      self(
        .refusedNotInTuning,
        [
          "mode": name(of: mode), "tuning": tuning,
          "settings": alternatives(mode.pitchSettings.map { name(of: $0, on: surface) }) ?? "",
        ])
    case .patternTooFast(let pattern, _, let tempo):
      self(.refusedPatternTooFast, ["pattern": pattern.rawValue, "tempo": "\(tempo)"])
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

  /// Joins `words` as a choice: `a, b or c`; returns nil for none.
  func alternatives(_ words: [String]) -> String? {
    guard words.count > 1, let last = words.last else { return words.first }
    return "\(words.dropLast().joined(separator: ", ")) \(self(.or)) \(last)"
  }

  /// Returns the question whether `suggestion` was meant.
  public func didYouMean(_ suggestion: String) -> String { self(.hintDidYouMean, ["suggestion": suggestion]) }

  private func name(of key: SettingKey, on surface: Surface) -> String {
    surface == .pages ? label(of: key) : key.rawValue
  }

  /// Returns a value of `key`, given as in the file; in a terminal a note number comes with its name: `54 (F#3)`.
  public func value(_ text: String, of key: SettingKey, on surface: Surface = .terminal) -> String {
    switch (surface, key.kind) {
    case (.pages, _): shown(text, of: key)
    case (.terminal, _) where key.unit == .note: "\(text) (\(shown(text, of: key)))"
    case (.terminal, .number), (.terminal, .offOrNumber): text.replacing(".", with: rule.decimalMark)
    case (.terminal, _), (.file, _): text
    }
  }

  /// Returns a value that was just set, as in the file; a word of the file with its name on pages if that is another:
  /// `off (Aus)`.
  public func changed(_ text: String, of key: SettingKey) -> String {
    guard key.words.contains(text) else { return value(text, of: key) }
    let shown = shown(text, of: key)
    func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
    return letters(shown) == letters(text) ? text : "\(text) (\(shown))"
  }

  private func rangeEnds(on surface: Surface) -> [String: String] {
    ["lowest": name(of: .noteRangeLow, on: surface), "highest": name(of: .noteRangeHigh, on: surface)]
  }

  /// Returns the values for the placeholders of a text on `key`. `asNotes` is whether limits of notes are shown as
  /// notes rather than numbers.
  private func limits(
    of key: SettingKey, _ text: String, on surface: Surface, asNotes: Bool = true
  ) -> [String: String] {
    var values = ["key": name(of: key, on: surface), "text": text]
    values["word"] = key.kind.word.map { value($0, of: key, on: surface) }
    func setEnds(_ low: String, _ high: String) {
      let surface: Surface = key.unit == .note && !asNotes ? .file : surface
      (values["low"], values["high"]) = (value(low, of: key, on: surface), value(high, of: key, on: surface))
    }
    switch key.kind {
    case .integer(let range), .autoOrInteger(let range): setEnds("\(range.lowerBound)", "\(range.upperBound)")
    case .number(let range), .offOrNumber(let range):
      setEnds(Self.typed(range.lowerBound), Self.typed(range.upperBound))
    case .choice(let words), .list(let words):
      values["choices"] = alternatives(words.map { value($0, of: key, on: surface) })
    case .wordOrScale(let words):
      let list = words.map { value($0, of: key, on: surface) }.joined(separator: ", ")
      values["choices"] = self(
        key == .temperamentOrder ? .settingChoiceOrOrder : .settingChoiceOrScale, ["words": list])
    case .autoOrName, .onOff, .intervals: break
    }
    return values
  }

  /// Returns the system's message for an errno, in this language.
  public func words(_ code: Int32) -> String { translated(reason: String(cString: strerror(code))) }

  /// Translates `reason` if it is one of the system's English messages; otherwise returns it unchanged.
  public func translated(reason: String) -> String {
    guard language != .english else { return reason }
    let english = Catalogue(.english)
    return TextKey.systemWords.first { english($0) == reason }.map { self($0) } ?? reason
  }
}

extension Mode {
  /// The settings that decide whether a tuning has the pitches of its exercises.
  fileprivate var pitchSettings: [SettingKey] {
    let range = [SettingKey.noteRangeLow, .noteRangeHigh]
    return switch self {
    case .chords: [.chords, .chordTuning] + range
    case .temperament: [.temperament, .temperamentOrder]
    default: (asksIntervals ? [.intervals, .tuning] : [.tuning]) + range
    }
  }
}
