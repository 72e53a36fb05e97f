import Ports
import Synchronization
import Texts

/// The texts of a running practice, which follow the setting `language`; pages follow it at once.
final class LiveCatalogues: Sendable {
  private let option: Language?
  private let environment: [String: String]
  private let read = Mutex<[Language: Catalogue]>([:])

  /// `option` is from the command line, and has precedence over the setting.
  init(option: Language?, environment: [String: String]) {
    self.option = option
    self.environment = environment
  }

  /// Returns the catalogue for the setting `choice`. Any thread.
  func catalogue(_ choice: Settings.LanguageChoice) -> Catalogue {
    let language = Language.choose(option: option, setting: choice, environment: environment)
    return read.withLock { read in
      if let catalogue = read[language] { return catalogue }
      let catalogue = Catalogue(language)
      read[language] = catalogue
      return catalogue
    }
  }
}
