import Pitch
import Testing
import Time

@testable import Training

@Suite("A course of exercises, whatever the discipline")
struct CourseTests {
  /// The least that a discipline can be: its exercises differ by their epochs alone.
  struct Bare: PairExercise {
    var epoch: Epoch
    var index: Int
    var mode = Mode.comparison
    var reference = Note(literal: 60)
    var referenceHertz = Hertz(261.63)
    var target = Note(literal: 60)
    var targetHertz = Hertz(261.63)
    var interval = DirectedInterval.prime
    var loudnessOffset = 0.0
    var timbres = TimbrePair.sines
  }

  struct Done: CourseOutcome {
    var exercise: Bare
  }

  struct Counting: Chooser {
    mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<Bare>) -> Bare {
      Bare(epoch: epoch, index: index)
    }
  }

  /// Effects as words.
  static func words(_ effects: [CourseEffect<Bare>]) -> [String] {
    effects.map { effect in
      switch effect {
      case .ready(let exercise): "ready \(exercise.epoch.number)"
      case .play(let exercise, _, .now): "play \(exercise.epoch.number) now"
      case .play(let exercise, _, .at(let frame)): "play \(exercise.epoch.number) at \(frame.count)"
      case .drop(let epoch): "drop \(epoch.number)"
      case .discard(let epoch): "discard \(epoch.number)"
      case .clearFeedback(let epoch, let frame): "clear \(epoch.number) at \(frame.map { "\($0.count)" } ?? "once")"
      case .silence: "silence"
      case .refused: "refused"
      case .finished: "finished"
      }
    }
  }

  private var chooser = Counting()
  private var course = Course<Done>(limit: 2, firstEpoch: Epoch(1))

  private mutating func start(_ mode: Mode = .comparison, at start: ExerciseStart = .now) -> [String] {
    Self.words(course.start(mode, of: .comparison, .standard, at: start, by: &chooser))
  }

  /// The exercise `epoch` is heard and answered, and its feedback lasts until `frame`.
  private mutating func answer(_ epoch: UInt32, until frame: Int64) throws -> [String] {
    _ = course.startReference(Epoch(epoch))
    _ = course.startSecond(Epoch(epoch), heard: MonotonicTime(nanoseconds: 0))
    let exercise = try #require(course.open?.exercise)
    course.finishExercise()
    course.give(Done(exercise: exercise))
    return Self.words(
      course.showFeedback(of: Done(exercise: exercise), until: Frame(frame), .standard, by: &chooser))
  }

  @Test("each exercise follows the feedback of the one before, on its last frame, up to the limit")
  mutating func following() throws {
    #expect(start() == ["play 1 now"])
    #expect(try answer(1, until: 500) == ["play 2 at 500"])
    let ended = Self.words(course.endFeedback(Epoch(1), at: Frame(500)))
    #expect(ended == ["clear 1 at 500"])
    #expect(try answer(2, until: 900) == [])
    let finished = Self.words(course.endFeedback(Epoch(2), at: Frame(900)))
    #expect(finished == ["clear 2 at 900", "finished"])
  }

  @Test("a practice begins in its discipline's modes only, and once")
  mutating func beginning() {
    #expect(start(.matching) == ["refused"])
    #expect(start() == ["play 1 now"])
    #expect(start() == [])
    #expect(start(.matching) == [])
    #expect(course.exercise == Bare(epoch: Epoch(1), index: 1))
  }

  @Test("a held reference waits for speech, never beyond a closed gate")
  mutating func holding() throws {
    course.holdsReference = true
    #expect(start() == ["ready 1"])
    let early = Self.words(course.proceed(Epoch(7)))
    let proceeded = Self.words(course.proceed(Epoch(1)))
    #expect(early == [] && proceeded == ["play 1 now"])
    #expect(try answer(1, until: 500) == ["ready 2"])
    _ = course.hold(from: Frame(400))
    let late = Self.words(course.proceed(Epoch(2)))
    #expect(late == [])
    let resumed = Self.words(course.resume(at: Frame(2_000), .standard, by: &chooser))
    #expect(resumed == ["ready 3"])
  }

  @Test("an exercise scheduled behind a closed gate is withdrawn, and starts again when it opens")
  mutating func gate() throws {
    #expect(start() == ["play 1 now"])
    #expect(try answer(1, until: 500) == ["play 2 at 500"])
    let held = Self.words(course.hold(from: Frame(500)))
    #expect(held == ["drop 2"])
    let ended = Self.words(course.endFeedback(Epoch(1), at: Frame(500)))
    #expect(ended == ["clear 1 at 500"])
    let resumed = Self.words(course.resume(at: Frame(3_000), .standard, by: &chooser))
    #expect(resumed == ["play 3 at 3000"])
  }

  @Test("an event with another exercise's epoch changes nothing")
  mutating func epochs() throws {
    _ = start()
    let reference = Self.words(course.startReference(Epoch(9)))
    let (effects, opened) = course.startSecond(Epoch(9), heard: MonotonicTime(nanoseconds: 0))
    let feedback = Self.words(course.endFeedback(Epoch(9), at: Frame(1)))
    #expect(reference == [] && effects.isEmpty && opened == nil && feedback == [])
    #expect(course.exercise == Bare(epoch: Epoch(1), index: 1))
  }

  @Test("a late start makes up for feedback that was never reported")
  mutating func late() throws {
    _ = start()
    _ = course.startReference(Epoch(1))
    _ = course.startSecond(Epoch(1), heard: MonotonicTime(nanoseconds: 0))
    course.give(Done(exercise: Bare(epoch: Epoch(1), index: 1)))
    let next = Self.words(course.goOn(after: Frame(800), .standard, by: &chooser))
    #expect(next == ["play 2 now"])
    let stopped = Self.words(course.stop())
    #expect(stopped == ["silence"] && course.exercise == nil)
  }
}
