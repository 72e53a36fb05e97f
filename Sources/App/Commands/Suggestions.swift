import Controllers
import Foundation
import Linux
import Pitch
import Ports
import Texts
import Training

/// Corrections for mistyped words, and completions for the tab key.
enum Suggestions {
  /// Returns the named values of `key`: words, the scales that come with Peach and those next to the settings,
  /// intervals.
  static func values(of key: SettingKey, in paths: Paths) -> [String] {
    switch key.kind {
    case .wordOrScale(let words): words + files(key.fileEnding, in: paths)
    case .intervals: IntervalClass.all.map(\.abbreviation)
    default: key.words
    }
  }

  /// Returns the value probably meant instead of the one in `refusal`; nil if none is similar.
  static func meant(by refusal: SettingRefusal, in paths: Paths) -> String? {
    switch refusal {
    case .value(.notAChoice(let key, let text)), .value(.notOnOff(let key, let text)):
      FileText.nearest(to: text, in: values(of: key, in: paths))
        ?? (SettingKey.files.contains(key) ? file(called: text, key.fileEnding, in: paths) : nil)
    case .file(let problem) where problem.reason == .unreadable(code: ENOENT):
      FileText.nearest(
        to: URL(filePath: problem.file).lastPathComponent,
        in: Set(SettingKey.files.map(\.fileEnding)).flatMap { files($0, in: paths) })
    default: nil
    }
  }

  /// Returns the file whose name without its `ending` is the nearest.
  private static func file(called name: String, _ ending: String, in paths: Paths) -> String? {
    FileText.nearest(to: name, in: files(ending, in: paths).map { String($0.dropLast(ending.count)) })
      .map { $0 + ending }
  }

  private static func files(_ ending: String, in paths: Paths) -> [String] {
    let folders = [Paths.shipped(.tunings), paths.config].compactMap(\.self)
    let files = folders.flatMap { Descriptor.names(in: $0) ?? [] }
    return Set(files.filter { $0.lowercased().hasSuffix(ending) }).sorted()
  }

  /// Returns the tab completions for the value in `peach settings set KEY VALUE`. `words` is typed up to the `index`th
  /// word.
  @Sendable static func complete(_ words: [String], _ index: Int, _: String) -> [String] {
    let typed = words.prefix(max(index, 0))
    guard let set = typed.firstIndex(of: "set"), let key = typed[(set + 1)...].lazy.compactMap(SettingKey.init).first
    else { return [] }
    // A direction follows an interval.
    if key == .intervals, let last = typed.last, IntervalClass.all.contains(where: { $0.abbreviation == last }) {
      return ["up", "down"]
    }
    return values(of: key, in: Paths())
  }

  /// Returns `message`, ArgumentParser's error, possibly translated, with the probable correction, based on the
  /// library's own words in `original`.
  static func added(to message: String, by original: String, _ texts: Catalogue) -> String {
    guard let match = original.firstMatch(of: /^Error: The value '(.+?)' is invalid for '.+?'\. Please provide one of/)
    else {
      return message
    }
    let listed = original[match.range.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
    let below = listed.dropFirst().prefix { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    let beside = (listed.first ?? "").matches(of: /'(.+?)'/).map { String($0.output.1) }
    guard let meant = FileText.nearest(to: String(match.output.1), in: below + beside) else { return message }
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let end = lines.dropFirst().firstIndex { !$0.hasPrefix("  - ") } ?? lines.endIndex
    lines.insert(texts.didYouMean(meant), at: end)
    return lines.joined(separator: "\n")
  }
}
