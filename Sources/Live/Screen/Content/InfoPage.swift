import Texts

/// The program's name and parts, and whether all its requirements are met, for the Info page; sent as JSON.
struct InfoPage: Encodable, Equatable {
  var name: String
  var version: String
  var about: [String]
  var licences: [ScreenAbout.Part]
  var credits: [String]
  var check: [ScreenCheckLine]
  var address: String

  init(_ about: ScreenAbout, _ check: [ScreenCheckLine], address: String, _ catalogue: Catalogue) {
    name = catalogue(.programName)
    version = about.version
    self.about = [TextKey.programAbout, .programAuthor, .programCopyright].map { catalogue($0) }
    licences = about.parts
    credits = [catalogue(.creditOriginal), catalogue(.creditLoudness)]
    self.check = check
    self.address = address
  }
}

/// The texts a page needs; sent as JSON.
struct PageTexts: Encodable, Equatable {
  var language: String
  var texts: [String: String]

  init(_ catalogue: Catalogue) {
    language = catalogue.language.rawValue
    texts = catalogue.pageTexts
  }
}

/// The initial data of a page; sent as a module that it imports rather than requested later: screen readers read a
/// document once it has loaded, so it must contain all visible text.
struct FirstLook: Encodable, Equatable {
  var texts: PageTexts
  var state: PageState
}
