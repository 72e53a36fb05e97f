import Glibc
import Pitch
import Ports
import Sound
import Time
import Training

/// The notes of exercises, and what sounds when one is answered.
extension SoundSide {
  /// What a batch of commands carries: its number is then looked for.
  enum Carries: Hashable {
    case nothing
    case answer(Epoch, correct: Bool)
    /// The answer of a pair that was heard is told.
    case told(Epoch, Answer)
    case commit(Epoch)
    /// What is said, for so long.
    case utterance(Duration)
  }

  /// Schedules both notes of an exercise. `cycle` is the renderer's newest.
  func schedule(
    _ exercise: any PractisedExercise, _ timing: NoteTiming, _ start: ExerciseStart,
    _ settings: PracticeSettings, cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    let cycle = cycle()
    return [.submit(notes(of: exercise, timing, settings) { starts(start, after: $0, cycle) })]
  }

  /// What sounds of `exercise` fades, then both its notes sound as at first: the one that is tuned at the pitch it has, because
  /// that is asked for by the exercise and not by the note.
  func hearAgain(_ exercise: any PractisedExercise, _ timing: NoteTiming, _ settings: PracticeSettings) -> [Effect] {
    let notes = notes(of: exercise, timing, settings) { (.after(fadeFrames), .after(fadeFrames + $0)) }
    return [.submit([.fade(epoch: exercise.epoch.number)] + notes)]
  }

  /// Both notes of `exercise`; `starts` tells when they start if the second one does so many frames after the first.
  private func notes(
    of exercise: any PractisedExercise, _ timing: NoteTiming, _ settings: PracticeSettings,
    starts: (Int64) -> (reference: Start, second: Start)
  ) -> [SoundCommand] {
    let length = timing.noteFrames(rate: rate)
    let (role, hertz) = exercise.second
    let sustain = exercise.heldLevel.map(linear) ?? 0
    // What goes on sounding leaves no silence between the notes.
    let (first, second) = starts(sustain > 0 ? length : timing.targetDelay(rate: rate))
    let gain = pairGain(
      exercise.reference, exercise.referenceHertz, exercise.interval,
      loudest: max(1, linear(exercise.loudnessOffset) + sustain), settings)
    return [
      .note(
        role: .reference, epoch: exercise.epoch.number, start: first, frames: length,
        hertz: exercise.referenceHertz.value, gain: linear(gain), sustain: sustain),
      // A tunable note sounds until it is committed, and what is held of the reference with it.
      .note(
        role: role, epoch: exercise.epoch.number, start: second, frames: role == .tunable ? .max : length,
        hertz: hertz.value, gain: linear(gain + exercise.loudnessOffset)),
    ]
  }

  /// When the reference starts, and the second note `delay` frames later.
  private func starts(
    _ start: ExerciseStart, after delay: Int64, _ cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> (reference: Start, second: Start) {
    switch start {
    case .now: (.after(0), .after(delay))
    // A timer's frame that what was said before it has outlasted.
    case .at(let frame) where frame < (cycle()?.first ?? frame): (.after(0), .after(delay))
    case .at(let frame): (.at(frame.count), .at((frame + delay).count))
    }
  }

  /// The gain of both notes in dB before the level: equal loudness at the middle of the reference and the *correct* pitch (the
  /// reference must not tell which way the second note is off), but never so much that what sounds at once, which is `loudest`
  /// times a note of this gain, would reach the renderer's ceiling of −6 dBFS.
  private func pairGain(
    _ reference: Note, _ hertz: Hertz, _ interval: DirectedInterval, loudest: Float, _ settings: PracticeSettings
  ) -> Double {
    let room = Double(SoundLimits.levels.upperBound) - level - 20 * log10(Double(loudest))
    guard settings.equalLoudness else { return min(0, room) }
    let size = settings.training.tuning.size(of: interval, from: reference)
    let middle = hertz.transposed(by: Cents(size.value / 2))
    return min(EqualLoudness.gain(at: middle), room)
  }

  /// A gain in dB as a factor.
  private func linear(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  /// A note's first frame is made, and is heard then.
  func began(
    _ role: VoiceRole, _ epoch: Epoch, _ frame: Frame, hertz: Double, heard: MonotonicTime
  ) -> [Effect] {
    let told = Effect.tell(.noteStarted(role: role, hertz: hertz, frame: frame))
    return switch role {
    case .reference:
      [
        .timer(.roundBegins(epoch, frame, heard: heard)), told, .rack(.exerciseBegins),
        .exercises(.session(.referenceStarted(epoch, frame: frame))),
      ]
    case .target, .tunable: [told, .exercises(.session(.secondStarted(epoch, heard: heard)))]
    }
  }

  /// An answer counts: the note fades at once, and a wrong one `ticks`.
  func fade(_ answer: ComparisonAnswer, ticks: Bool) -> [Effect] {
    let epoch = answer.exercise.epoch
    var batch: [SoundCommand] = [.fade(epoch: epoch.number)]
    if ticks { batch.append(.strokes(.tick, epoch: epoch.number, start: .after(0))) }
    batch.append(feedbackEnd(of: epoch))
    return [.submit(batch, carrying: .answer(epoch, correct: answer.correct))]
  }

  /// The tunable note of `epoch` was let go.
  func fade(_ epoch: Epoch) -> [Effect] {
    [.submit([.fade(epoch: epoch.number), feedbackEnd(of: epoch)], carrying: .commit(epoch))]
  }

  /// The time to think about a pair that was heard begins.
  mutating func think(_ epoch: Epoch, for duration: Duration) -> [Effect] {
    thinking.insert(epoch)
    return [.submit([marker(of: epoch, after: duration)])]
  }

  /// What the marker of `epoch` means for its session.
  mutating func marked(_ epoch: Epoch, at frame: Frame) -> SessionEvent {
    thinking.remove(epoch) == nil ? .feedbackEnded(epoch, frame: frame) : .thoughtOver(epoch)
  }

  /// Feedback of `epoch` begins on `frame`, which is `told`.
  func feedback(of epoch: Epoch, from frame: Frame, told: (Frame) -> PracticeEvent.Kind) -> [Effect] {
    [.tell(told(frame)), .exercises(.session(.feedbackStarted(epoch, frame: frame, rate: rate)))]
  }

  /// The answer of `epoch` is told: nothing sounds that would have to fade.
  func tell(_ answer: Answer, of epoch: Epoch) -> [Effect] {
    [.submit([marker(of: epoch, after: ListeningTime.answer)], carrying: .told(epoch, answer))]
  }

  private func feedbackEnd(of epoch: Epoch) -> SoundCommand { marker(of: epoch, after: FeedbackTime.duration) }

  /// A mark of `epoch`, so long after its batch has taken effect.
  func marker(of epoch: Epoch, after duration: Duration) -> SoundCommand {
    .marker(epoch: epoch.number, start: .after(Frame.count(in: duration.seconds, rate: rate)))
  }

  /// A result is heard as strokes: as many as its band's number, bright for sharp and dull for flat, none for dead centre.
  func strokes(for result: MatchingFeedback, of epoch: Epoch, from frame: Frame) -> [Effect] {
    guard let count = StrokeCount(rawValue: UInt8(result.band.number)) else { return [] }
    // From feedback's first frame: the note's release is over then.
    let delay = Frame.count(in: SoundLimits.resultDelay, rate: rate)
    let strokes = StrokeKind.result(count, result.cents > 0 ? .bright : .dull)
    return [.submit([.strokes(strokes, epoch: epoch.number, start: .at((frame + delay).count))])]
  }
}
