import Pitch
import Ports
import Texts

extension Catalogue {
  /// Converts the text typed for `key`, on a page or a command line, to the words of the settings file. It may be
  /// written as pages show it, in the player's language: `H2`, `1,5 s`, `−20 dBFS`, and an interval by any unambiguous
  /// part of its name. All else stays unchanged, for the settings to accept or to refuse.
  ///
  /// `B` is the German one on pages, which show only German names. On the command line, as in files, it is B natural.
  public func written(_ typed: String, for key: SettingKey, on surface: Surface = .terminal) -> String {
    if let word = key.words.first(where: { label(of: $0, for: key).lowercased() == typed.lowercased() }) { return word }
    switch key.kind {
    case .integer, .number, .autoOrInteger, .offOrNumber: break
    case .intervals:
      return typed.split(separator: ",").map { part in
        let meant = intervals(meant: String(part))
        return meant.count == 1 ? meant[0].description : String(part)
      }.joined(separator: ",")
    case .list:
      return typed.split(separator: ",", omittingEmptySubsequences: false).map { part in
        let name = String(part.drop { $0 == " " })
        return key.words.first { label(of: $0, for: key).lowercased() == name.lowercased() } ?? name
      }.joined(separator: ", ")
    case .autoOrName, .choice, .wordOrScale, .onOff: return typed
    }
    if key.unit == .note {
      guard language == .german else { return typed }
      let name = surface == .pages ? typed.replacing(/^[bB](?=-?[0-9])/, with: "hes") : typed
      return NoteNames.english(ofGerman: name) ?? typed
    }
    guard let match = typed.wholeMatch(of: #/([-−+]?[0-9.,]+)\s*(\D*)/#) else { return typed }
    let unit = shown("0", of: key).split(separator: " ").dropFirst().first.map(String.init) ?? ""
    guard match.2.isEmpty || match.2.lowercased() == unit.lowercased() else { return typed }
    return rule.plain(match.1)
  }
}
