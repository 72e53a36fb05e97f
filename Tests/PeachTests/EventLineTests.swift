import Controllers
import Foundation
import Pitch
import PlainText
import Ports
import Sound
import Testing
import Time
import Timers

@testable import Commands
@testable import Training

@Suite("The event stream's lines")
struct EventLineTests {
  static let time = MonotonicTime(nanoseconds: 5_000_000_123)

  private func line(_ kind: PracticeEvent.Kind) throws -> String {
    let encoder = EventLine.encoder()
    return String(decoding: try encoder.encode(EventLine(PracticeEvent(time: Self.time, kind: kind))), as: UTF8.self)
  }

  @Test("names of hostile devices and servers stay on their line, for any reader")
  func hostileNames() throws {
    let hostile = "a\u{85}b\u{2028}\u{9B}31m\u{202E}"
    let port = PortDescription(id: PortID(client: 20, port: 0), clientName: hostile, portName: hostile)
    let sound = SoundDescription(server: .jack, rate: 48_000, period: 64, latency: 128, output: hostile)
    #expect(OutputName(name: hostile, title: hostile) == OutputName(name: sound.output, title: sound.output))
    for kind in [PracticeEvent.Kind.soundReady(sound), .controllerConnected(port, mapping: "x\u{2028}")] {
      let encoder = EventLine.encoder()
      let line = try EventLine(PracticeEvent(time: Self.time, kind: kind)).text(encoder)
      #expect(!line.unicodeScalars.contains(where: CleanText.isUnfit))
      #expect(line.contains("a�b��31m"))
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  /// Lines of every kind except those tested in full below, with words in each.
  private func samples() throws -> [(PracticeEvent.Kind, String)] {
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000A"))
    let port = PortDescription(
      id: PortID(client: 20, port: 0), clientName: "MPK mini 3", portName: "MPK mini 3 MIDI 1",
      usb: USBID(vendor: 0x09e8, product: 0x0049))
    let sound = SoundDescription(server: .jack, rate: 48_000, period: 64, latency: 128, output: "system")
    return [
      (.sessionStarted(mode: .intervalComparison), #""event":"sessionStarted","mode":"interval-comparison""#),
      (
        .noteStarted(role: .target, hertz: 440.5, frame: Frame(99)),
        #""event":"noteStarted","frame":99,"hertz":440.5,"role":"target""#
      ),
      (.noteEnded(role: .reference, frame: Frame(7)), #""event":"noteEnded","frame":7,"role":"reference""#),
      (.answerEnabled, #""event":"answerEnabled""#),
      (
        .answered(
          .higher, correct: false, source: .controller, inputTime: MonotonicTime(nanoseconds: 42), responseTime: 0.25),
        #""answer":"higher","correct":false,"event":"answered","inputTime":42,"responseTime":0.25,"source":"controller""#
      ),
      (
        .answered(
          .lower, correct: true, isSure: false, source: .keys, inputTime: MonotonicTime(nanoseconds: 7),
          responseTime: 0.5),
        #""answer":"lower","correct":true,"event":"answered","inputTime":7,"responseTime":0.5,"source":"keys","sure":false"#
      ),
      (
        .feedbackStarted(correct: false, frame: Frame(8)),
        #""event":"feedbackStarted","frame":8,"kind":"incorrect""#
      ),
      (
        .resultStarted(MatchingFeedback(error: Cents(-9.5)), frame: Frame(8)),
        #""cents":-10,"event":"feedbackStarted","frame":8,"kind":"moderate""#
      ),
      (
        .resultStarted(MatchingFeedback(error: Cents(0.25)), frame: Frame(8)),
        #""cents":0,"event":"feedbackStarted","frame":8,"kind":"dead-centre""#
      ),
      (.listened(.lower), #""answer":"lower","event":"listened""#),
      (.answerTold(.lower, frame: Frame(8)), #""event":"feedbackStarted","frame":8,"kind":"lower""#),
      (.tuningEnabled, #""event":"tuningEnabled""#),
      (
        .noteStarted(role: .tunable, hertz: 440.5, frame: Frame(99)),
        #""event":"noteStarted","frame":99,"hertz":440.5,"role":"tunable""#
      ),
      (.feedbackEnded(frame: Frame(9)), #""event":"feedbackEnded","frame":9"#),
      (.recordSaved(id), #""event":"recordSaved","id":"00000000-0000-0000-0000-00000000000A""#),
      (.recordWithdrawn(id), #""event":"recordWithdrawn","id":"00000000-0000-0000-0000-00000000000A""#),
      (
        .controllerConnected(port, mapping: "AKAI MPK mini 3"),
        #""client":"MPK mini 3","event":"controllerConnected","mapping":"AKAI MPK mini 3","#
          + #""port":"MPK mini 3 MIDI 1","time":5000000123,"usb":"09e8:0049""#
      ),
      (.controllerDisconnected(port), #""client":"MPK mini 3","event":"controllerDisconnected","port""#),
      (.soundLost(.hung), #""event":"soundLost","reason":"hung""#),
      (.soundReady(sound), #""event":"soundReady","latency":128,"output":"system","period":64"#),
      (.xruns(3), #""count":3,"event":"xruns""#),
      (.soundRestored(sound), #""event":"soundRestored","latency":128,"output":"system","period":64"#),
      (.sessionStopped(.unplugged), #""event":"sessionStopped","reason":"unplugged""#),
      (.trouble("no-sound"), #""event":"trouble""#),
      (.explanation(.begun), #""event":"explanation","state":"begun""#),
    ] + (try timerSamples(id))
  }

  private func timerSamples(_ id: UUID) throws -> [(PracticeEvent.Kind, String)] {
    let emom = try TimerConfiguration(
      .emom(slots: 3, slotSeconds: 20, rounds: 2), source: .free, countdownSeconds: 10, cues: [.start])
    let workout = Workout(
      id: id, configuration: emom, started: Date(timeIntervalSince1970: 0), changed: Date(timeIntervalSince1970: 0),
      state: .running, position: WorkoutPosition(.set, set: 1, elapsed: .zero), sets: [])
    let round = Round(number: 4, slot: 2, began: .seconds(20), ended: .seconds(23.5), split: .seconds(5.25))
    return [
      (.timerPhase(.paused, isComplete: nil), #""event":"timerPhase","phase":"paused""#),
      (.timerPhase(.finished, isComplete: true), #"{"complete":true,"event":"timerPhase","phase":"finished""#),
      (
        .timerStarted(workout),
        #"{"configuration":{"countdownSeconds":10,"cues":["start"],"intervalSeconds":20,"intervals":3,"kind":"emom","#
          + #""restSeconds":120,"rounds":2,"sets":1,"source":"free"},"event":"timerStarted","id":"00000000-0000"#
      ),
      (.timerStarted(try variant(of: workout, .forTime(capSeconds: 60, rounds: 9))), #""capSeconds":60"#),
      (.timerStarted(try variant(of: workout, .amrap(durationSeconds: 60))), #""durationSeconds":60"#),
      (.timerCue(.lastMinute), #""cue":"last-minute","event":"timerCue""#),
      (
        .cueStarted(.warning, frame: Frame(99), isSounded: false),
        #""event":"cueStarted","frame":99,"sounded":false,"time":5000000123,"tone":"warning""#
      ),
      (
        .timerRound(round, set: 2),
        #"{"began":20,"ended":23.5,"event":"timerRound","interval":2,"number":4,"set":2,"split":5.25"#
      ),
      (.timerRoundWithdrawn(set: 2), #""event":"timerRoundWithdrawn","set":2"#),
      (.workoutSaved(id, change: 7), #"{"change":7,"event":"workoutSaved","id":"00000000-0000"#),
    ]
  }

  private func variant(of workout: Workout, _ form: TimerConfiguration.Form) throws -> Workout {
    var workout = workout
    workout.configuration = try TimerConfiguration(form)
    return workout
  }

  /// The words of the public surface: other tools read them.
  @Test func `lines are word for word as other tools read them`() throws {
    for (kind, words) in try samples() {
      let line = try line(kind)
      #expect(line.contains(words), "\(line)")
      #expect(line.contains(#""time":5000000123"#))
      #expect(!line.contains("\n"))
    }
  }

  /// A comparison of a fifth up, 12.5 cents flat.
  private func comparisonExercise() throws -> ComparisonExercise {
    ComparisonExercise(
      epoch: Epoch(4), index: 3, mode: .intervalComparison, reference: try #require(Note(60)),
      referenceHertz: Hertz(261.5), target: try #require(Note(67)), offset: Cents(-12.5), targetHertz: Hertz(390.25),
      interval: .perfectFifthUp, loudnessOffset: 0, timbres: TimbrePair(.reed, .organ))
  }

  @Test func `an exercise is reported completely`() throws {
    #expect(
      try line(.exerciseStarted(comparisonExercise()))
        == #"{"epoch":4,"event":"exerciseStarted","index":3,"interval":"P5 up","mode":"interval-comparison","#
        + #""reference":{"hertz":261.5,"note":60},"target":{"cents":-12.5,"hertz":390.25,"note":67},"timbre":"reed","#
        + #""timbreOfSecond":"organ","time":5000000123}"#)
  }

  /// A matching exercise a fifth up, begun 37.5 cents flat.
  private func matchingExercise() throws -> MatchingExercise {
    MatchingExercise(
      epoch: Epoch(4), index: 3, mode: .intervalMatching, reference: try #require(Note(60)),
      referenceHertz: Hertz(261.5), target: try #require(Note(67)), targetHertz: Hertz(392), interval: .perfectFifthUp,
      startOffset: Cents(-37.5), startHertz: Hertz(383.625), range: Cents(100), loudnessOffset: 0)
  }

  /// The target of matching is the correct pitch itself: 0 cents from it.
  @Test func `a matching exercise is reported completely`() throws {
    #expect(
      try line(.matchingStarted(matchingExercise()))
        == #"{"epoch":4,"event":"exerciseStarted","index":3,"interval":"P5 up","mode":"interval-matching","#
        + #""reference":{"hertz":261.5,"note":60},"target":{"cents":0,"hertz":392,"note":67},"time":5000000123,"#
        + #""tunable":{"cents":-37.5,"hertz":383.625}}"#)
  }

  /// A commit by letting a wheel go.
  private func attempt() throws -> MatchingAttempt {
    let wheel = Commit(
      gesture: .springBack, control: "pitch-bend", centsPerStep: 0.0125, inputTime: MonotonicTime(nanoseconds: 42),
      source: .controller, controller: "MPK mini 3")
    // An octave above the target: a distance that is exact.
    return MatchingAttempt(
      exercise: try matchingExercise(), settings: .standard, commit: wheel, finalHertz: Hertz(784),
      timeTaken: .milliseconds(2_500))
  }

  @Test func `a commit is reported with its gesture and its error`() throws {
    #expect(
      try line(.committed(attempt()))
        == #"{"cents":1200,"centsPerStep":0.0125,"control":"pitch-bend","event":"committed","gesture":"spring-back","#
        + #""hertz":784,"inputTime":42,"source":"controller","time":5000000123,"timeTaken":2.5}"#)
  }

  @Test func `a repeated reference is reported when it is requested, and with the commit`() throws {
    #expect(
      try line(.heardAgain(inputTime: MonotonicTime(nanoseconds: 42)))
        == #"{"event":"repeated","inputTime":42,"time":5000000123}"#)
    var attempt = try attempt()
    attempt.repeats = 2
    #expect(try line(.committed(attempt)).contains(#""repeats":2,"#))
  }

  @Test func `a commit of an untouched note names no control`() throws {
    let key = Commit(
      gesture: .key, control: nil, centsPerStep: nil, inputTime: MonotonicTime(nanoseconds: 42), source: .keys,
      controller: nil)
    let attempt = MatchingAttempt(
      exercise: try matchingExercise(), settings: .standard, commit: key, finalHertz: Hertz(196),
      timeTaken: .zero)
    #expect(
      try line(.committed(attempt))
        == #"{"cents":-1200,"event":"committed","gesture":"key","hertz":196,"inputTime":42,"source":"keys","#
        + #""time":5000000123,"timeTaken":0}"#)
  }

  private static let beats = BeatsExercise(
    epoch: Epoch(7), index: 3, interval: .octave, timbre: .string,
    first: BeatingNotes(bass: Note(literal: 57), bassHertz: Hertz(220), rate: 4),
    second: BeatingNotes(bass: Note(literal: 69), bassHertz: Hertz(440), rate: -5))

  @Test func `an exercise of beats has both sounds`() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line(.beatsStarted(Self.beats)).utf8)) as? [String: Any])
    #expect(object["event"] as? String == "exerciseStarted" && object["mode"] as? String == "beats")
    #expect(object["interval"] as? String == "octave" && object["timbre"] as? String == "string")
    #expect(object["percent"] as? Double == 25)
    let second = try #require(object["second"] as? [String: Any])
    #expect(second["note"] as? Int == 69 && second["bass"] as? Double == 440 && second["hertz"] as? Double == 875)
    #expect(second["beats"] as? Double == -5 && (second["cents"] as? Double ?? 0) < -9)
  }

  /// The page that other tools' authors read names every event and every field that is written, and no event that is
  /// not.
  @Test func `the document names every event and field`() throws {
    let kinds =
      try samples().map(\.0) + [
        .exerciseStarted(comparisonExercise()), .matchingStarted(matchingExercise()), .committed(attempt()),
        .timingStarted(
          TimingExercise(
            epoch: Epoch(1), index: 1, pattern: .straight16ths, position: 3, tempo: 80, repetitions: 5, offset: -40,
            grid: nil)),
        .beatsStarted(Self.beats), .heardAgain(inputTime: MonotonicTime(nanoseconds: 42)),
      ]
    var events: Set<String> = []
    var fields: Set<String> = []
    func collect(_ object: [String: Any]) {
      for (key, value) in object {
        fields.insert(key)
        if let inner = value as? [String: Any] { collect(inner) }
      }
    }
    for kind in kinds {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line(kind).utf8)) as? [String: Any])
      events.insert(try #require(object["event"] as? String))
      collect(object)
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../docs/playing/reference/events.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let words = Set(text.matches(of: /`([A-Za-z-]+)`/).map { String($0.1) })
    #expect(fields.subtracting(words).sorted() == [])
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.dropFirst()
    let named = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
    }
    #expect(Set(named) == events)
    #expect(Set(CommitGesture.allCases.map(\.rawValue)).subtracting(words).sorted() == [])
    #expect(Set(MatchingFeedback.Band.allCases.map(\.rawValue)).subtracting(words).sorted() == [])
  }
}
