/// A picture as a list of shapes, independent of rendering. SVG and terminal output are written from the same value.
///
/// Coordinates are points, x to the right and y downwards from the upper left corner. Colours are roles (`Ink`), which
/// a `Theme` or a terminal fills; texts are already in one language.
public struct Drawing: Hashable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double
  /// A short title of the picture, for screen readers.
  public var title: String
  /// A description of the picture in sentences, for players who cannot see it.
  public var summary: String
  /// The language of all its texts, as in `lang`: `en`.
  public var language: String
  /// The shapes, from back to front.
  public var shapes: [Shape] = []
}

/// A place in a drawing, in points.
public struct Point: Hashable, Sendable {
  /// The coordinate to the right.
  public var x: Double
  /// The coordinate downwards.
  public var y: Double

  /// Memberwise.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// The role of a shape, for its colour.
public enum Ink: String, Hashable, Sendable, CaseIterable {
  /// The background.
  case paper
  /// Results and sentences.
  case text
  /// Names.
  case label
  /// Lines to read values from.
  case rule
  /// An estimate.
  case curve
  /// The band of an estimate.
  case band
  /// The sign of weak notes.
  case weak
  /// A limit of the control, not of the player.
  case floor
  /// Keys of the diatonic scale.
  case whiteKey
  /// The others.
  case blackKey
  /// Between two keys.
  case keyEdge
}

/// The strength at one x; between two stops it changes evenly.
public struct StrengthStop: Hashable, Sendable {
  /// The coordinate in points.
  public var x: Double
  /// 0, as faint as it may be, to 1.
  public var strength: Double
}

/// One element of a drawing.
public enum Shape: Hashable, Sendable {
  /// A line through at least two points; `stops` fade it, none means full strength.
  case polyline([Point], ink: Ink, width: Double, stops: [StrengthStop])
  /// The area between two lines with the same number of points, which share their x.
  case band(upper: [Point], lower: [Point], ink: Ink, stops: [StrengthStop])
  /// A straight line.
  case line(from: Point, to: Point, ink: Ink, width: Double, isDashed: Bool)
  /// A filled rectangle, with a thin edge if `edge` is set.
  case rectangle(x: Double, y: Double, width: Double, height: Double, fill: Ink, edge: Ink?)
  /// A filled disc.
  case dot(Point, radius: Double, ink: Ink)
  /// Words on a baseline.
  case text(Text)
}

/// Words in a drawing.
public struct Text: Hashable, Sendable {
  /// The end of the words that is at `at`.
  public enum Anchor: String, Hashable, Sendable {
    /// Their beginning.
    case start
    /// Their middle.
    case middle
    /// Their end.
    case end
  }

  /// The role of a text, for size and colour.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A heading over a part of the picture.
    case heading
    /// A result, as numbers or a sentence.
    case value
    /// A name, or how to read the picture.
    case label
    /// A label at an axis.
    case tick
  }

  /// The words; no line breaks.
  public var words: String
  /// The point on their baseline.
  public var at: Point
  /// The end of the words that is at `at`.
  public var anchor: Anchor
  /// The role of the text.
  public var role: Role

  /// Memberwise.
  public init(_ words: String, at: Point, anchor: Anchor = .start, role: Role) {
    self.words = words
    self.at = at
    self.anchor = anchor
    self.role = role
  }
}
