import Pitch
import Testing

struct BeatingPartialsTests {
  @Test(arguments: [
    (0.0, 1, 1), (12, 1, 1), (386.3, 5, 4), (400, 5, 4), (407.8, 5, 4), (315.6, 6, 5), (300, 6, 5), (294.1, 6, 5),
    (702, 3, 2), (700, 3, 2), (680.4, 3, 2), (498, 4, 3), (1_200, 2, 1), (1_000, 7, 4), (1_017.6, 9, 5),
    (1_586.3, 5, 2),
  ])
  func `an interval beats at its lowest coinciding partials`(cents: Double, lower: Int, upper: Int) {
    #expect(BeatingPartials(near: Cents(cents)) == BeatingPartials(lower: lower, upper: upper))
  }

  @Test(arguments: [-40.0, 5_000, .nan])
  func `an interval without near partials has none`(cents: Double) {
    #expect(BeatingPartials(near: Cents(cents)) == nil)
  }

  @Test func `an equal-tempered third over middle C beats 10.4 times a second, wide of pure`() throws {
    let partials = try #require(BeatingPartials(near: Cents(400)))
    let lower = Hertz(261.625_565)
    let rate = partials.rate(lower: lower, upper: lower.transposed(by: Cents(400)))
    #expect(abs(rate - 10.382) < 0.001)
    #expect(abs(partials.rate(lower: lower, upper: lower.transposed(by: partials.pure))) < 1e-9)
  }

  @Test func `the upper note at a rate beats at that rate`() {
    let partials = BeatingPartials(lower: 3, upper: 2)
    for tenths in -120...120 {
      let rate = Double(tenths) / 10
      let upper = partials.upperNote(over: Hertz(220), beating: rate)
      #expect(abs(partials.rate(lower: Hertz(220), upper: upper) - rate) < 1e-9)
    }
  }
}
