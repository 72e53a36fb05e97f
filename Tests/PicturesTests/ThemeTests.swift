import Testing

@testable import Pictures

@Suite("Themes")
struct ThemeTests {
  @Test(
    "contrast ratios agree with WCAG",
    arguments: [(0x000000, 0xFFFFFF, 21.0), (0x777777, 0xFFFFFF, 4.48), (0x0000FF, 0xFFFFFF, 8.59)])
  func formula(one: UInt32, two: UInt32, ratio: Double) {
    #expect(abs(Colour(one).contrast(with: Colour(two)) - ratio) < 0.005)
    #expect(Colour(one).contrast(with: Colour(two)) == Colour(two).contrast(with: Colour(one)))
  }

  @Test("texts have AAA contrast: 7 and more", arguments: Theme.allCases)
  func texts(theme: Theme) {
    let palette = theme.palette
    for role in Text.Role.allCases {
      #expect(palette(role.ink).contrast(with: palette(.paper)) >= 7, "\(role)")
    }
  }

  @Test("drawn marks have a contrast of 3 and more, the curve on the densest band as well", arguments: Theme.allCases)
  func shapes(theme: Theme) {
    let palette = theme.palette
    for ink in [Ink.curve, .weak, .floor, .keyEdge] {
      #expect(palette(ink).contrast(with: palette(.paper)) >= 3, "\(ink)")
    }
    #expect(palette(.blackKey).contrast(with: palette(.whiteKey)) >= 3)
    let band = Self.mixed(palette(.band), over: palette(.paper), opacity: palette.bandOpacity.upperBound)
    #expect(palette(.curve).contrast(with: band) >= 3)
    // Seen, though faint: a full band stands off the paper.
    #expect(band.contrast(with: palette(.paper)) >= 1.3)
  }

  @Test("every ink has its own colour in its palette", arguments: Theme.allCases)
  func complete(theme: Theme) {
    #expect(Ink.allCases.allSatisfy(theme.palette.has))
  }

  @Test("colours are written as CSS", arguments: [(0x000000, "#000000"), (0x00ABCD, "#00abcd"), (0xFFFFFF, "#ffffff")])
  func css(bits: UInt32, text: String) {
    #expect(Colour(bits).css == text)
  }

  private static func mixed(_ over: Colour, over under: Colour, opacity: Double) -> Colour {
    let channels = [16, 8, 0].map { shift -> UInt32 in
      let (a, b) = (Double((over.bits >> UInt32(shift)) & 0xFF), Double((under.bits >> UInt32(shift)) & 0xFF))
      return UInt32((a * opacity + b * (1 - opacity)).rounded()) << UInt32(shift)
    }
    return Colour(channels.reduce(0, |))
  }
}
