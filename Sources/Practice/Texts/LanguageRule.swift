/// A language's rule for numbers, which its catalogue cannot express. The only place for such rules.
public struct LanguageRule: Sendable {
  /// The forms of counted texts, named as in Unicode's CLDR and in browsers (`Intl.PluralRules`). A text has a key for
  /// each form of its language: `report.answers.one`, `report.answers.other`.
  public enum CountForm: String, Hashable, Sendable {
    case one, two, few, many, other
  }

  /// The forms of the language.
  public let forms: [CountForm]
  /// The mark between the whole part of a number and its decimals.
  public let decimalMark: String
  private let formOf: @Sendable (Double) -> CountForm

  /// Returns the form for `count` as displayed: 1.04 displayed as 1 counts as 1.
  public func form(of count: Double) -> CountForm { formOf(count) }

  /// Converts a typed number, with this language's decimal mark or a point, to the format of the settings file.
  public func plain(_ typed: Substring) -> String { String(typed.replacing(decimalMark, with: ".")) }

  /// The rule by which only one is singular; everything else, including zero and fractions, is plural.
  static func singularForOne(decimalMark: String) -> Self {
    Self(forms: [.one, .other], decimalMark: decimalMark) { $0 == 1 ? .one : .other }
  }

  private init(forms: [CountForm], decimalMark: String, formOf: @escaping @Sendable (Double) -> CountForm) {
    self.forms = forms
    self.decimalMark = decimalMark
    self.formOf = formOf
  }
}
