/// Writes drawings as SVG 1.1 with a title and a description for screen readers. No scripts, no external resources; the
/// same bytes for the same drawing on every machine.
public struct SVGWriter: Sendable {
  private let theme: Theme
  private let palette: Palette
  private let prefix: String

  /// A writer in these colours. `prefix` begins the ids inside the file: two drawings on one page need two of them.
  public init(_ theme: Theme, prefix: String = "g") {
    self.theme = theme
    self.prefix = prefix
    palette = theme.palette
  }

  /// Returns `drawing` as the text of a file, with a line break at its end.
  public func text(_ drawing: Drawing) -> String {
    let (width, height) = (number(drawing.width), number(drawing.height))
    let language = Self.escaped(drawing.language)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
        + " viewBox=\"0 0 \(width) \(height)\" role=\"img\" lang=\"\(language)\" xml:lang=\"\(language)\""
        + " font-family=\"system-ui, sans-serif\">",
      "<title>\(Self.escaped(drawing.title))</title>",
      "<desc>\(Self.escaped(drawing.summary))</desc>",
    ]
    if theme == .auto { lines.append(preferences) }
    lines.append(
      "<rect width=\"\(width)\" height=\"\(height)\" \(paint("fill", .paper))/>")
    var index = 0
    while index < drawing.shapes.count {
      let keys = rectangles(drawing.shapes[index...])
      lines += keys.isEmpty ? elements(drawing.shapes[index], index) : [element(keys)]
      index += max(keys.count, 1)
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// Returns `text` escaped for XML, without characters that XML cannot hold.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += " "
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func elements(_ shape: Shape, _ index: Int) -> [String] {
    switch shape {
    case .polyline(let points, let ink, let width, let stops):
      let stroke: String
      var lines: [String] = []
      if stops.isEmpty {
        stroke = paint("stroke", ink)
      } else {
        lines = gradient("\(prefix)\(index)", stops, ink, 0...1)
        stroke = "stroke=\"url(#\(prefix)\(index))\""
      }
      lines.append(
        "<path d=\"\(path(points))\" fill=\"none\" \(stroke) stroke-width=\"\(number(width))\" stroke-linejoin=\"round\""
          + " stroke-linecap=\"round\"/>")
      return lines
    case .band(let upper, let lower, let ink, let stops):
      let outline = path(upper + lower.reversed()) + "Z"
      return gradient("\(prefix)\(index)", stops, ink, palette.bandOpacity) + [
        "<path d=\"\(outline)\" fill=\"url(#\(prefix)\(index))\"/>"
      ]
    case .line(let from, let to, let ink, let width, let isDashed):
      let dashes = isDashed ? " stroke-dasharray=\"4 4\"" : ""
      return [
        "<path d=\"\(path([from, to]))\" fill=\"none\" \(paint("stroke", ink)) stroke-width=\"\(number(width))\"\(dashes)/>"
      ]
    case .rectangle: return [element([shape][...])]
    case .dot(let at, let radius, let ink):
      return [
        "<circle cx=\"\(number(at.x))\" cy=\"\(number(at.y))\" r=\"\(number(radius))\" \(paint("fill", ink))/>"
      ]
    case .text(let text):
      let anchor = text.anchor == .start ? "" : " text-anchor=\"\(text.anchor.rawValue)\""
      let weight = text.role == .heading ? " font-weight=\"600\"" : ""
      return [
        "<text x=\"\(number(text.at.x))\" y=\"\(number(text.at.y))\" font-size=\"\(number(Measures.page().size(text.role)))\""
          + "\(anchor)\(weight) \(paint("fill", text.role.ink))>\(Self.escaped(text.words))</text>"
      ]
    }
  }

  /// The rectangles at the beginning of `shapes` that look alike, as keys do.
  private func rectangles(_ shapes: ArraySlice<Shape>) -> ArraySlice<Shape> {
    guard case .rectangle(_, _, _, _, let fill, let edge) = shapes.first else { return [] }
    return shapes.prefix { shape in
      guard case .rectangle(_, _, _, _, fill, edge) = shape else { return false }
      return true
    }
  }

  /// Rectangles that look alike as one path.
  private func element(_ rectangles: ArraySlice<Shape>) -> String {
    var outline = ""
    var style = ""
    for case .rectangle(let x, let y, let width, let height, let fill, let edge) in rectangles {
      outline += "M\(number(x)) \(number(y))h\(number(width))v\(number(height))h\(number(-width))z"
      let colour = edge == nil ? paint("fill", fill) : "fill=\"\(palette(fill).css)\""
      style = colour + (edge.map { " " + paint("stroke", $0, "fill-\(fill.rawValue)") } ?? "")
    }
    return "<path d=\"\(outline)\" \(style)/>"
  }

  /// A colour that fades along x, from one stop to the next.
  private func gradient(
    _ id: String, _ stops: [StrengthStop], _ ink: Ink, _ opacity: ClosedRange<Double>
  ) -> [String] {
    let first = stops.first?.x ?? 0
    let span = max((stops.last?.x ?? 0) - first, 0.01)
    let colour = paint("stop-color", ink)
    let inner = Self.needed(stops).map { stop in
      let value = opacity.lowerBound + (opacity.upperBound - opacity.lowerBound) * stop.strength
      return "<stop offset=\"\(Decimals.text((stop.x - first) / span, places: 4))\" \(colour)"
        + " stop-opacity=\"\(number(value))\"/>"
    }
    return [
      "<linearGradient id=\"\(id)\" gradientUnits=\"userSpaceOnUse\" x1=\"\(number(first))\" y1=\"0\""
        + " x2=\"\(number(first + span))\" y2=\"0\">"
    ] + inner + ["</linearGradient>"]
  }

  /// Returns the stops without those that linear interpolation of the others reproduces to 0.005.
  static func needed(_ stops: [StrengthStop]) -> [StrengthStop] {
    var kept: [StrengthStop] = []
    var skipped: [StrengthStop] = []
    for (stop, next) in zip(stops, stops.dropFirst()) {
      guard let last = kept.last else {
        kept.append(stop)
        continue
      }
      skipped.append(stop)
      let span = max(next.x - last.x, 0.01)
      let isEven = skipped.allSatisfy {
        abs(last.strength + (next.strength - last.strength) * ($0.x - last.x) / span - $0.strength) < 0.005
      }
      if !isEven {
        kept.append(stop)
        skipped = []
      }
    }
    return kept + stops.suffix(1)
  }

  /// Returns an attribute for the theme's colour and, if the reader's system decides, a class for the other colours.
  private func paint(_ property: String, _ ink: Ink, _ more: String? = nil) -> String {
    let attribute = "\(property)=\"\(palette(ink).css)\""
    guard theme == .auto else { return attribute }
    let classes = ["\(property)-\(ink.rawValue)", more].compactMap(\.self).joined(separator: " ")
    return "class=\"\(classes)\" \(attribute)"
  }

  private var preferences: String {
    func rules(_ palette: Palette) -> String {
      Ink.allCases.flatMap { ink in
        ["fill", "stroke", "stop-color"].map { ".\($0)-\(ink.rawValue){\($0):\(palette(ink).css)}" }
      }.joined()
    }
    return "<style>@media (prefers-color-scheme:dark){\(rules(.dark))}"
      + "@media (prefers-contrast:more){\(rules(.contrast))}</style>"
  }

  private func path(_ points: [Point]) -> String {
    points.enumerated().map { "\($0 == 0 ? "M" : "L")\(number($1.x)) \(number($1.y))" }.joined()
  }

  private func number(_ value: Double) -> String { Decimals.text(value, places: 2) }
}

extension Text.Role {
  /// Its colour.
  var ink: Ink {
    switch self {
    case .heading, .value: .text
    case .label, .tick: .label
    }
  }
}
