import Pitch
import Testing
import Time

@testable import Training

/// Random events, sensible and senseless: what must hold whatever happens.
struct MatchingPropertyTests {
  @Test(arguments: 0..<30)
  func `no order of events breaks the loop`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 0x9E37)
    let limit = random.coin() ? 1 + random.below(4) : nil
    let settings = TrainingSettings(
      intervals: DirectedInterval.all, loudnessVariation: 1, matchingRange: Cents(10 + 190 * random.unit()),
      matchingAdaptive: random.coin())
    var session = MatchingSession(seed: UInt64(seed), settings: settings, limit: limit)
    var model = Model(limit: limit, settings: settings)
    for step in 0..<3_000 {
      if random.below(20) == 0 { session.holdsReference.toggle() }
      let event = self.event(step: step, next: session.nextEpoch, using: &random)
      model.note(event)
      let effects = session.handle(event)
      model.check(event, effects, session.view)
    }
    #expect(model.kept.count > 5 && model.played.count > 20 && model.keptOnStop > 0 && model.held > 0)
    #expect(!model.repeats.isEmpty)
  }

  /// Mostly events that can happen about now, of epochs around the newest.
  private func event(step: Int, next: Epoch, using random: inout SeededGenerator) -> SessionEvent {
    let epoch = Epoch(UInt32(max(0, Int(next.number) - random.below(4))))
    let now = time(Double(step) * 0.1)
    let frame = Frame(Int64(step) * 4_800)
    let reach = TuningReach(
      opensUpwards: random.coin(), opensDownwards: random.coin(), springsBack: random.coin())
    switch random.below(46) {
    case 0..<3: return .start(mode: Mode.allCases[random.below(4)], reach: reach)
    case 3..<8: return .referenceStarted(epoch, frame: frame)
    case 8..<15: return .secondStarted(epoch, heard: now)
    case 15..<20: return .proceed(epoch)
    case 20..<27:
      var given = commit(at: 0)
      given.inputTime = now + .milliseconds(random.below(300) - 100)
      return .commit(given, believed: Hertz(220 + 220 * random.unit()))
    case 27..<33:
      let hertz = random.below(8) == 0 ? 0 : 220 + 220 * random.unit()
      return .faded(epoch, frame: frame, rate: 48_000, hertz: Hertz(hertz), reach: reach)
    case 33..<40: return .feedbackEnded(epoch, frame: frame)
    case 40..<44: return .hearAgain(at: now + .milliseconds(random.below(300) - 100))
    default: return random.coin() ? .stop : .proceed(epoch)
    }
  }

  /// The state known from outside, and what must follow from it.
  private struct Model {
    let limit: Int?
    let settings: TrainingSettings
    var played: [Epoch] = []
    var kept: [Epoch] = []
    var ready: Epoch?
    var enabled: Epoch?
    var fading: Epoch?
    var shown: Epoch?
    var running = false
    var inThisPractice = 0
    var keptOnStop = 0
    var held = 0
    /// How often each exercise was heard again.
    var repeats: [Epoch: Int] = [:]
    var reach = TuningReach.free

    /// The reach of whichever exercise would be chosen because of `event`.
    mutating func note(_ event: SessionEvent) {
      switch event {
      case .start(_, let reach, _) where !running: self.reach = reach
      case .faded(let epoch, _, _, _, let reach) where epoch == fading: self.reach = reach
      default: return
      }
    }

    mutating func check(
      _ event: SessionEvent, _ effects: [MatchingSession.Effect], _ view: SessionView<MatchingFeedback>
    ) {
      if !running, !effects.isEmpty {
        let isStart = if case .start = event { true } else { false }
        #expect(isStart, "an effect while nothing is practised")
      }
      for effect in effects { check(effect) }
      if case .stop = event {
        #expect(!running && view.phase == .idle)
        if effects.kept != nil { keptOnStop += 1 }
      }
      #expect(running == (view.phase != .idle))
      #expect(view.isOpen == (enabled != nil))
      #expect((view.phase == .playingTunable) == (enabled != nil || fading != nil))
      #expect((view.feedback != nil) == (view.phase == .showingFeedback))
      #expect((shown != nil) == (view.feedback != nil), "feedback is shown exactly from its effect to its clearing")
    }

    private func check(_ exercise: MatchingExercise) {
      #expect(exercise.startOffset.magnitude <= exercise.range && exercise.range <= settings.matchingRange)
      #expect(exercise.range.value >= 10)
      #expect(settings.range.contains(exercise.reference) && settings.range.contains(exercise.target))
      if reach.springsBack { #expect(exercise.startOffset.magnitude.value >= 0.1 * exercise.range.value) }
      if reach.opensUpwards != reach.opensDownwards {
        #expect(reach.opensUpwards ? exercise.startOffset.value <= 0 : exercise.startOffset.value >= 0)
      }
    }

    private mutating func check(_ effect: MatchingSession.Effect) {
      switch effect {
      case .course(.ready(let exercise)):
        #expect(ready == nil && played.last.map { $0 < exercise.epoch } ?? true)
        check(exercise)
        ready = exercise.epoch
        held += 1
        if !running { inThisPractice = 0 }
        running = true
      case .course(.drop), .course(.discard), .takeBack:
        Issue.record("nothing is held back or replaced here: see GateTests")
      case .course(.play(let exercise, _, let start)):
        #expect(played.last.map { $0 < exercise.epoch } ?? true, "epochs increase")
        #expect(ready == nil || ready == exercise.epoch, "what was held is what sounds")
        #expect((start == .now) == (shown == nil), "the next reference is scheduled during feedback, others at once")
        if ready == nil { check(exercise) }
        ready = nil
        if !running { inThisPractice = 0 }
        played.append(exercise.epoch)
        running = true
      case .enableTuning(let exercise, _):
        #expect(enabled == nil && fading == nil && exercise.epoch == played.last)
        enabled = exercise.epoch
      case .hearAgain(let exercise, _, _):
        #expect(exercise.epoch == enabled)
        enabled = nil
        repeats[exercise.epoch, default: 0] += 1
      case .fade(let epoch, _):
        #expect(epoch == enabled)
        enabled = nil
        fading = epoch
      case .keep(let attempt):
        #expect(attempt.exercise.epoch == fading && attempt.timeTaken >= .zero)
        #expect(attempt.finalHertz.value >= 220 && attempt.error.value.isFinite)
        #expect(!kept.contains(attempt.exercise.epoch), "kept once")
        #expect(attempt.repeats == repeats[attempt.exercise.epoch, default: 0])
        kept.append(attempt.exercise.epoch)
        inThisPractice += 1
        fading = nil
      case .feedback(let epoch, _):
        #expect(shown == nil && epoch == kept.last)
        shown = epoch
      case .course(.clearFeedback(let epoch, _)):
        #expect(shown == epoch)
        shown = nil
      case .course(.silence):
        #expect(running && fading == nil, "an answer given is kept before it is silenced")
        running = false
        enabled = nil
        ready = nil
      case .course(.refused):
        #expect(!running)
      case .course(.finished):
        #expect(running && shown == nil && inThisPractice == limit)
        running = false
      }
    }
  }
}
