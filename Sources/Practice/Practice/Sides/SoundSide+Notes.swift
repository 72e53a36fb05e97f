import Glibc
import Pitch
import Ports
import Sound
import Time
import Training

/// The notes of exercises, and the sound of an answer.
extension SoundSide {
  /// The content of a batch of commands; its number is awaited.
  enum BatchPurpose: Hashable {
    case nothing
    case answer(Epoch, correct: Bool)
    /// The answer of a pair in listening.
    case told(Epoch, Answer)
    case commit(Epoch)
    /// Speech of this length.
    case utterance(Duration)
  }

  /// The meaning of a marker that does not end feedback.
  enum Marker { case opensForAnswers, endsThought }

  /// Maps the delay of a later sound, in frames, to the starts of the first sound and of that one.
  typealias Starts = (Int64) -> (first: Start, later: Start)

  /// Schedules an exercise. `cycle` is the renderer's latest.
  mutating func schedule(
    _ exercise: any PractisedExercise, _ timing: NoteTiming, _ start: ExerciseStart,
    _ settings: PracticeSettings, cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    let cycle = cycle()
    if type(of: exercise).opensByMarker { markers[exercise.epoch] = .opensForAnswers }
    let start = onGrid(start, of: exercise, cycle)
    return [.submit(exercise.commands(in: self, timing, settings) { starts(start, after: $0, cycle) })]
  }

  /// Returns the start of an exercise with a grid that is to begin at once: the next beat that has not been rendered.
  private func onGrid(
    _ start: ExerciseStart, of exercise: any PractisedExercise, _ cycle: FrameClock.Cycle?
  ) -> ExerciseStart {
    guard let cycle else { return start }
    // A cycle may be under way, and its successor about to begin.
    let soonest = cycle.first + Frame.count(in: Self.soon, rate: rate)
    if case .at(let frame) = start, frame >= cycle.first { return start }
    let frame = exercise.start(from: soonest)
    return frame == soonest ? start : .at(frame)
  }

  /// Fades `exercise`, then plays both its notes again from the start; a tuned note keeps its pitch, which belongs to
  /// the exercise rather than to the note.
  func hearAgain(_ exercise: any PractisedPair, _ timing: NoteTiming, _ settings: PracticeSettings) -> [Effect] {
    let notes = notes(of: exercise, timing, settings) { (.after(fadeFrames), .after(fadeFrames + $0)) }
    return [.submit([.fade(epoch: exercise.epoch.number)] + notes)]
  }

  /// Returns the notes of `exercise`; `starts` maps the delay of the second note in frames to both start times.
  func notes(
    of exercise: any PractisedPair, _ timing: NoteTiming, _ settings: PracticeSettings, starts: Starts
  ) -> [SoundCommand] {
    let length = timing.noteFrames(rate: rate)
    let (role, hertz) = exercise.second
    let sustain = exercise.heldLevel.map(linear) ?? 0
    // A held reference leaves no silence between the notes.
    let delay = sustain > 0 ? length : timing.targetDelay(rate: rate)
    let (first, second) = starts(exercise.startsTogether ? 0 : delay)
    let gains = gains(of: exercise, sustain: sustain, settings)
    func held(_ role: VoiceRole, _ hertz: Hertz) -> SoundCommand {
      .note(
        role: role, epoch: exercise.epoch.number, start: first, frames: length, hertz: hertz.value,
        gain: linear(gains.first), sustain: sustain, timbre: exercise.timbres.first)
    }
    // A tunable note sounds until it is committed, and the held ones with it.
    let tuned = SoundCommand.note(
      role: role, epoch: exercise.epoch.number, start: second, frames: role == .tunable ? .max : length,
      hertz: hertz.value, gain: linear(gains.second), timbre: exercise.timbres.second)
    // The reference comes first: it begins the exercise.
    let companion = exercise.companionHertz.map { [held(.companion, $0)] } ?? []
    return [held(.reference, exercise.referenceHertz)] + companion + [tuned]
  }

  /// Returns the start of the first sound, and of another `delay` frames later.
  private func starts(
    _ start: ExerciseStart, after delay: Int64, _ cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> (first: Start, later: Start) {
    switch start {
    case .now: (.after(0), .after(delay))
    // The announcement before it has outlasted the timer's frame.
    case .at(let frame) where frame < (cycle()?.first ?? frame): (.after(0), .after(delay))
    case .at(let frame): (.at(frame.count), .at((frame + delay).count))
    }
  }

  /// Returns the gains of both notes in dB relative to the level: equal loudness midway between the reference and the
  /// *correct* pitch (the reference must not reveal which way the second note is off), and the variation of the second.
  /// All are lowered alike so that the largest sample of their sound stays below the renderer's ceiling of −6 dBFS; the
  /// reference, and a companion like it, keeps sounding with the second note at the share `sustain` of its gain.
  private func gains(
    of exercise: any PractisedPair, sustain: Float, _ settings: PracticeSettings
  ) -> (first: Double, second: Double) {
    let tuning = settings.training.tuning(in: exercise.mode)
    let size = tuning.size(of: exercise.interval, from: exercise.reference)
    let middle = exercise.referenceHertz.transposed(by: Cents(size.value / 2))
    func loudness(_ timbre: Timbre) -> Double {
      settings.equalLoudness ? timbre.equalLoudness(at: middle, rate: rate) : 0
    }
    let timbres = exercise.timbres
    let (first, second) = (loudness(timbres.first), loudness(timbres.second))
    let offset = second - first + exercise.loudnessOffset
    // In samples of a sine at the reference's gain.
    let (firstPeak, secondPeak) = (Float(Harmonics(timbres.first).peak), Float(Harmonics(timbres.second).peak))
    let held: Float = exercise.companionHertz == nil ? 1 : 2
    let loudest = max(firstPeak, linear(offset) * secondPeak + held * sustain * firstPeak)
    let gain = min(first, Double(SoundLimits.levels.upperBound) - level - 20 * log10(Double(loudest)))
    return (gain, gain + offset)
  }

  /// Returns both intervals of `exercise`, their basses in the roles of a comparison's notes; `starts` as above.
  func notes(of exercise: BeatsExercise, _ settings: PracticeSettings, starts: Starts) -> [SoundCommand] {
    let timing = NoteTiming(duration: BeatsExercise.duration, gap: 0)
    let (first, second) = starts(timing.targetDelay(rate: rate))
    let gains = gains(of: exercise, settings)
    return [
      (VoiceRole.reference, first, exercise.first, gains.first),
      (.target, second, exercise.second, gains.second),
    ].flatMap { role, start, notes, gain in
      [(role, notes.bassHertz), (.companion, notes.upperHertz(exercise.interval))].map { role, hertz in
        SoundCommand.note(
          role: role, epoch: exercise.epoch.number, start: start, frames: timing.noteFrames(rate: rate),
          hertz: hertz.value, gain: linear(gain), timbre: exercise.timbre)
      }
    }
  }

  /// Returns the gains of both intervals in dB relative to the level. Both notes of an interval have the same, so that
  /// their partials keep the depth of their beats; equal loudness is of the bass. Both intervals are lowered alike so
  /// that two notes together stay below the renderer's ceiling.
  private func gains(of exercise: BeatsExercise, _ settings: PracticeSettings) -> (first: Double, second: Double) {
    func loudness(_ notes: BeatingNotes) -> Double {
      settings.equalLoudness ? exercise.timbre.equalLoudness(at: notes.bassHertz, rate: rate) : 0
    }
    let (first, second) = (loudness(exercise.first), loudness(exercise.second))
    let peak = 2 * Harmonics(exercise.timbre).peak
    let highest = Double(SoundLimits.levels.upperBound) - level - 20 * log10(peak)
    let excess = max(0, max(first, second) - highest)
    return (first - excess, second - excess)
  }

  /// The gain of a pattern: as loud as a note of 1 kHz, limited so that its peaks stay below the renderer's ceiling.
  var beatGain: Float {
    linear(min(0, Double(SoundLimits.levels.upperBound) - level - 20 * log10(Double(BeatPattern.loudest))))
  }

  /// Converts a gain in dB to a factor.
  private func linear(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  /// Handles a note's first frame, which is heard at `heard`.
  func began(
    _ role: VoiceRole, _ epoch: Epoch, _ frame: Frame, hertz: Double, heard: MonotonicTime
  ) -> [Effect] {
    let told = Effect.tell(.noteStarted(role: role, hertz: hertz, frame: frame))
    return switch role {
    case .reference, .pattern:
      [
        .timer(.roundBegins(epoch, frame, heard: heard)), told, .rack(.exerciseBegins),
        .exercises(.session(.referenceStarted(epoch, frame: frame))),
      ]
    case .companion: [told]
    case .target, .tunable: [told, .exercises(.session(.secondStarted(epoch, heard: heard)))]
    }
  }

  /// Fades the note of an answer that counts; a wrong one `ticks`.
  func fade(_ answer: any AnsweredOutcome, ticks: Bool) -> [Effect] {
    let epoch = answer.exercise.epoch
    var batch: [SoundCommand] = [.fade(epoch: epoch.number)]
    if ticks { batch.append(.clicks(.tick, epoch: epoch.number, start: .after(0))) }
    batch.append(feedbackEnd(of: epoch))
    return [.submit(batch, carrying: .answer(epoch, correct: answer.correct))]
  }

  /// Fades the tunable note of `epoch` after its release.
  func fade(_ epoch: Epoch) -> [Effect] {
    [.submit([.fade(epoch: epoch.number), feedbackEnd(of: epoch)], carrying: .commit(epoch))]
  }

  /// Begins the time to think about a pair.
  mutating func think(_ epoch: Epoch, for duration: Duration) -> [Effect] {
    markers[epoch] = .endsThought
    return [.submit([marker(of: epoch, after: duration)])]
  }

  /// Returns the session event of the marker of `epoch`, which is heard at `heard`.
  mutating func marked(_ epoch: Epoch, at frame: Frame, heard: MonotonicTime) -> SessionEvent {
    switch markers.removeValue(forKey: epoch) {
    case .opensForAnswers: .secondStarted(epoch, heard: heard)
    case .endsThought: .thoughtOver(epoch)
    case nil: .feedbackEnded(epoch, frame: frame)
    }
  }

  /// Begins the feedback of `epoch` on `frame`; `told` makes its event.
  func feedback(of epoch: Epoch, from frame: Frame, told: (Frame) -> PracticeEvent.Kind) -> [Effect] {
    [.tell(told(frame)), .exercises(.session(.feedbackStarted(epoch, frame: frame, rate: rate)))]
  }

  /// Gives the answer of `epoch`; no note needs to fade.
  func tell(_ answer: Answer, of epoch: Epoch) -> [Effect] {
    [.submit([marker(of: epoch, after: ListeningTime.answer)], carrying: .told(epoch, answer))]
  }

  private func feedbackEnd(of epoch: Epoch) -> SoundCommand { marker(of: epoch, after: FeedbackTime.duration) }

  /// Returns a marker of `epoch`, `duration` after its batch takes effect.
  func marker(of epoch: Epoch, after duration: Duration) -> SoundCommand {
    .marker(epoch: epoch.number, start: .after(Frame.count(in: duration.seconds, rate: rate)))
  }

  /// Plays a result as clicks: as many as its band's number, bright for sharp and dull for flat, none for dead centre.
  func clicks(for result: MatchingFeedback, of epoch: Epoch, from frame: Frame) -> [Effect] {
    guard let count = ClickCount(rawValue: UInt8(result.band.number)) else { return [] }
    // Counted from feedback's first frame, so that the note's release is over.
    let delay = Frame.count(in: SoundLimits.resultDelay, rate: rate)
    let clicks = ClickKind.result(count, result.cents > 0 ? .bright : .dull)
    return [.submit([.clicks(clicks, epoch: epoch.number, start: .at((frame + delay).count))])]
  }
}
