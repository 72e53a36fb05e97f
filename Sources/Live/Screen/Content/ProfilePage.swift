import Foundation
import Pictures
import Ports
import Texts
import Training

/// What is known of the player's ear, as the page Profile shows it beside the pictures; sent as JSON.
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

  var known: Bool
  var summary: [Number]
  /// What some of these numbers count; nil while there are none.
  var about: String?
  var sentences: [String]
  var pictures: [Picture]
  var preview: String

  init(_ report: ProfileReport, _ catalogue: Catalogue) {
    let words = catalogue.pictureWords
    let comparison = report.mainComparison
    let matchings = report.matchings.contains { $0.bias != nil || $0.spread != nil }
    known = report.comparisons.contains { $0.threshold != nil } || matchings
    let numbers = (comparison ?? ComparisonReport(intervalClass: report.mainClass, answers: 0)).statistics(words)
    summary = numbers.enumerated().map { index, number in
      // Over the picture its place says that it is an average; here nothing does.
      Number(label: index == 0 ? catalogue(.averageThreshold) : number.name, value: number.value)
    }
    if let comparison, comparison.threshold != nil {
      summary.append(Number(label: catalogue(TextKey.conditions), value: words.name(of: comparison.condition)))
      summary += comparison.otherConditions.map { other in
        Number(label: words.name(of: other.condition), value: words.cents(other.threshold.value))
      }
    }
    about = comparison?.curve.isEmpty == false ? words(.keyNumbers) : nil
    let isMatchingMissing = report.matchings.isEmpty && !report.comparisons.isEmpty
    sentences = catalogue.sentences(report) + (isMatchingMissing ? [words(.matchingInvitation)] : [])
    pictures = report.parts.map { part in
      Picture(name: part.rawValue, title: catalogue.title(of: part), description: catalogue.name(of: part, in: report))
    }
    let threshold = comparison?.threshold.map { words.cents($0.value) }
    preview = threshold.map { catalogue(.preview, ["cents": $0]) } ?? catalogue(.previewUnknown)
  }
}

extension Catalogue {
  /// What a part of the profile is called.
  func title(of part: ProfilePart) -> String {
    switch part {
    case .curve: self(.pictureCurve)
    case .timeline: self(.pictureTimeline)
    case .matching: self(.pictureMatching)
    }
  }

  /// What is read instead of its picture: from where to where the curve goes and what it comes to, or what invites where nothing
  /// is known. All else stands below in words.
  fileprivate func name(of part: ProfilePart, in report: ProfileReport) -> String {
    switch part {
    case .curve:
      guard let comparison = report.mainComparison, let average = comparison.threshold,
        let low = comparison.curve.first, let high = comparison.curve.last
      else { return pictureWords(.invitation) }
      return self(
        .pictureCurveName,
        ["low": name(of: low.note), "high": name(of: high.note), "cents": pictureWords.cents(average.value)])
    case .timeline: return title(of: part)
    case .matching: return report.matchings.isEmpty ? pictureWords(.matchingInvitation) : title(of: part)
    }
  }
}

/// A picture that a page asks for.
struct PictureOrder: Hashable, Sendable {
  /// A part, or nil for the preview.
  var part: ProfilePart?
  var theme: Theme
  /// In points: of a page's pixels, or fewer where its text is larger.
  var width: Double

  /// Around a part: the card that it lies on has room of its own.
  private static let margin = 8.0

  /// From the last segment of an address and its query; nil if there is no such picture.
  init?(file: String, theme: Substring?, width: Substring?) {
    guard file.hasSuffix(".svg") else { return nil }
    let name = String(file.dropLast(4))
    part = ProfilePart(rawValue: name)
    guard part != nil || name == "preview" else { return nil }
    guard let theme = theme.map({ Theme(rawValue: String($0)) }) ?? .light, theme != .auto else { return nil }
    self.theme = theme
    guard let points = width.map({ Int($0) }) ?? 760, (120...1200).contains(points) else { return nil }
    self.width = Double(points)
  }

  /// The picture as a file; nil where `report` has nothing for it.
  func svg(_ report: ProfileReport, _ catalogue: Catalogue, calendar: Calendar = .current) -> String? {
    let words = catalogue.pictureWords
    let drawing =
      part.map { part in
        ProfilePicture.part(
          part, of: report,
          caption: Caption(title: catalogue.title(of: part), summary: catalogue.caption(report).summary), words: words,
          measures: .page(width: width, margin: Self.margin), calendar: calendar)
      }
      ?? ProfilePicture.preview(
        report, caption: catalogue.previewCaption(report), language: words.language,
        room: .points(width: width, height: 72))
    return drawing.map { SVGWriter(theme).text($0) }
  }
}
