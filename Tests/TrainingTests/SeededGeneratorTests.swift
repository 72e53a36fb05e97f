import Testing

@testable import Training

struct SeededGeneratorTests {
  @Test func `the filler gives the published values of SplitMix64`() {
    var filler = SplitMix64(state: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect(expected.indices.map { _ in filler.next() } == expected)
  }

  @Test func `the generator gives the published values of xoshiro256**`() {
    var generator = SeededGenerator(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360, 607_988_272_756_665_600,
      16_172_922_978_634_559_625,
    ]
    #expect(expected.indices.map { _ in generator.next() } == expected)
  }

  /// Computed with an independent implementation: these may never change, or every `--seed` means something else.
  @Test func `seeds keep their numbers`() {
    let firsts: [(UInt64, [UInt64])] = [
      (0, [0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0, 0x6AA5_94F1_262D_2D2C]),
      (1, [0xB3F2_AF6D_0FC7_10C5, 0x853B_5596_4736_4CEA, 0x92F8_9756_082A_4514, 0x642E_1C7B_C266_A3A7]),
      (42, [0x1578_0B2E_0C2E_C716, 0x6104_D986_6D11_3A7E, 0xAE17_5332_39E4_99A1, 0xECB8_AD47_03B3_60A1]),
    ]
    for (seed, expected) in firsts {
      var generator = SeededGenerator(seed: seed)
      #expect(expected.indices.map { _ in generator.next() } == expected)
    }
    var units = SeededGenerator(seed: 42)
    #expect((0..<3).map { _ in units.unit() } == [0.08386297105988216, 0.3789802506626686, 0.6800434110281394])
    var numbers = SeededGenerator(seed: 42)
    #expect((0..<10).map { _ in numbers.below(49) } == [4, 18, 33, 45, 48, 37, 35, 41, 37, 28])
    var coins = SeededGenerator(seed: 42)
    #expect((0..<10).map { _ in coins.coin() } == [false, false] + Array(repeating: true, count: 8))
  }

  @Test func `draws are uniform`() {
    var generator = SeededGenerator(seed: 7)
    let draws = 60_000
    var counts = Array(repeating: 0, count: 6)
    var sum = 0.0
    var heads = 0
    for _ in 0..<draws {
      counts[generator.below(6)] += 1
      let unit = generator.unit()
      #expect(unit >= 0 && unit < 1)
      sum += unit
      heads += generator.coin() ? 1 : 0
    }
    // Five standard deviations each.
    #expect(counts.allSatisfy { abs($0 - draws / 6) < 457 })
    #expect(abs(sum / Double(draws) - 0.5) < 0.0059)
    #expect(abs(heads - draws / 2) < 613)
  }

  @Test(arguments: [Int.min, -1, 0, 1])
  func `a bound without a choice gives zero`(bound: Int) {
    var generator = SeededGenerator(seed: 1)
    #expect(generator.below(bound) == 0)
  }
}
