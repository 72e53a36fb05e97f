import Ports
import Testing
import Texts

@Suite("Choice of language")
struct LanguageTests {
  @Test(
    "the first locale variable that is not empty decides",
    arguments: [
      ([:], Language.english), (["LANG": "de_DE.UTF-8"], .german), (["LANG": "de"], .german),
      (["LANG": "de_AT@euro"], .german), (["LANG": "en_GB.UTF-8"], .english), (["LANG": "fr_FR.UTF-8"], .english),
      (["LANG": "C"], .english), (["LANG": "POSIX"], .english), (["LANG": "deva"], .english),
      (["LC_ALL": "", "LC_MESSAGES": "de_CH", "LANG": "en_US"], .german),
      (["LC_ALL": "en_US", "LC_MESSAGES": "de_CH"], .english), (["LC_CTYPE": "de_DE"], .english),
    ] as [([String: String], Language)])
  func environment(variables: [String: String], language: Language) {
    #expect(Language.choose(environment: variables) == language)
  }

  @Test("the command line wins over the setting, the setting over the environment")
  func precedence() {
    let environment = ["LANG": "de_DE"]
    #expect(Language.choose(option: .english, setting: .german, environment: environment) == .english)
    #expect(Language.choose(setting: .english, environment: environment) == .english)
    #expect(Language.choose(setting: .german, environment: [:]) == .german)
  }
}
