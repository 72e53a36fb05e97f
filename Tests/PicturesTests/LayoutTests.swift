import Foundation
import Pitch
import Testing
import Texts

@testable import Pictures
@testable import Training

@Suite("The layout of pictures")
struct LayoutTests {
  private struct Box {
    var words: String
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>

    func overlaps(_ other: Box) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }
  }

  /// The boxes of all texts, by the measures that the page was made with; letters reach from baseline to their height.
  private static func boxes(_ drawing: Drawing, _ measures: Measures) -> [Box] {
    drawing.shapes.compactMap { shape in
      guard case .text(let text) = shape else { return nil }
      let width = measures.textWidth(text.words, text.role)
      let left =
        switch text.anchor {
        case .start: text.at.x
        case .middle: text.at.x - width / 2
        case .end: text.at.x - width
        }
      let height = measures.isCells ? 1 : measures.size(text.role) * 0.72
      return Box(words: text.words, x: left...(left + width - 0.5), y: (text.at.y - height)...text.at.y)
    }
  }

  @Test(
    "no text leaves the picture or overlaps another", arguments: Language.allCases,
    [
      Measures.page(), .page(width: 480), .page(width: 1200), .cells(columns: 80, rows: 24),
      .cells(columns: 60, rows: 40), .cells(columns: 120, rows: 50),
    ])
  func texts(language: Language, measures: Measures) {
    for (name, report) in SampleReports.all {
      let drawing = GoldenPictureTests.page(report, language, measures)
      let boxes = Self.boxes(drawing, measures)
      #expect(boxes.count > 10)
      for (index, box) in boxes.enumerated() {
        let isInside = box.x.lowerBound >= 0 && box.x.upperBound <= drawing.width && box.y.upperBound <= drawing.height
        #expect(isInside, "\(name): \(box.words) at \(box.x)")
        let others = boxes[(index + 1)...].filter(box.overlaps)
        #expect(others.map(\.words) == [], "\(name): over \(box.words)")
      }
    }
  }

  @Test(
    "no text on a narrow page leaves it, or overlaps another or the keys: 280 points are a phone with larger text",
    arguments: Language.allCases, ProfilePart.allCases)
  func narrow(language: Language, part: ProfilePart) {
    for width in [280.0, 320] { narrow(Measures.page(width: width, margin: 8), language, part) }
  }

  private func narrow(_ measures: Measures, _ language: Language, _ part: ProfilePart) {
    for (name, report) in SampleReports.all {
      let catalogue = Catalogue(language)
      let drawing = ProfilePicture.part(
        part, of: report, caption: catalogue.caption(report), words: catalogue.pictureWords, measures: measures,
        calendar: SampleReports.calendar)
      guard let drawing else { continue }
      let boxes = Self.boxes(drawing, measures)
      let keys = drawing.shapes.compactMap { shape -> Box? in
        guard case .rectangle(let x, let y, let width, let height, let fill, _) = shape, fill != .paper else {
          return nil
        }
        return Box(words: "keys", x: x...(x + width), y: y...(y + height))
      }
      #expect(part == .timeline || keys.count > (measures.width < 320 ? 10 : 40))
      for (index, box) in boxes.enumerated() {
        #expect(box.x.lowerBound >= 0 && box.x.upperBound <= drawing.width, "\(name): \(box.words) at \(box.x)")
        #expect((boxes[(index + 1)...] + keys).filter(box.overlaps).map(\.words) == [], "\(name): over \(box.words)")
      }
    }
  }

  @Test("every drawn coordinate is a number within the picture")
  func inside() {
    for (name, report) in SampleReports.all {
      let drawing = GoldenPictureTests.page(report, .german)
      for shape in drawing.shapes {
        let points: [Point] =
          switch shape {
          case .polyline(let points, _, _, _): points
          case .band(let upper, let lower, _, _): upper + lower
          case .line(let from, let to, _, _, _): [from, to]
          case .rectangle(let x, let y, let width, let height, _, _): [Point(x, y), Point(x + width, y + height)]
          case .dot(let at, _, _): [at]
          case .text(let text): [text.at]
          }
        let isInside = points.allSatisfy { (0...drawing.width).contains($0.x) && (0...drawing.height).contains($0.y) }
        #expect(isInside, "\(name): \(shape)")
      }
    }
  }

  @Test(
    "keys rise from left to right inside the keyboard, whatever its range", arguments: [36, 37, 41, 0], [49, 84, 127])
  func keys(low: Int, high: Int) throws {
    let range = try #require(NoteRange(SampleReports.note(low), SampleReports.note(high)))
    let axis = KeyboardAxis(range: range, left: 10, width: 700, isCells: false)
    let places = (low...high).map { axis.x(SampleReports.note($0)) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    #expect(places.allSatisfy { (10 + axis.white / 4...axis.right - axis.white / 4).contains($0) })
    #expect(abs(axis.right - 710) < 1e-9)
    // An octave is as wide everywhere.
    let octaves = zip(places, places.dropFirst(12)).map { $1 - $0 }
    #expect(octaves.allSatisfy { abs($0 - 7 * axis.white) < 1e-9 })
  }

  @Test("small thresholds are next to the keys, and halving is always the same distance")
  func cents() {
    let axis = CentsAxis(showing: [3...4], top: 10, bottom: 210)
    // At least two octaves, centred on the range shown.
    #expect(axis.limits == 1.5...7 && axis.y(1.5) == 210 && axis.y(7) == 10)
    #expect(abs((axis.y(1.7) - axis.y(3.4)) - (axis.y(3.4) - axis.y(6.8))) < 1e-9 && axis.y(1.7) > axis.y(3.4))
    #expect(axis.y(1) == 210 && axis.y(1000) == 10)
    #expect(CentsAxis(showing: [0.3...130], top: 0, bottom: 1).limits == 0.3...150)
    #expect(CentsAxis(showing: [], top: 0, bottom: 1).limits == CentsAxis.usual)
  }

  @Test("12 and 14 cents can be distinguished")
  func neighbours() {
    let axis = CentsAxis(showing: [11...15], top: 0, bottom: 100)
    #expect(axis.y(12) - axis.y(14) > 8)
    #expect(CentsAxis(showing: [0...Double.infinity], top: 0, bottom: 1).limits == CentsAxis.outermost)
  }

  @Test(
    "infinite, undefined and impossible values do not stop a picture",
    arguments: [0.0, 1e-300, 1e300, .infinity, .nan, -5])
  func strange(value: Double) throws {
    let band = value.isNaN ? 0...1 : min(value, 1)...max(value, 1)
    let odd = Banded(value, band)
    let point = CurvePoint(note: SampleReports.note(60), threshold: odd, knowledge: value, isWeak: true)
    let bucket = TimelineBucket(span: .day, start: .distantPast, count: 1, value: odd)
    let range = try #require(NoteRange(SampleReports.note(0), SampleReports.note(127)))
    let report = ProfileReport(
      range: range,
      comparisons: [
        ComparisonReport(
          intervalClass: .unison, answers: 1, curve: [point], threshold: odd, deviation: value, lapse: odd,
          timeline: [bucket, bucket])
      ],
      matchings: [
        MatchingReport(
          asksIntervals: false, matches: 1, bias: odd, spread: odd, centsPerStep: value,
          regions: [MatchingRegion(notes: range, matches: 1, bias: odd, spread: odd)])
      ])
    #expect(
      !CellPicture(GoldenPictureTests.page(report, .english, .cells(columns: 30, rows: 5))).lines(isEmphasised: true)
        .isEmpty)
    let text = SVGWriter(.light).text(GoldenPictureTests.page(report, .english))
    #expect(!text.contains("nan") && !text.contains("inf\""))
    #expect(!Catalogue(.german).sentences(report).isEmpty)
  }

  @Test("gaps remain open: each run of notes has its band")
  func gaps() {
    func bands(_ report: ProfileReport) -> Int {
      ProfilePicture.preview(report, caption: Caption(title: "", summary: ""), language: "en").shapes
        .filter { if case .band = $0 { true } else { false } }.count
    }
    #expect(bands(SampleReports.sparse) == 2 && bands(SampleReports.skewed) == 2 && bands(SampleReports.populated) == 1)
  }

  /// Of 400 answers at 46…72 36…45 were once drawn as "90 % certain", and 73 was left blank.
  @Test("a band covers the keys within five semitones of an answer, and no other")
  func nearAnswers() throws {
    var (profile, generator) = (PerceptualProfile(), SeededGenerator(seed: 6))
    let start = Date(timeIntervalSince1970: 1_767_600_000)
    for index in 0..<400 {
      let answer = EarAnswer(
        intervalClass: .unison, note: SampleReports.note(46 + generator.below(27)), offset: Cents(12),
        correct: generator.unit() < 0.8)
      profile.learn(answer, at: start.addingTimeInterval(3 * Double(index)))
    }
    let report = profile.report(over: .standard, now: start.addingTimeInterval(1_300), calendar: SampleReports.calendar)
    let drawing = ProfilePicture.preview(report, caption: Caption(title: "", summary: ""), language: "en")
    let keys = KeyboardAxis(range: .standard, left: 4, width: drawing.width - 8, isCells: false)
    let bands = drawing.shapes.compactMap { shape -> ClosedRange<Double>? in
      guard case .band(let upper, _, _, _) = shape, let first = upper.first, let last = upper.last else { return nil }
      return first.x...last.x
    }
    #expect(bands == [keys.extent(SampleReports.note(41), SampleReports.note(77))])
  }

  @Test("without evidence there are only axes, dashes and an invitation, and no trend")
  func empty() {
    let words = Catalogue(.english).pictureWords
    let drawing = GoldenPictureTests.page(ProfileReport(range: .standard), .english)
    #expect(!drawing.shapes.contains { if case .band = $0 { true } else { false } })
    let texts = drawing.shapes.compactMap { if case .text(let text) = $0 { text.words } else { nil } }
    #expect(texts.filter { $0 == words(.unknown) }.count == 2)
    #expect(texts.contains(words(.invitation)) && !texts.contains(words(.trend)))
    #expect(!drawing.shapes.contains { if case .polyline = $0 { true } else { false } })
  }

  @Test("the preview is small, without words, and shows the page's curve")
  func preview() {
    let caption = Catalogue(.german).previewCaption(SampleReports.populated)
    let drawing = ProfilePicture.preview(SampleReports.populated, caption: caption, language: "de")
    #expect((60...80).contains(drawing.height))
    #expect(!drawing.shapes.contains { if case .text = $0 { true } else { false } })
    #expect(caption.title == "Dein Hörprofil" && caption.summary.contains("Schwelle 12,3 Cent"))
  }

  @Test("a timeline leaves room for missing time, and keeps the newest points if there is too little")
  func timeline() {
    let buckets = SampleReports.populated.comparisons[0].timeline
    let slots = TimelineSlots(buckets, most: 100)
    #expect(slots.runs.map(\.count) == [9, 8, 3, 2, 2])
    #expect(slots.count == buckets.count + slots.runs.count - 1)
    let few = TimelineSlots(buckets, most: 7)
    #expect(few.count == 7 && few.buckets.last?.bucket == buckets.last)
    #expect(few.buckets.allSatisfy { (0..<7).contains($0.index) })
    #expect(TimelineSlots([], most: 7).count == 0)
  }

  @Test("a single stretch of time has its place, and so has a day with a clock change")
  func timelineEdges() throws {
    let calendar = SampleReports.calendar
    let days = try [24, 25, 26].map { number in
      // Clocks are put back on 25 October 2026 in Berlin: that day has 25 hours.
      let start = try #require(calendar.date(from: DateComponents(year: 2026, month: 10, day: number)))
      return TimelineBucket(span: .day, start: start, count: 1, value: Banded(10, 9...11))
    }
    #expect(TimelineSlots(days, most: 9).runs.count == 1 && TimelineSlots([days[0]], most: 9).count == 1)
  }
}
