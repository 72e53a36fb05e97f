import Controllers
import Foundation
import Pitch
import Ports
import Practice
import Recordings
import TestSupport
import Training

/// Edited recordings, passed through the reader and, if they can be read, through a replay.
struct RecordingFuzz {
  let seed: UInt64
  private let files: [[UInt8]]

  /// MiB that all of it may take.
  static let largest = 1_024

  init(seed: UInt64) throws {
    self.seed = seed
    let recording = InMemoryRecording()
    let configuration = PracticeConfiguration(
      library: MappingLibrary(mappings: []), startMode: .matching, seed: 1,
      known: KnownAnswers(profile: Self.profile()))
    _ = Recorder(configuration, program: "fuzz", date: Date(timeIntervalSince1970: 0), to: recording)
    let header = try recording.text()
    files = try ["keyboard", "wheel"].map { name in
      let hands = try String(contentsOfFile: "\(handsFolder)/\(name).jsonl", encoding: .utf8)
      return Array((header + Self.sound + hands + Self.rest).utf8)
    }
  }

  /// Of an ear that has answered: recordings then have a line with its snapshot.
  private static func profile() -> PerceptualProfile {
    var profile = PerceptualProfile()
    for index in 1...20 { profile.learn(answer(index)) }
    return profile
  }

  /// An answer, each `index` another; all are the same in every run.
  static func answer(_ index: Int) -> ComparisonRecord {
    let exercise = ComparisonExercise(
      epoch: Epoch(UInt32(index)), index: index, mode: .comparison, reference: Note(literal: 60),
      referenceHertz: Hertz(261), target: Note(literal: 60), offset: Cents(Double(index)), targetHertz: Hertz(262),
      interval: .prime, loudnessOffset: 0)
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: index)))
    return ComparisonRecord(
      id: id, time: Date(timeIntervalSince1970: Double(index) * 10), exercise: exercise, tuning: "equal",
      concertPitch: Hertz(440), noteDuration: 1, noteGap: 0, strategy: "edge", answer: exercise.correctAnswer,
      correct: true, responseTime: 0.5, controller: "Keys, \"é\"", source: .simulated, playbackLatency: 0)
  }

  /// Inputs from a renderer, a store, a voice and a machine, with numbers to change.
  private static let sound = """
    {"time":1000,"input":"start","realtime":true,"turn":10}
    {"time":2000,"input":"sound-ready","server":"jack","rate":48000,"period":64,"latency":128,"output":"a","cycle":[64,1000,48000,128]}
    {"time":3000,"input":"applied","batch":1,"frame":64,"cycle":[128,1000,48000,128],"turn":10}
    {"time":4000,"input":"started","role":"reference","epoch":1,"frame":64,"hertz":440,"cycle":[128,1000,48000,128],"turn":9}
    {"time":5000,"input":"started","role":"tunable","epoch":1,"frame":96,"hertz":441,"cycle":[128,1000,48000,128],"turn":9}
    {"time":6000,"input":"turn","slept":1000000}

    """
  private static let rest = """
    {"time":60000000000,"input":"ended","role":"tunable","epoch":1,"frame":128,"hertz":441,"faded":true,"turn":9}
    {"time":61000000000,"input":"marker","epoch":1,"frame":256,"turn":9}
    {"time":61500000000,"input":"cue","tone":"warning","frame":300,"sounded":false,"turn":9}
    {"time":62000000000,"input":"utterance","number":1,"rate":48000,"frames":4800,"turn":9}
    {"time":63000000000,"input":"intent","intent":"start","mode":"comparison","cycle":[128,1000,48000,128],"turn":9}
    {"time":90000000000,"input":"intent","intent":"quit","reason":"asked","turn":9}
    {"end":true}

    """

  private func anything(_ seed: UInt64) -> [UInt8] {
    var mutation = Mutation(files: files, seed: seed)
    return mutation.file()
  }

  /// A few numbers become others that are allowed here or there; and a few lines are left out.
  private func otherNumbers(_ seed: UInt64) -> [UInt8] {
    let numbers = [
      "0", "1", "8000", "768000", "10000000", "4294967295", "86400000000000", "17592186044416", "9007199254740992",
      "2305843009213693952",
    ]
    var chance = SplitMix64(seed: seed)
    var lines = String(decoding: files[Int.random(in: 0..<2, using: &chance)], as: UTF8.self).split(separator: "\n")
    for _ in 0..<Int.random(in: 0...3, using: &chance) {
      // The header stays.
      lines.remove(at: Int.random(in: 1..<lines.count, using: &chance))
    }
    for _ in 0..<Int.random(in: 1...3, using: &chance) {
      // Bytes of hands have few other numbers: the lines of sound have more.
      let places = lines.indices.dropFirst().filter { !lines[$0].contains("midi") }
      guard let place = places.randomElement(using: &chance),
        let range = lines[place].matches(of: /[0-9]+/).randomElement(using: &chance)?.range,
        let number = numbers.randomElement(using: &chance)
      else { continue }
      lines[place].replaceSubrange(range, with: number)
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Plays `count` changed recordings.
  func run(count: Int) throws -> String {
    var replayed = 0
    var steps = 0
    for round in 0..<count {
      let roundSeed = seed &+ UInt64(round)
      begin(round: round, seed: roundSeed)
      let bytes = roundSeed.isMultiple(of: 4) ? anything(roundSeed) : otherNumbers(roundSeed)
      guard let recording = try? Recording(bytes), recording.hasSound,
        let replay = try? ReplayPractice(recording, events: InMemoryEvents())
      else { continue }
      steps += replay.run().steps
      replayed += 1
    }
    guard replayed > 0 else { throw Finding(description: "not one recording could be played") }
    guard mostMemory() < Self.largest else { throw Finding(description: "\(mostMemory()) MiB were needed") }
    return "\(count) recordings, \(replayed) of them played, \(steps) steps, \(mostMemory()) MiB"
  }
}

/// Hands on two controllers, found from this file.
private let handsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("PracticeTests/Fixtures").path
