import Glibc

/// The gain that makes a sine sound as loud as one at 1 kHz: the 60-phon contour of ISO 226:2003.
///
/// At equal level low notes are faint, and a weak bass would be mistaken for a weak ear.
public enum EqualLoudness {
  /// The loudness level of the contour, in phon.
  static let phon = 60.0
  /// The largest gain in either direction, in dB.
  public static let limit = 12.0

  /// Returns the gain for a sine of `frequency` relative to one at 1 kHz, in dB within ±12: the contour's points joined
  /// by straight lines over the logarithm of frequency. Below 20 Hz and above 12.5 kHz it is the gain of the nearest
  /// point.
  public static func gain(at frequency: Hertz) -> Double {
    min(max(soundPressure(at: frequency.value) - soundPressure(at: 1_000), -limit), limit)
  }

  /// A row of the standard's table 1.
  private struct Row {
    let frequency: Double
    /// Exponent of loudness perception.
    let exponent: Double
    /// Magnitude of the linear transfer function in dB.
    let transfer: Double
    /// Threshold of hearing in dB.
    let threshold: Double

    /// Returns the sound pressure level in dB of a tone at this frequency that is as loud as `phon` (the standard's
    /// equations 1 and 2).
    func pressure(phon: Double) -> Double {
      let a =
        4.47e-3 * (pow(10, 0.025 * phon) - 1.15) + pow(0.4 * pow(10, (threshold + transfer) / 10 - 9), exponent)
      return 10 / exponent * log10(a) - transfer + 94
    }
  }

  private static func soundPressure(at frequency: Double) -> Double {
    guard let first = contour.first, let last = contour.last else { return phon }
    if frequency <= first.frequency { return first.pressure }
    guard let index = contour.firstIndex(where: { $0.frequency >= frequency }) else { return last.pressure }
    let (low, high) = (contour[index - 1], contour[index])
    let share = log(frequency / low.frequency) / log(high.frequency / low.frequency)
    return low.pressure + share * (high.pressure - low.pressure)
  }

  private static let contour: [(frequency: Double, pressure: Double)] = table.map {
    ($0.frequency, $0.pressure(phon: phon))
  }

  private static let table: [Row] = [
    Row(frequency: 20, exponent: 0.532, transfer: -31.6, threshold: 78.5),
    Row(frequency: 25, exponent: 0.506, transfer: -27.2, threshold: 68.7),
    Row(frequency: 31.5, exponent: 0.480, transfer: -23.0, threshold: 59.5),
    Row(frequency: 40, exponent: 0.455, transfer: -19.1, threshold: 51.1),
    Row(frequency: 50, exponent: 0.432, transfer: -15.9, threshold: 44.0),
    Row(frequency: 63, exponent: 0.409, transfer: -13.0, threshold: 37.5),
    Row(frequency: 80, exponent: 0.387, transfer: -10.3, threshold: 31.5),
    Row(frequency: 100, exponent: 0.367, transfer: -8.1, threshold: 26.5),
    Row(frequency: 125, exponent: 0.349, transfer: -6.2, threshold: 22.1),
    Row(frequency: 160, exponent: 0.330, transfer: -4.5, threshold: 17.9),
    Row(frequency: 200, exponent: 0.315, transfer: -3.1, threshold: 14.4),
    Row(frequency: 250, exponent: 0.301, transfer: -2.0, threshold: 11.4),
    Row(frequency: 315, exponent: 0.288, transfer: -1.1, threshold: 8.6),
    Row(frequency: 400, exponent: 0.276, transfer: -0.4, threshold: 6.2),
    Row(frequency: 500, exponent: 0.267, transfer: 0.0, threshold: 4.4),
    Row(frequency: 630, exponent: 0.259, transfer: 0.3, threshold: 3.0),
    Row(frequency: 800, exponent: 0.253, transfer: 0.5, threshold: 2.2),
    Row(frequency: 1_000, exponent: 0.250, transfer: 0.0, threshold: 2.4),
    Row(frequency: 1_250, exponent: 0.246, transfer: -2.7, threshold: 3.5),
    Row(frequency: 1_600, exponent: 0.244, transfer: -4.1, threshold: 1.7),
    Row(frequency: 2_000, exponent: 0.243, transfer: -1.0, threshold: -1.3),
    Row(frequency: 2_500, exponent: 0.243, transfer: 1.7, threshold: -4.2),
    Row(frequency: 3_150, exponent: 0.243, transfer: 2.5, threshold: -6.0),
    Row(frequency: 4_000, exponent: 0.242, transfer: 1.2, threshold: -5.4),
    Row(frequency: 5_000, exponent: 0.242, transfer: -2.1, threshold: -1.5),
    Row(frequency: 6_300, exponent: 0.245, transfer: -7.1, threshold: 6.0),
    Row(frequency: 8_000, exponent: 0.254, transfer: -11.2, threshold: 12.6),
    Row(frequency: 10_000, exponent: 0.271, transfer: -10.7, threshold: 13.9),
    Row(frequency: 12_500, exponent: 0.301, transfer: -3.1, threshold: 12.3),
  ]
}
