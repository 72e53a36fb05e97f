import Training

extension PageBuilder {
  /// Adds the shares of right answers among the sure ones and the others.
  mutating func calibration(_ report: CalibrationReport) {
    skipToNextPart()
    heading(words(.calibration))
    statistics(report.statistics(words))
  }

  /// Adds the shares alone, a line each.
  mutating func summary(_ report: CalibrationReport) {
    skipToNextPart()
    table(report.shares(words).map { ($0.name, "\($0.value) (\($0.note ?? ""))") })
  }
}

extension CalibrationReport {
  /// The numbers of the report; no trend without evidence.
  public func statistics(_ words: PictureWords) -> [Statistic] {
    let change = change.map {
      Statistic(name: words(.calibrationTrend), value: words($0), note: words(exercise))
    }
    return shares(words) + [change].compactMap(\.self)
      + [Statistic(name: words(.answers), value: "\(sure.answers + unsure.answers)")]
  }

  /// How clearly sureness separates right answers from wrong ones, compared with before; nil without evidence.
  public var change: PictureWord? {
    switch trend {
    case .improving: .moreClearly
    case .stable: .asClearly
    case .declining: .lessClearly
    case nil: nil
    }
  }

  /// The name of the exercise whose history and trend are reported.
  public var exercise: PictureWord {
    switch discipline {
    case .timing: .timing
    case .beats: .beats
    case .comparison, .matching, .listening, .timingListening: .comparison
    }
  }

  /// The shares of right answers with their bands.
  fileprivate func shares(_ words: PictureWords) -> [Statistic] {
    [(PictureWord.rightIfSure, sure), (.rightIfUnsure, unsure)].map { word, rated in
      Statistic(
        name: words(word), value: words(.ofHundred, ["value": words.ofHundred(rated.right.value)]),
        note: words(
          .between,
          ["low": words.ofHundred(rated.right.band.lowerBound), "high": words.ofHundred(rated.right.band.upperBound)]))
    }
  }
}

extension PictureWords {
  /// Returns a share as a whole number of 100 answers.
  public func ofHundred(_ share: Double) -> String { number((share * 100).rounded()) }
}
