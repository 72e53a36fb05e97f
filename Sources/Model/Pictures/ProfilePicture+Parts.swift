import Foundation
import Training

/// A part of the profile, for a page that has numbers and headings of its own. The raw values are the words of addresses.
public enum ProfilePart: String, Hashable, Sendable, CaseIterable {
  /// The threshold over the keyboard.
  case curve
  /// What became of the threshold.
  case timeline
  /// How notes are brought home, with its numbers.
  case matching
}

extension ProfileReport {
  /// What there is to draw of it: the curve always, as it invites where nothing is known.
  public var parts: [ProfilePart] {
    ProfilePart.allCases.filter { part in
      switch part {
      case .curve: true
      // One stretch of time is no course of it.
      case .timeline: (mainComparison?.timeline.count ?? 0) > 1
      // Of somebody who has practised nothing the curve alone invites.
      case .matching: !matchings.isEmpty || !comparisons.isEmpty
      }
    }
  }

  /// What is known of the class whose curve is shown; nil where nothing was answered.
  public var mainComparison: ComparisonReport? { comparisons.first { $0.intervalClass == mainClass } }
}

extension ProfilePicture {
  /// One part of `report` alone; nil where there is none.
  ///
  /// `calendar` is the player's: it names days.
  public static func part(
    _ part: ProfilePart, of report: ProfileReport, caption: Caption, words: PictureWords, measures: Measures,
    calendar: Calendar
  ) -> Drawing? {
    guard report.parts.contains(part) else { return nil }
    var page = PageBuilder(measures: measures, words: words, isPart: part != .matching)
    let comparison = report.mainComparison ?? ComparisonReport(intervalClass: report.mainClass, answers: 0)
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
