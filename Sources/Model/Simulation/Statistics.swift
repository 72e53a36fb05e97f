/// The root of the mean of squares; 0 for no values.
public func rootMeanSquare(_ values: some Collection<Double>) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
}

/// The mean; 0 for no values.
public func mean(_ values: some Collection<Double>) -> Double {
  values.reduce(0, +) / Double(max(1, values.count))
}
