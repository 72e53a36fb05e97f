import Pitch
import Testing

struct HertzTests {
  @Test func `an octave is 1200 cents and a semitone a twelfth of it`() {
    #expect(Cents(from: Hertz(220), to: Hertz(440)).value == 1200)
    #expect(Cents(from: Hertz(440), to: Hertz(220)).value == -1200)
    #expect(abs(Hertz(440).transposed(by: Cents(100)).value - 466.1637615180899) < 1e-12)
    #expect(Cents(from: Hertz(333), to: Hertz(333)) == .zero)
  }

  @Test func `transposing agrees with arithmetic of forty digits`() {
    // 261.6 · 2^(703.7/1200), computed with 40 decimal digits.
    let exact = Hertz(392.7957193816623789)
    let error = Cents(from: exact, to: Hertz(261.6).transposed(by: Cents(703.7)))
    #expect(error.magnitude.value < 1e-9)
  }

  @Test func `transposing and measuring are inverse to a billionth of a cent`() {
    for step in 0..<2_000 {
      let start = Hertz(20 + Double(step) * 9.37)
      let distance = Cents(-2400 + Double((step * 7919) % 48_000) / 10)
      let end = start.transposed(by: distance)
      #expect((Cents(from: start, to: end) - distance).magnitude.value < 1e-9)
      #expect(Cents(from: start, to: end.transposed(by: -distance)).magnitude.value < 1e-9)
    }
  }

  @Test func `distances add up`() {
    let (low, middle, high) = (Hertz(100), Hertz(141.3), Hertz(977.7))
    let sum = Cents(from: low, to: middle) + Cents(from: middle, to: high)
    #expect((sum - Cents(from: low, to: high)).magnitude.value < 1e-9)
  }
}
