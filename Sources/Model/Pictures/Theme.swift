import Foundation

/// The colours of a picture. The raw values are the words of `--theme`.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark on white.
  case light
  /// Light on nearly black.
  case dark
  /// White and yellow on black.
  case contrast
  /// The preference of the reader's system, in a browser; light elsewhere.
  case auto

  /// The colours; for `auto`, those used without a preference of the reader's system.
  public var palette: Palette {
    switch self {
    case .light, .auto: .light
    case .dark: .dark
    case .contrast: .contrast
    }
  }
}

/// A colour for each ink.
public struct Palette: Hashable, Sendable {
  private let colours: [Ink: Colour]
  /// The opacity of a band at strength 0 and at strength 1.
  public let bandOpacity: ClosedRange<Double>

  /// Returns the colour of `ink`; tests check that each has one.
  public func callAsFunction(_ ink: Ink) -> Colour { colours[ink] ?? Colour(0) }

  func has(_ ink: Ink) -> Bool { colours[ink] != nil }

  static let light = Palette(
    colours: [
      .paper: 0xFFFFFF, .text: 0x1A1C1E, .label: 0x4A4F55, .rule: 0xDADEE3, .curve: 0x1D5FA6, .band: 0x2F7FD0,
      .weak: 0x8A4B00, .floor: 0x5B6168, .whiteKey: 0xFFFFFF, .blackKey: 0x33373C, .keyEdge: 0x8B9199,
    ], bandOpacity: 0.03...0.38)
  static let dark = Palette(
    colours: [
      .paper: 0x16181B, .text: 0xF0F1F2, .label: 0xBEC3C9, .rule: 0x363B41, .curve: 0x86BCF7, .band: 0x5A9BE6,
      .weak: 0xF2B36B, .floor: 0xA9AFB6, .whiteKey: 0xC9CED4, .blackKey: 0x101214, .keyEdge: 0x6A7078,
    ], bandOpacity: 0.04...0.44)
  static let contrast = Palette(
    colours: [
      .paper: 0x000000, .text: 0xFFFFFF, .label: 0xFFFFFF, .rule: 0x6E6E6E, .curve: 0xFFE100, .band: 0x5CC8FF,
      .weak: 0xFFA95C, .floor: 0xFFFFFF, .whiteKey: 0xFFFFFF, .blackKey: 0x000000, .keyEdge: 0x6E6E6E,
    ], bandOpacity: 0.12...0.65)
}

/// An sRGB colour.
public struct Colour: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// Red, green and blue, eight bits each, red uppermost.
  public let bits: UInt32

  /// The colour of these bits.
  public init(_ bits: UInt32) { self.bits = bits & 0xFFFFFF }
  /// The colour of these bits.
  public init(integerLiteral bits: UInt32) { self.init(bits) }

  /// The colour in CSS: `#1d5fa6`.
  public var css: String {
    let digits = String(bits, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Relative luminance, 0 (black) … 1 (white), of WCAG 2.1.
  public var luminance: Double {
    func linear(_ shift: UInt32) -> Double {
      let value = Double((bits >> shift) & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
  }

  /// The contrast ratio with `other`, 1…21, of WCAG 2.1: at least 7 for text of level AAA, 3 for graphics.
  public func contrast(with other: Colour) -> Double {
    let (one, two) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, two) / min(one, two)
  }
}
