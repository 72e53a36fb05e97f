import ArgumentParser
import Foundation
import Pictures
import Terminal
import Texts
import Training

/// The output options of `peach profile`.
struct ProfileOutput: ParsableArguments {
  @Flag(help: Help.text(.profileText))
  var text = false
  @Flag(help: Help.text(.json))
  var json = false
  @Option(help: Help.text(.profileSVG), completion: .file(extensions: ["svg"]))
  var svg: String?
  @Flag(help: Help.text(.force))
  var force = false
  @Option(help: Help.text(.profileTheme))
  var theme: Theme?
  @Flag(help: Help.text(.profilePreview))
  var preview = false
  @Option(
    name: .customLong("interval"), help: Help.text(.profileInterval), completion: .list(TypedInterval.allValueStrings))
  var typed: TypedInterval?

  /// The only interval to report; nil for all.
  var interval: IntervalClass? { typed?.meant.first }

  func validate() throws {
    if let typed, typed.meant.count != 1 { throw ValidationError(typed.refusal) }
    if [text, json, svg != nil].filter(\.self).count > 1 { throw ValidationError(Help.catalogue(.usageProfileForms)) }
    if svg == nil, let option = theme != nil ? "--theme" : force ? "--force" : nil {
      throw ValidationError(Help.catalogue(.usageProfileSVG, ["option": option]))
    }
    if preview, text || json { throw ValidationError(Help.catalogue(.usageProfilePreview)) }
  }

  /// Returns the file of the picture, if one was requested.
  func picture(in paths: Paths) -> OutputPath? { svg.map { OutputPath($0, force: force, in: paths) } }

  /// Prints `report`: a picture in a terminal, else a table, unless another form was requested. Blocks on the output.
  /// - Throws: `FileFailure`, if the picture's file cannot be written.
  func show(
    _ report: ProfileReport, _ catalogue: Catalogue, in paths: Paths, calendar: Calendar = .current,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    if let picture = picture(in: paths) {
      let text = SVGWriter(theme ?? .auto).text(drawing(report, catalogue, calendar: calendar))
      let file = try StreamedFile(picture)
      try file.write(Array(text.utf8))
      try file.finish()
      if let svg, svg != "-" { say(catalogue(.profileDone, ["file": svg])) }
    } else {
      let form = OutputForm.choose(plain: false, isTerminal: isatty(STDOUT_FILENO) == 1, environment: environment)
      let lines = try lines(
        report, catalogue, calendar: calendar, form: form, window: WindowSize(of: STDOUT_FILENO),
        dots: environment["TERM"] == "linux" ? .blocks : .braille)
      for line in lines { text ? say(line) : put(line) }
    }
  }

  /// Returns `report` as lines, in every form but SVG. The fonts of the Linux console have no braille.
  func lines(
    _ report: ProfileReport, _ catalogue: Catalogue, calendar: Calendar, form: OutputForm, window: WindowSize,
    dots: CellPicture.Dots = .braille
  ) throws -> [String] {
    if json { return [try ProfileJSON(report.narrowed(to: interval), calendar: calendar).encoded()] }
    if text { return catalogue.sentences(report, of: interval) }
    guard case .redraw(let style) = form else {
      guard !preview else { return [catalogue.previewCaption(report, of: interval).summary] }
      return ProfileTable.lines(report, of: interval, words: catalogue.pictureWords, calendar: calendar)
    }
    let picture = drawing(report, catalogue, calendar: calendar, window: window)
    return CellPicture(picture, dots: dots).lines(isEmphasised: style == .emphasised)
  }

  /// Returns the requested picture: in points, or in the cells of `window`.
  func drawing(
    _ report: ProfileReport, _ catalogue: Catalogue, calendar: Calendar, window: WindowSize? = nil
  ) -> Drawing {
    let words = catalogue.pictureWords
    guard !preview else {
      return ProfilePicture.preview(
        report, of: interval, caption: catalogue.previewCaption(report, of: interval), language: words.language,
        room: window.map { .cells(columns: min($0.width, 100), rows: 6) } ?? .points(width: 360, height: 72))
    }
    // The line after the last one is for the shell.
    let measures = window.map { Measures.cells(columns: $0.width, rows: $0.height - 1) }
    return ProfilePicture.page(
      report, of: interval, caption: catalogue.caption(report, of: interval), words: words,
      measures: measures ?? .page(), calendar: calendar)
  }
}

extension ProfileReport {
  /// Returns the part of the report on `intervalClass` alone; all of it for nil.
  fileprivate func narrowed(to intervalClass: IntervalClass?) -> ProfileReport {
    guard let intervalClass else { return self }
    return ProfileReport(range: range, comparisons: comparisons.filter { $0.intervalClass == intervalClass })
  }
}

extension Theme: ExpressibleByArgument {}

/// An interval as typed for a profile, which has no directions: `M3`, or its name.
struct TypedInterval: ExpressibleByArgument {
  let typed: String
  /// The intervals it may mean.
  let meant: [IntervalClass]

  init(argument: String) {
    typed = argument
    meant = Help.catalogue.intervals(meant: "\(argument) up").map(IntervalClass.init)
  }

  static let allValueStrings = IntervalClass.all.map(\.abbreviation)

  /// The reason for refusing it.
  var refusal: String {
    let values = [
      "value": typed, "name": "--interval <interval>", "values": Self.allValueStrings.joined(separator: ", "),
    ]
    return Help.catalogue.ambiguity(of: typed) ?? Help.catalogue(.invalidValueList, values)
  }
}
