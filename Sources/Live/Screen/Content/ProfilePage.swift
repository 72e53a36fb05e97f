import Foundation
import Pictures
import Ports
import Texts
import Training

/// The player's profile, as the Profile page shows it next to the pictures; sent as JSON.
struct ProfilePage: Encodable, Equatable {
  struct Number: Encodable, Equatable {
    var label: String
    var value: String
  }

  struct Picture: Encodable, Equatable {
    var name: String
    var title: String
    var description: String
  }

  /// Sentences under a heading.
  struct Section: Encodable, Equatable {
    var title: String
    var sentences: [String]
  }

  /// Numbers and sentences under a heading.
  struct Sureness: Encodable, Equatable {
    var title: String
    var numbers: [Number]
    var sentences: [String]
  }

  /// A selectable interval.
  struct Interval: Encodable, Equatable {
    var value: String
    var label: String
    /// Its threshold, or the number of answers to one.
    var state: String
  }

  /// The interval of pictures and numbers; nil without answers.
  var interval: String?
  /// The intervals with answers.
  var intervals: [Interval]
  var summary: [Number]
  /// The unit that some of these numbers count; nil without any.
  var about: String?
  var sentences: [String]
  /// Early or late; nil without answers.
  var timing: Section?
  /// Beats; nil without answers.
  var beats: Section?
  /// Sureness: its numbers and sentences; nil without enough rated answers.
  var sureness: Sureness?
  var pictures: [Picture]
  var preview: String

  /// Includes the curve of `intervalClass`; of the best-known one if nil.
  init(_ report: ProfileReport, of intervalClass: IntervalClass? = nil, _ catalogue: Catalogue) {
    let words = catalogue.pictureWords
    let comparison = report.comparison(of: intervalClass)
    let shown = comparison ?? ComparisonReport(intervalClass: intervalClass ?? report.mainClass, answers: 0)
    interval = comparison?.intervalClass.abbreviation
    intervals = report.comparisons.map { comparison in
      let threshold = comparison.threshold.map { words.threshold($0, answers: comparison.answers) }
      return Interval(
        value: comparison.intervalClass.abbreviation, label: words.name(of: comparison.intervalClass),
        state: threshold ?? words.beginning(comparison))
    }
    summary = shown.statistics(words).enumerated().map { index, number in
      // Above the picture its position shows that it is an average; here nothing does.
      Number(
        label: index == 0 ? catalogue(.averageThreshold) : number.name,
        value: catalogue.valued(number.value, number.note))
    }
    if let comparison, comparison.threshold != nil {
      let answers = comparison.countedAnswers(words)
      summary.append(Number(label: answers.name, value: catalogue.valued(answers.value, answers.note)))
      summary.append(Number(label: catalogue(TextKey.conditions), value: words.name(of: comparison.condition)))
      summary += comparison.otherConditions.map { other in
        Number(
          label: words.name(of: other.condition),
          value: words.threshold(other.threshold, answers: other.answers))
      }
    }
    let keys = [catalogue(.inBrackets), words(.keyNumbers)] + (shown.lapse == nil ? [] : [words(.keySlips)])
    about = shown.curve.isEmpty ? nil : keys.joined(separator: " ")
    let isMatchingMissing = report.matchings.isEmpty && !report.comparisons.isEmpty
    var pitch = report
    (pitch.timing, pitch.beats, pitch.calibration) = (nil, nil, nil)
    sentences = catalogue.sentences(pitch) + (isMatchingMissing ? [words(.matchingInvitation)] : [])
    timing = report.timing.map {
      Section(title: catalogue.pictureWords(.timing), sentences: catalogue.sentences($0))
    }
    beats = report.beats.map {
      Section(title: catalogue.pictureWords(.beats), sentences: catalogue.sentences($0))
    }
    sureness = report.calibration.map { calibration in
      Sureness(
        title: words(.calibration),
        numbers: calibration.statistics(words).map {
          Number(label: $0.name, value: catalogue.valued($0.value, $0.note))
        },
        // The numbers are above; the sentences explain them.
        sentences: [catalogue(.calibrationMeaning)])
    }
    pictures = report.parts(of: intervalClass).map { part in
      let title = catalogue.title(of: part)
      return Picture(
        name: part.rawValue,
        title: part == .matching || comparison == nil ? title : "\(title): \(words.name(of: shown.intervalClass))",
        description: catalogue.name(of: part, in: report, shown))
    }
    let threshold = comparison?.threshold.map { words.cents($0.value) }
    preview = threshold.map { catalogue(.preview, ["cents": $0]) } ?? catalogue(.previewUnknown)
  }
}

extension Catalogue {
  /// Returns the title of a part of the profile.
  func title(of part: ProfilePart) -> String {
    switch part {
    case .curve: self(.pictureCurve)
    case .timeline: self(.pictureTimeline)
    case .matching: self(.pictureMatching)
    }
  }

  /// Returns a number followed by a note in brackets.
  fileprivate func valued(_ value: String, _ note: String?) -> String { note.map { "\(value) (\($0))" } ?? value }

  /// Returns the text alternative of a picture: the course of the curve and its result, or an invitation if there are
  /// no answers; the final approach in matching. The text below the picture has all other data.
  fileprivate func name(of part: ProfilePart, in report: ProfileReport, _ comparison: ComparisonReport) -> String {
    switch part {
    case .curve:
      guard let average = comparison.threshold, !comparison.curve.isEmpty else {
        return pictureWords.beginning(comparison)
      }
      return self(
        .pictureCurveName,
        ["ranges": list(comparison.knownRanges), "cents": pictureWords.cents(average.value)])
    case .timeline: return title(of: part)
    case .matching:
      guard !report.matchings.isEmpty else { return pictureWords(.matchingInvitation) }
      return ([title(of: part) + "."] + matchingSentences(report)).joined(separator: " ")
    }
  }
}

/// A picture requested by a page.
struct PictureOrder: Hashable, Sendable {
  /// The part; nil for the preview and for the complete picture.
  var part: ProfilePart?
  /// Whether it is the complete picture, for saving.
  var isWhole: Bool
  /// The interval of the curve; nil for the best-known one.
  var interval: IntervalClass?
  var theme: Theme
  /// The width in points: pixels of the page, or fewer if its text is larger.
  var width: Double

  /// The margin around a part: the card it is on has its own padding.
  private static let margin = 8.0

  /// Parses the last segment of an address and its query; nil if the picture does not exist.
  init?(file: String, theme: Substring?, width: Substring?, interval: Substring? = nil) {
    guard file.hasSuffix(".svg") else { return nil }
    let name = String(file.dropLast(4))
    part = ProfilePart(rawValue: name)
    isWhole = name == "profile"
    guard part != nil || isWhole || name == "preview" else { return nil }
    if let interval {
      guard let found = IntervalClass(abbreviation: interval) else { return nil }
      self.interval = found
    }
    guard let theme = theme.map({ Theme(rawValue: String($0)) }) ?? .light, theme != .auto else { return nil }
    self.theme = theme
    guard let points = width.map({ Int($0) }) ?? 760, (280...1200).contains(points) else { return nil }
    self.width = Double(points)
  }

  /// Returns the picture as a file; nil if `report` has no data for it.
  func svg(_ report: ProfileReport, _ catalogue: Catalogue, calendar: Calendar = .current) -> String? {
    let words = catalogue.pictureWords
    if isWhole {
      let whole = ProfilePicture.page(
        report, of: interval, caption: catalogue.caption(report, of: interval), words: words,
        measures: .page(width: width), calendar: calendar)
      return SVGWriter(theme).text(whole)
    }
    let drawing =
      part.map { part in
        ProfilePicture.part(
          part, of: report, interval,
          caption: Caption(
            title: catalogue.title(of: part), summary: catalogue.caption(report, of: interval).summary), words: words,
          measures: .page(width: width, margin: Self.margin), calendar: calendar)
      }
      ?? ProfilePicture.preview(
        report, caption: catalogue.previewCaption(report), language: words.language,
        room: .points(width: width, height: 72))
    return drawing.map { SVGWriter(theme).text($0) }
  }
}
