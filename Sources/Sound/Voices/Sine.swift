/// Returns the sine of `turns` full circles, −2⁵⁰…2⁵⁰, within 3·10⁻¹¹ (−210 dB): far below a float's resolution.
///
/// Folded onto a quarter circle without branches, then an odd polynomial in it: coefficients by least squares on
/// Chebyshev nodes. Only arithmetic, so it compiles to vector instructions. Exactly 0 at 0. Real-time.
@inline(__always)
@_noLocks
func sine(turns: Double) -> Double {
  let late = turns - 0.25
  // Adding 1.5·2⁵² leaves no bits for a fraction: the nearest whole number, without a call.
  let nearest = (late + 0x1.8p52) - 0x1.8p52
  let y = 0.25 - (late - nearest).magnitude
  let z = y * y
  return y
    * (6.283185307072579
      + z
      * (-41.34170211699636
        + z
        * (81.60522620630479
          + z * (-76.70428132130924 + z * (42.00980572270975 - z * 14.394135341902219)))))
}

/// Returns the sines of eight angles, each as `sine(turns:)` of one. Real-time.
@inline(__always)
@_noLocks
func sine(turns: SIMD8<Double>) -> SIMD8<Double> {
  let late = turns - 0.25
  let nearest = (late + 0x1.8p52) - 0x1.8p52
  let distance = late - nearest
  let y = 0.25 - distance.replacing(with: 0 - distance, where: distance .< 0)
  let z = y * y
  var sum = 42.00980572270975 - z * 14.394135341902219
  sum = -76.70428132130924 + z * sum
  sum = 81.60522620630479 + z * sum
  sum = -41.34170211699636 + z * sum
  return y * (6.283185307072579 + z * sum)
}
