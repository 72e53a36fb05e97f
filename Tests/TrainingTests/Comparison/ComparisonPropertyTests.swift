import Pitch
import Testing
import Time

@testable import Training

/// Random events, sensible and senseless: what must hold whatever happens.
struct ComparisonPropertyTests {
  @Test(arguments: 0..<30, [false, true])
  func `no order of events breaks the loop`(seed: Int, held: Bool) {
    var random = SeededGenerator(seed: UInt64(seed) &* 0x9E37)
    let limit = random.coin() ? 1 + random.below(4) : nil
    var session = ComparisonSession(seed: UInt64(seed), limit: limit)
    session.holdsReference = held
    var model = Model(limit: limit)
    for step in 0..<(held ? 4_000 : 2_000) {
      var event = self.event(step: step, next: session.nextEpoch, last: model.lastInput, using: &random)
      if held, let ready = model.ready, random.below(4) == 0 { event = .proceed(ready) }
      let effects = session.handle(event)
      model.check(event, effects, session.view)
    }
    #expect(model.answered.count > 5 && model.played.count > 20 && !model.withdrawn.isEmpty)
  }

  /// Mostly events that can happen about now, of epochs around the newest.
  private func event(
    step: Int, next: Epoch, last: MonotonicTime?, using random: inout SeededGenerator
  ) -> SessionEvent {
    let epoch = Epoch(UInt32(max(0, Int(next.number) - random.below(4))))
    let now = time(Double(step) * 0.1)
    let frame = Frame(Int64(step) * 4_800)
    switch random.below(40) {
    case 0..<3: return .start(mode: Mode.allCases[random.below(4)])
    case 3..<8: return .referenceStarted(epoch, frame: frame)
    case 8..<15: return .secondStarted(epoch, heard: now)
    case 15..<18: return .secondEnded(epoch)
    case 18..<25:
      let answer = Answer.allCases[random.below(2)]
      return .answer(answer, at: now + .milliseconds(random.below(300) - 100), source: .keys, controller: nil)
    case 25..<31: return .feedbackStarted(epoch, frame: frame, rate: 48_000)
    case 31..<38: return .feedbackEnded(epoch, frame: frame)
    case 38: return random.below(3) == 0 ? .withdraw(pressedAt: last ?? now) : .withdraw(pressedAt: now)
    default: return random.below(3) == 0 ? .stop : .secondEnded(epoch)
    }
  }

  /// The state known from outside, and what must follow from it.
  private struct Model {
    let limit: Int?
    var played: [Epoch] = []
    var ready: Epoch?
    var answered: [Epoch] = []
    var withdrawn: Set<Epoch> = []
    var enabled: Epoch?
    var shown: Epoch?
    var running = false
    var inThisPractice = 0
    var lastInput: MonotonicTime?

    mutating func check(
      _ event: SessionEvent, _ effects: [ComparisonSession.Effect], _ view: SessionView<AnswerFeedback>
    ) {
      if !running, !effects.isEmpty {
        let isStart = if case .start = event { true } else { false }
        let isWithdraw = if case .withdraw = event { true } else { false }
        #expect(isStart || isWithdraw, "an effect while nothing is practised")
      }
      for effect in effects { check(effect) }
      if case .stop = event { #expect(!running && view.phase == .idle) }
      if case .withdraw = event { #expect(!running && view.phase == .idle) }
      #expect(running == (view.phase != .idle))
      #expect(view.isOpen == (view.phase == .playingTarget || view.phase == .awaitingAnswer))
      #expect((view.feedback != nil) == (view.phase == .showingFeedback))
      #expect((shown != nil) == (view.feedback != nil), "feedback is shown exactly from its effect to its clearing")
      #expect((enabled != nil) == view.isOpen)
    }

    private mutating func check(_ effect: ComparisonSession.Effect) {
      switch effect {
      case .course(.ready(let exercise)):
        #expect(ready == nil && played.last.map { $0 < exercise.epoch } ?? true)
        ready = exercise.epoch
        if !running { inThisPractice = 0 }
        running = true
      case .course(.play(let exercise, _, let start)):
        #expect(ready == nil || ready == exercise.epoch, "what was held is what sounds")
        ready = nil
        #expect(played.last.map { $0 < exercise.epoch } ?? true, "epochs increase")
        #expect((start == .now) == (shown == nil), "the next reference is scheduled during feedback, others at once")
        if !running { inThisPractice = 0 }
        played.append(exercise.epoch)
        running = true
      case .course(.drop), .course(.discard): Issue.record("nothing is held back or replaced here: see GateTests")
      case .invite: Issue.record("an answer counts as soon as it is invited")
      case .enableAnswer(let epoch):
        #expect(enabled == nil && epoch == played.last)
        enabled = epoch
      case .answered(let answer):
        #expect(answer.exercise.epoch == enabled && answer.responseTime >= .zero)
        #expect(!answered.contains(answer.exercise.epoch), "one answer an exercise")
        answered.append(answer.exercise.epoch)
        inThisPractice += 1
        lastInput = answer.inputTime
        enabled = nil
      case .feedback(let epoch, _):
        #expect(shown == nil && epoch == answered.last)
        shown = epoch
      case .course(.clearFeedback(let epoch, _)):
        #expect(shown == epoch)
        shown = nil
      case .withdrawn(let answer):
        #expect(answer.exercise.epoch == answered.last, "only the last answer is withdrawn")
        #expect(withdrawn.insert(answer.exercise.epoch).inserted, "and only once")
      case .course(.silence):
        #expect(running)
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
