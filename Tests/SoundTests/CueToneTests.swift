import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("Timers' tones: how they sound")
struct CueToneTests {
  private static let rates = [22_050, 44_100, 48_000, 96_000, 192_000]
  /// Milliseconds from a tone's first frame to those of its strokes.
  private static func strokes(_ tone: CueTone) -> [Int] {
    switch tone {
    case .low, .medium, .high, .start, .slot: [0]
    case .warning: [0, 75]
    case .rest: [0, 65]
    case .finish: [0, 45, 90]
    }
  }

  /// All tones at each rate.
  private static let samples: [Int: [CueTone: [Float]]] = Dictionary(
    uniqueKeysWithValues: rates.map { rate in
      let tones = CueTones(rate: rate)
      let made = CueTone.allCases.map { tone in
        let samples = tones.samples(of: tone)
        return (tone, Array(UnsafeBufferPointer(start: samples.start, count: samples.count)))
      }
      return (rate, Dictionary(uniqueKeysWithValues: made))
    })

  /// A tone at the level that makes a note of gain 1 peak at 1.
  private func samples(_ tone: CueTone, rate: Int) -> [Float] { Self.samples[rate]?[tone] ?? [] }

  /// The strokes of a tone, each to the next one's beginning.
  private func strokes(_ tone: CueTone, rate: Int) -> [ArraySlice<Float>] {
    let samples = samples(tone, rate: rate)
    let starts = Self.strokes(tone).map { $0 * rate / 1_000 } + [samples.count]
    return zip(starts, starts.dropFirst()).map { samples[$0..<$1] }
  }

  /// Where half of the energy lies, in share of the length.
  private func balance(_ samples: ArraySlice<Float>) -> Double {
    let energies = samples.map { Double($0) * Double($0) }
    let total = energies.reduce(0, +)
    var sum = 0.0
    let half = energies.firstIndex { energy in
      sum += energy
      return sum >= total / 2
    }
    return Double(half ?? 0) / Double(samples.count)
  }

  /// The energy of each line of the spectrum, from 0 to half the rate. `size`, a power of two, is at least twice the
  /// count of samples.
  private func energies(_ samples: ArraySlice<Float>, size: Int) -> [Double] {
    var real = samples.map(Double.init) + [Double](repeating: 0, count: size - samples.count)
    var imaginary = [Double](repeating: 0, count: size)
    Analysis.transform(&real, &imaginary)
    return zip(real, imaginary).prefix(size / 2 + 1).map { $0 * $0 + $1 * $1 }
  }

  /// The mean frequency of the energy, in Hz.
  private func brightness(_ samples: ArraySlice<Float>, rate: Int) -> Double {
    let energies = energies(samples, size: 16_384)
    let moment = energies.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    return moment / energies.reduce(0, +) * Double(rate) / 16_384
  }

  /// How well a sound repeats itself at its best, 0…1, of all lags that are the period of a note of a piano: 1 for a
  /// note. Models of hearing take this for how strong a pitch is.
  private func pitch(_ samples: ArraySlice<Float>, rate: Int) -> Double {
    // Wiener and Khinchin: the transform of the energies is how a sound agrees with itself at each lag.
    let energies = energies(samples, size: 16_384)
    var agreement = energies + energies.dropFirst().dropLast().reversed()
    var imaginary = [Double](repeating: 0, count: agreement.count)
    Analysis.transform(&agreement, &imaginary)
    let best = agreement[(rate / 4_186)...(rate * 10 / 275)].max() ?? 0
    return best / agreement[0]
  }

  /// Decaying partials as a tone has them, of any ratios and gains.
  private func struck(_ partials: [(hertz: Double, gain: Double)], rate: Int = 48_000) -> ArraySlice<Float> {
    (0..<(rate / 10)).map { frame in
      let time = Double(frame) / Double(rate)
      return Float(
        partials.reduce(0.0) { $0 + $1.gain * sin(2 * .pi * $1.hertz * time + $1.hertz) } * exp(-time / 0.022))
    }[...]
  }

  @Test("are short, begin at once and end in silence, no louder than a note of gain 1", arguments: rates)
  func shape(rate: Int) {
    for tone in CueTone.allCases {
      let samples = samples(tone, rate: rate)
      #expect(!samples.isEmpty)
      let seconds = Double(samples.count) / Double(rate)
      #expect(seconds >= 0.060 && seconds <= 0.1501, "\(tone)")
      #expect(samples[0] != 0, "\(tone)")
      #expect(samples.last == 0, "\(tone)")
      let peak = samples.map(abs).max() ?? 2
      #expect(peak <= 1 && peak > 0.3, "\(tone): \(peak)")
      for (stroke, start) in zip(strokes(tone, rate: rate), Self.strokes(tone)) {
        let balance = balance(stroke)
        // Struck: half of it is over in the first quarter. A swelling stroke of noise has it in its middle.
        #expect(balance < 0.25, "\(tone) at \(start) ms: \(balance)")
      }
    }
  }

  @Test("have the same level at every rate")
  func levels() {
    for tone in CueTone.allCases {
      func energy(_ rate: Int) -> Double {
        10 * log10(samples(tone, rate: rate).reduce(0) { $0 + Double($1) * Double($1) } / Double(rate) / 0.0625)
      }
      let reference = energy(48_000)
      print(
        "\(tone): \(reference) dB against 125 ms of a note, peak \(samples(tone, rate: 48_000).map(abs).max() ?? 0)")
      #expect((-27 ... -13).contains(reference))
      for rate in Self.rates { #expect(abs(energy(rate) - reference) < 0.1, "\(tone) at \(rate)") }
    }
  }

  @Test("follow the level, and are not clamped at the highest")
  func level() throws {
    for (decibels, gain) in [(Float(-6), 0.501_187), (-40, 0.01)] {
      let rig = try Rig()
      rig.controller.setLevel(decibels: decibels)
      rig.run(to: 4_800)
      let frame = rig.samples.count
      rig.submit([.cue(.start, start: .at(Int64(frame)))])
      rig.run(to: frame + 4_800)
      for (index, sample) in samples(.start, rate: 48_000).enumerated() {
        let isRight = abs(Double(rig.samples[frame + index]) - Double(sample) * gain) < 1e-6
        #expect(isRight)
        if !isRight { return }
      }
      #expect(rig.counters.clampedFrames == 0)
    }
  }

  @Test("have no pitch to stay in the ear, as a note and a bar have")
  func pitchless() {
    for tone in CueTone.allCases {
      for stroke in strokes(tone, rate: 48_000) {
        let pitch = pitch(stroke, rate: 48_000)
        print("\(tone) repeats itself by \(pitch)")
        #expect(pitch < 0.5, "\(tone)")
      }
    }
    // The measure does detect pitch: a struck note, a bar of a xylophone, a chord of one fundamental.
    #expect(pitch(struck([(440, 1)]), rate: 48_000) > 0.8)
    #expect(pitch(struck([(1_000, 1), (2_757, 0.4), (5_404, 0.2)]), rate: 48_000) > 0.8)
    #expect(pitch(struck((3...9).map { (220 * Double($0), 1) }), rate: 48_000) > 0.8)
  }

  @Test("rise and fall as specified")
  func directions() {
    func heights(_ tone: CueTone) -> [Double] {
      strokes(tone, rate: 48_000).map { brightness($0, rate: 48_000) }
    }
    for tone in CueTone.allCases { print("\(tone): \(heights(tone).map { Int($0) }) Hz") }
    let count = [CueTone.low, .medium, .high, .start].flatMap(heights)
    #expect(zip(count, count.dropFirst()).allSatisfy { $1 / $0 > 1.3 })
    #expect(heights(.slot)[0] < heights(.start)[0] * 0.8)
    #expect(abs(heights(.warning)[1] / heights(.warning)[0] - 1) < 0.05)
    #expect(heights(.rest)[1] < heights(.rest)[0] * 0.7)
    #expect(zip(heights(.finish), heights(.finish).dropFirst()).allSatisfy { $1 / $0 > 1.3 })
  }

  /// Energy in cells of half an octave, from 100 Hz up, by 15 ms; at 48 kHz.
  private func picture(_ samples: [Float]) -> [Double] {
    let length = 720
    return stride(from: 0, to: 20 * length, by: length).flatMap { start in
      let part = samples.dropFirst(start).prefix(length)
      var cells = [Double](repeating: 0, count: 16)
      for (line, energy) in energies(part, size: 2_048).enumerated() {
        let octaves = log2(max(Double(line) * 48_000 / 2_048, 100) / 100)
        cells[Int(octaves * 2)] += energy
      }
      return cells
    }
  }

  @Test("are apart from each other, and from ticks and results")
  func distinct() {
    let clicks = Clicks(rate: 48_000, seed: 1)
    let kinds: [ClickKind] = [.tick, .trouble, .result(.one, .bright), .result(.three, .dull)]
    let sounds: [(name: String, picture: [Double])] =
      CueTone.allCases.map { ("\($0)", picture(samples($0, rate: 48_000))) }
      + kinds.map { kind in
        let samples = clicks.samples(of: kind)
        return ("\(kind)", picture((0..<samples.count).map { samples.start[$0] }))
      }
    /// 0 for the same sound, 1 for sounds without anything in common.
    func distance(_ one: [Double], _ other: [Double]) -> Double {
      let product = zip(one, other).reduce(0) { $0 + ($1.0 * $1.1).squareRoot() }
      return 1 - product / ((one.reduce(0, +) + other.reduce(0, +)) / 2)
    }
    for (index, one) in sounds.enumerated() where index < CueTone.allCases.count {
      for other in sounds[(index + 1)...] {
        let distance = distance(one.picture, other.picture)
        if distance < 0.4 { print("\(one.name) and \(other.name): \(distance)") }
        #expect(distance > 0.2, "\(one.name) and \(other.name)")
      }
    }
  }
}
