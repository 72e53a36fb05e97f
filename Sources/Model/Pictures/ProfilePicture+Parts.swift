import Foundation
import Training

/// A part of the profile, for a page with its own numbers and headings. The raw values are the words in addresses.
public enum ProfilePart: String, Hashable, Sendable, CaseIterable {
  /// The threshold over the keyboard.
  case curve
  /// The history of the threshold.
  case timeline
  /// The accuracy of matching, with its numbers.
  case matching
}

extension ProfileReport {
  /// Returns the parts to draw, with the curve of `intervalClass` (nil: the main one): the curve always, because it
  /// invites to practise before the first answers.
  public func parts(of intervalClass: IntervalClass? = nil) -> [ProfilePart] {
    ProfilePart.allCases.filter { part in
      switch part {
      case .curve: true
      // A timeline needs more than one stretch.
      case .timeline: (comparison(of: intervalClass)?.timeline.count ?? 0) > 1
      // Before any practice only the curve is shown, as an invitation.
      case .matching: !matchings.isEmpty || !comparisons.isEmpty
      }
    }
  }

  /// The report on `intervalClass` (nil: the class shown first); nil without answers.
  public func comparison(of intervalClass: IntervalClass? = nil) -> ComparisonReport? {
    let shown = intervalClass ?? mainClass
    return comparisons.first { $0.intervalClass == shown }
  }
}

extension ProfilePicture {
  /// Returns one part of `report` alone, of `intervalClass` (nil: the first one shown); nil if the report lacks it.
  ///
  /// `calendar` is the player's: it names days.
  public static func part(
    _ part: ProfilePart, of report: ProfileReport, _ intervalClass: IntervalClass? = nil, caption: Caption,
    words: PictureWords, measures: Measures, calendar: Calendar
  ) -> Drawing? {
    guard report.parts(of: intervalClass).contains(part) else { return nil }
    var page = PageBuilder(measures: measures, words: words, isPart: part != .matching)
    let comparison =
      report.comparison(of: intervalClass)
      ?? ComparisonReport(intervalClass: intervalClass ?? report.mainClass, answers: 0)
    switch part {
    case .curve: page.comparison(comparison, over: report.range)
    case .timeline: page.timeline(comparison.timeline, calendar: calendar)
    case .matching:
      let known = report.matchings.isEmpty ? [MatchingReport(asksIntervals: false, matches: 0)] : report.matchings
      for matching in known {
        page.matching(matching, among: known, over: report.range, calendar: calendar)
      }
    }
    return page.drawing(caption)
  }
}
