extension Tuning {
  /// Cents about 1200 that still are an octave where there is no keyboard mapping: beyond them 12 degrees are no octave
  /// of a keyboard, and the intervals' names would mislead.
  public static let octaves = Cents(1_150)...Cents(1_250)

  /// The tuning `name` of a Scala scale.
  ///
  /// With a keyboard `map` keys and frequencies are the map's, and intervals lie between its keys. Without one the degrees
  /// are counted from the sounding reference: degree n is the interval of n semitones from every key, references lie on
  /// the equal-tempered keyboard, a downward interval is the upward one with its sign changed. That takes 12 degrees to
  /// an octave, pure or stretched.
  public init(name: String, scale: ScalaScale, map: ScalaKeyboardMap? = nil) throws(ScalaProblem) {
    guard let period = scale.degrees.last else { throw ScalaProblem(reason: .noDegrees) }
    if let map {
      self.init(MappedScale(name: name, scale: scale, map: map))
      return
    }
    guard scale.degrees.count == 12 else { throw ScalaProblem(reason: .needsMapping(count: scale.degrees.count)) }
    guard Self.octaves.contains(period) else { throw ScalaProblem(reason: .notAnOctave(period)) }
    self.init(IntervalTable(name: name, above: scale.degrees))
  }
}
