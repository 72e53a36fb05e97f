/// Weighted least squares of a line, and the variance about it.
struct LineSums {
  private var weight = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, variance = 0.0

  mutating func add(weight: Double, x: Double, y: Double, variance: Double) {
    self.weight += weight
    self.x += weight * x
    self.y += weight * y
    xx += weight * x * x
    xy += weight * x * y
    yy += weight * y * y
    self.variance += weight * variance
  }

  /// y ≈ intercept + slope·x; nil without weight.
  var line: (intercept: Double, slope: Double, variance: Double)? {
    guard weight > 0 else { return nil }
    let (meanX, meanY) = (x / weight, y / weight)
    let spread = xx / weight - meanX * meanX
    let slope = spread > 1e-9 ? (xy / weight - meanX * meanY) / spread : 0
    let residual = max(yy / weight - meanY * meanY - slope * slope * spread, 0)
    return (meanY - slope * meanX, slope, variance / weight + residual)
  }
}
