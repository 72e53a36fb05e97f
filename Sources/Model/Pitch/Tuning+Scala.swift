extension Tuning {
  /// The sizes around 1200 cents accepted as an octave without a keyboard map. With other sizes 12 degrees are not a
  /// keyboard's octave, and interval names would mislead.
  public static let octaves = Cents(1_150)...Cents(1_250)

  /// Creates the tuning `name` from a Scala scale.
  ///
  /// With a keyboard `map`, the map defines keys and frequencies, and intervals lie between its keys. Without one,
  /// degrees count from the sounding reference: degree n is the interval of n semitones from every key, references lie
  /// on the equal-tempered keyboard, and a downward interval is the upward one with its sign changed. That requires 12
  /// degrees to an octave, pure or stretched.
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
