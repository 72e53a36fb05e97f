import Foundation
import TestSupport
import Testing

/// `peach render`: the sound of practice in a file, and the output about it.
@Suite struct RenderProgramTests {
  /// Renders with `arguments`; notes are short and separated by a gap, so that each has a separate onset.
  private func render(
    _ arguments: [String], gap: Double = 0.05, settings: String = ""
  ) throws -> (samples: [Float], events: [[String: Any]]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-render-\(UUID().uuidString)")
    let config = folder.appendingPathComponent("config/peach")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    let written = config.appendingPathComponent("settings.yaml")
    try Data("note-duration: 0.3\nnote-gap: \(gap)\n\(settings)".utf8).write(to: written)
    let file = folder.appendingPathComponent("out.wav")
    let events = folder.appendingPathComponent("events.jsonl").path
    var all = ["render", "--out", file.path] + arguments
    if !arguments.contains("--tone") { all += ["--events", events] }
    let peach = try RunningPeach(all, folder: folder)
    #expect(peach.end() == 0, "\(peach.complained)")
    return (try samples(of: file), peach.events)
  }

  /// The samples of a float WAV of one channel.
  private func samples(of file: URL) throws -> [Float] {
    let bytes = try Data(contentsOf: file)
    let head = try #require(bytes.range(of: Data("data".utf8)))
    return bytes[(head.upperBound + 4)...].withUnsafeBytes { buffer in
      (0..<buffer.count / 4).map { Float(bitPattern: buffer.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
    }
  }

  /// Frames on which sound begins after at least 20 ms of silence, read from the sound alone.
  private func onsets(_ samples: [Float]) -> [Int] {
    var onsets: [Int] = []
    var silence = 960
    for (frame, sample) in samples.enumerated() {
      if sample != 0, silence >= 960 { onsets.append(frame) }
      silence = sample == 0 ? silence + 1 : 0
    }
    return onsets
  }

  @Test func `every note begins at the time of its event`() throws {
    // A listener who hears everything answers rightly: no ticks between the notes.
    let (samples, events) = try render(["--exercises", "20", "--seed", "7", "--threshold", "0.001"])
    let planned = events.filter { $0["event"] as? String == "noteStarted" }.compactMap { $0["frame"] as? Int }
    #expect(planned.count == 40)
    // A note's first frame is the silent one its attack rises from.
    #expect(onsets(samples).map { $0 - 1 } == planned)
    let answers = events.filter { $0["event"] as? String == "answered" }
    #expect(answers.count == 20)
    #expect(answers.allSatisfy { $0["source"] as? String == "simulated" && $0["correct"] as? Bool == true })
    for answer in answers {
      let time = try #require(answer["responseTime"] as? Double)
      #expect(abs(time - 0.3) < 1e-9)
    }
  }

  @Test func `the same seed is the same sound`() throws {
    let first = try render(["--exercises", "3", "--seed", "11"]).samples
    let second = try render(["--exercises", "3", "--seed", "11"]).samples
    let other = try render(["--exercises", "3", "--seed", "12"]).samples
    #expect(first == second)
    #expect(first != other)
  }

  @Test(arguments: ["matching", "interval-matching", "chords", "temperament"])
  func `matching is rendered too`(mode: String) throws {
    let arguments = ["--mode", mode, "--exercises", "3", "--seed", "5"]
    let (samples, events) = try render(arguments)
    #expect(events.filter { $0["event"] as? String == "sessionStarted" }.map { $0["mode"] as? String } == [mode])
    let commits = events.filter { $0["event"] as? String == "committed" }
    #expect(commits.count == 3)
    #expect(commits.allSatisfy { $0["source"] as? String == "simulated" && $0["gesture"] as? String == "simulated" })
    let fades = events.filter { $0["event"] as? String == "feedbackStarted" }.compactMap { $0["frame"] as? Int }
    let notes = events.filter { $0["event"] as? String == "noteStarted" }
    func starts(_ role: String) -> [Int] {
      notes.filter { $0["role"] as? String == role }.compactMap { $0["frame"] as? Int }
    }
    // The notes of a chord or a temperament begin together.
    #expect((starts("reference") == starts("tunable")) == !mode.hasSuffix("matching"))
    // Committed after 1.5 s of the note, and the next reference where 400 ms of feedback end.
    #expect(zip(starts("tunable"), fades).allSatisfy { (72_000...72_256).contains($1 - $0) })
    #expect(zip(fades, starts("reference").dropFirst()).allSatisfy { $1 - $0 == 19_200 })
    #expect(samples.contains { $0 != 0 })
    #expect(try render(arguments).samples == samples)
  }

  @Test func `which beats faster is rendered too`() throws {
    let arguments = ["--mode", "beats", "--exercises", "3", "--seed", "5", "--threshold", "1"]
    let (samples, events) = try render(arguments)
    func named(_ name: String) -> [[String: Any]] { events.filter { $0["event"] as? String == name } }
    let percents = named("exerciseStarted").compactMap { $0["percent"] as? Double }
    // A listener who hears 1 % is right about the first differences, which are far larger.
    #expect(named("answered").map { $0["answer"] as? String } == percents.map { $0 > 0 ? "higher" : "lower" })
    #expect(percents.count == 3 && named("answered").allSatisfy { $0["source"] as? String == "simulated" })
    func starts(_ role: String) -> [Int] {
      named("noteStarted").filter { $0["role"] as? String == role }.compactMap { $0["frame"] as? Int }
    }
    // Each interval has two notes, and the second follows the first at once.
    #expect(starts("companion") == zip(starts("reference"), starts("target")).flatMap { [$0, $1] })
    let first = try #require(starts("reference").first)
    #expect(starts("target").first == first + 3 * 48_000 && samples[first + 4_800..<first + 9_600].contains { $0 != 0 })
    #expect(try render(arguments).samples == samples)
  }

  @Test(arguments: ["listen", "interval-listen", "timing-listen"]) func `listening is rendered too`(mode: String) throws
  {
    let arguments = ["--mode", mode, "--exercises", "3", "--seed", "5"]
    let (samples, events) = try render(arguments)
    func named(_ name: String) -> [[String: Any]] { events.filter { $0["event"] as? String == name } }
    #expect(named("sessionStarted").map { $0["mode"] as? String } == [mode] && named("answered").isEmpty)
    let heard = named("listened").compactMap { $0["answer"] as? String }
    let offsets = named("exerciseStarted").compactMap {
      ($0["target"] as? [String: Any])?["cents"] as? Double ?? $0["offset"] as? Double
    }
    #expect(heard == offsets.map { $0 > 0 ? "higher" : "lower" } && heard.count == 3)
    #expect(named("feedbackStarted").map { $0["kind"] as? String } == heard)
    // The next reference sounds a second after the feedback, a pattern on the next beat.
    let told = named("feedbackStarted").compactMap { $0["frame"] as? Int }
    let starts = named("noteStarted").filter { $0["role"] as? String != "target" }.compactMap { $0["frame"] as? Int }
    let beat = mode == "timing-listen" ? 36_000 : 1
    #expect(starts.count == 3 && starts.allSatisfy { ($0 - starts[0]) % beat == 0 })
    #expect(zip(told, starts.dropFirst()).allSatisfy { (48_000..<48_000 + beat).contains($1 - $0) })
    #expect(try render(arguments).samples == samples)
  }

  @Test func `a tone has the requested length and level`() throws {
    let samples = try render(["--tone", "1000", "--seconds", "0.5"]).samples
    #expect(samples.count == 24_000)
    let peak = try #require(samples.map(abs).max())
    #expect(abs(20 * log10(Double(peak)) + 20) < 0.01)
  }

  @Test func `a tone of another timbre has its partials, and is as loud as it can be without clipping`() throws {
    let samples = try render(["--tone", "100", "--timbre", "reed", "--seconds", "3"]).samples
    #expect(samples.count == 144_000)
    let found = Partials(samples[4_800..<(4_800 + 131_072)], rate: 48_000, fundamental: 100, count: 15)
    for (index, partial) in found.partials.enumerated() {
      let expected = index % 2 == 0 ? found.partials[0].amplitude / Double(index + 1) : 0
      #expect(abs(partial.amplitude - expected) < 1e-7)
    }
    #expect(found.residualDecibels < -120)
    #expect(try #require(samples.map(abs).max()) < 0.501)
    #expect(found.partials[0].amplitude > 0.2)
  }

  @Test func `practice is rendered in the timbres of the settings`() throws {
    let arguments = ["--exercises", "3", "--seed", "11"]
    let (samples, events) = try render(arguments, settings: "timbre: string\ntimbre-of-second: reed\n")
    let exercises = events.filter { $0["event"] as? String == "exerciseStarted" }
    #expect(exercises.count == 3)
    #expect(exercises.allSatisfy { $0["timbre"] as? String == "string" && $0["timbreOfSecond"] as? String == "reed" })
    let notes = events.filter { $0["event"] as? String == "noteStarted" }
    for note in notes.prefix(2) {
      let (frame, hertz) = (try #require(note["frame"] as? Int), try #require(note["hertz"] as? Double))
      // Between the attack and the release of 0.3 s.
      let found = Partials(samples[frame + 960..<frame + 960 + 12_000], rate: 48_000, fundamental: hertz, count: 3)
      let shares = found.partials.map { $0.amplitude / found.partials[0].amplitude }
      let expected: [Double] = [1, note["role"] as? String == "reference" ? 0.5 : 0, 1 / 3]
      #expect(zip(shares, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(shares)")
    }
    let sines = try render(arguments)
    #expect(sines.events.map { $0["hertz"] as? Double } == events.map { $0["hertz"] as? Double })
    #expect(try render(arguments, settings: "timbre: sine\ntimbre-of-second: same\n").samples == sines.samples)
    #expect(sines.samples.count == samples.count && sines.samples != samples)
  }

  @Test(arguments: [
    ["--tone", "0"], ["--tone", "440", "--timbre", "harp"], ["--timbre", "reed"], ["--exercises", "0"],
    ["--threshold", "-1"], ["--mode", "singing"], ["--seconds", "0"],
  ])
  func `senseless requests are refused`(arguments: [String]) throws {
    let peach = try RunningPeach(["render", "--out", "/dev/null"] + arguments)
    let code = try #require(peach.end())
    #expect(code != 0)
    #expect(eventually { !peach.complained.isEmpty })
  }

  @Test func `a missing folder is reported with its name`() throws {
    let peach = try RunningPeach(["render", "--out", "/nowhere/at/all.wav", "--exercises", "1"])
    #expect(peach.end() == 1)
    #expect(eventually { peach.complained.contains("/nowhere/at/all.wav") })
  }
}
