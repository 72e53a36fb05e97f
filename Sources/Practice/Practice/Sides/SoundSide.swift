import Pitch
import Ports
import Sound
import Time
import Training

/// The sound of practice: the server's state, the scheduled exercises, and which batch of commands carries which
/// answer.
struct SoundSide {
  /// The sound server's state.
  private(set) var status = ViewState.Sound.starting
  /// The failure after which sound is not retried.
  private(set) var failure: SoundFailure?
  /// The level, and its slow rise towards the wanted level.
  var ramp: LevelRamp
  /// The sample rate in hertz. Scheduled times are counted in its frames.
  private(set) var rate = 48_000
  /// Whether answers are saved: see `SoundDescription.isKept`.
  private(set) var isKept = true
  /// Exercises whose notes are scheduled and whose reference has not started.
  private var scheduled: [Epoch: any PractisedExercise] = [:]
  /// The batches that start an answer's feedback, until they are applied.
  private var answers: [UInt32: BatchPurpose] = [:]
  /// The meaning of an exercise's next marker; without one, it ends feedback.
  var markers: [Epoch: Marker] = [:]
  /// The batches that fade a committed note, until they are applied.
  private var commits: [UInt32: Epoch] = [:]
  /// The pitch of each released tunable note, until the batch of its commit is applied.
  private var released: [Epoch: Double] = [:]
  /// The first frame of the feedback on show.
  private(set) var feedbackFrame: Frame?
  /// The number of sounding notes.
  private(set) var sounding = 0
  /// The xruns reported so far, and those that fell into practice since the period was last lengthened.
  private var xruns = 0
  private var xrunsInPractice = 0
  /// The change to another output that is waiting or under way.
  private(set) var following: Following?
  /// The batch of the silence that fades everything, until it is applied.
  private var silencing: UInt32?
  /// The time by which everything has faded; nil until that batch is applied.
  private(set) var silentFrom: MonotonicTime?

  /// A change to another output: made at once at the hub, between exercises in practice, never within one.
  struct Following {
    /// The exercise that waits for it.
    var held: Epoch?
    /// When to give up, once the output may be followed.
    var deadline: MonotonicTime?
  }

  /// The events of the sound side, apart from reports of renderer and server.
  enum Event {
    /// The player let go of this exercise's tunable note.
    case fade(Epoch)
    /// An answer counts: its note fades at once, and a wrong one `ticks`.
    case fadeAnswer(any AnsweredOutcome, ticks: Bool)
    /// The answer of a pair is given.
    case tellAnswer(Answer, Epoch)
    /// A result is played as clicks from this frame.
    case clicks(MatchingFeedback, Epoch, from: Frame)
    /// The time to think about a pair begins. It is zero if the player waits for an answer.
    case think(Epoch)
    /// The announcement of this exercise is over: it may sound once no change of output is pending.
    case proceed(Epoch)
    /// Cancels a scheduled exercise that has not sounded yet.
    case drop(Epoch)
    case schedule(any PractisedExercise, NoteTiming, ExerciseStart)
    /// Plays two notes as an example, outside any exercise.
    case example(ComparisonExercise, NoteTiming)
    /// Plays the second of these notes, as a sample of its timbre, in place of an earlier sample.
    case sample(ComparisonExercise)
    /// Replays the notes of the sounding exercise.
    case hearAgain(any PractisedPair, NoteTiming)
    /// The player changes the level by this many dB, at once.
    case moveLevel(by: Double)
    /// Settings ask for this level in dBFS. The level falls at once and rises slowly.
    case setLevel(to: Double)
  }

  /// Creates the side before a server is known.
  init(level: Double) { ramp = LevelRamp(level) }

  /// Whether there is sound.
  var isReady: Bool { if case .ready = status { true } else { false } }

  /// Records that a batch was submitted under `number`. nil means the ring was full, so sound has stopped, and practice
  /// stops with it: the ring is far larger than practice can fill while the renderer runs.
  mutating func submitted(_ number: UInt32?, carrying: BatchPurpose) -> [Effect] {
    switch (carrying, number) {
    case (.answer, let number?), (.told, let number?): answers[number] = carrying
    case (.commit(let epoch), let number?): commits[number] = epoch
    case (.utterance(let duration), .some): return [.speech(.lasts(duration))]
    case (.nothing, .some): break
    case (.utterance, nil): return [.stop(.soundLost), .speech(.ended(nil))]
    case (_, nil): return [.stop(.soundLost)]
    }
    return []
  }

  /// Plays an utterance through the renderer; nil if it could not be rendered.
  func play(_ utterance: Utterance?) -> [Effect] {
    guard let utterance else { return [.speech(.ended(nil))] }
    // The note before it is still fading.
    let start = Start.after(fadeFrames)
    let duration = Duration.seconds(Double(utterance.frames) / Double(rate))
    return [.submit([.utterance(utterance, epoch: 0, start: start)], carrying: .utterance(duration))]
  }

  /// Records the batch that fades everything.
  mutating func silenced(by number: UInt32) {
    silencing = number
    silentFrom = nil
  }

  /// Forgets the pending batches of a practice that has stopped.
  mutating func forgetSchedule() {
    scheduled.removeAll()
    following?.held = nil
    answers.removeAll()
    markers.removeAll()
    commits.removeAll()
    released.removeAll()
  }

  /// Handles an event. `cycle` is the renderer's latest.
  mutating func handle(
    _ event: Event, in context: PracticeContext, cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    let settings = context.settings
    switch event {
    case .fade(let epoch): return fade(epoch)
    case .fadeAnswer(let answer, let ticks): return fade(answer, ticks: ticks)
    case .tellAnswer(let answer, let epoch): return tell(answer, of: epoch)
    case .clicks(let result, let epoch, let frame): return clicks(for: result, of: epoch, from: frame)
    case .think(let epoch): return think(epoch, for: context.isAsked ? .zero : ListeningTime.thought)
    case .proceed(let epoch): return holds(epoch) ? [] : [.exercises(.session(.proceed(epoch)))]
    case .drop(let epoch):
      scheduled[epoch] = nil
      markers[epoch] = nil
      return [.submit([.cancel(epoch: epoch.number)])]
    case .schedule(let exercise, let timing, let start):
      scheduled[exercise.epoch] = exercise
      return schedule(exercise, timing, start, settings, cycle: cycle())
    case .example(let pair, let timing): return schedule(pair, timing, .now, settings, cycle: cycle())
    case .sample(let pair):
      let notes = notes(of: pair, Self.sample, settings) { _ in (.after(fadeFrames), .after(fadeFrames)) }
      return [.submit([.fade(epoch: pair.epoch.number)] + notes.suffix(1))]
    case .hearAgain(let exercise, let timing): return hearAgain(exercise, timing, settings)
    case .moveLevel(let change): return changeLevel { $0.move(by: change) }
    case .setLevel(let level): return changeLevel { $0.set(level) }
    }
  }

  // MARK: Renderer events

  /// Handles a report of the renderer. `cycle` is its latest.
  mutating func handle(
    _ event: SoundEvent, at now: MonotonicTime, cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    switch event {
    case .applied(let batch, let frame): return applied(batch, at: Frame(frame), now)
    case .started(let role, let number, let frame, let hertz):
      sounding += 1
      let epoch = Epoch(number)
      var effects: [Effect] = []
      if role == .reference || role == .pattern {
        if let exercise = scheduled.removeValue(forKey: epoch) {
          effects = [.exercises(.begun(epoch)), .tell(exercise.told)]
        }
      }
      let heard = cycle()?.heard(at: Frame(frame)) ?? now
      return effects + began(role, epoch, Frame(frame), hertz: hertz, heard: heard)
    case .ended(let role, let number, let frame, _, _):
      sounding = max(0, sounding - 1)
      let told = Effect.tell(.noteEnded(role: role, frame: Frame(frame)))
      return switch role {
      case .reference, .companion: [told]
      case .target where number == SoundLimits.exampleEpoch: [told, .explanation(.heard)]
      case .target, .pattern: [told, .exercises(.session(.secondEnded(Epoch(number))))]
      case .tunable: [told, .tuning(.showMotors)]
      }
    case .released(let role, let number, _, let hertz):
      if role == .tunable, commits.values.contains(Epoch(number)) { released[Epoch(number)] = hertz }
      return []
    case .utteranceEnded(let number, _): return [.speech(.ended(number))]
    case .cue(let tone, let frame, let isSounded):
      return [.tell(.cueStarted(tone, frame: Frame(frame), isSounded: isSounded))]
    case .marker(let number, let frame):
      let heard = cycle()?.heard(at: Frame(frame)) ?? now
      return [.exercises(.session(marked(Epoch(number), at: Frame(frame), heard: heard)))]
    }
  }

  private mutating func applied(_ batch: UInt32, at frame: Frame, _ now: MonotonicTime) -> [Effect] {
    if batch == silencing {
      silencing = nil
      silentFrom = now + Self.fade
    }
    if let epoch = commits.removeValue(forKey: batch) {
      // The renderer has begun the commit's fade: the pitch it reports is the answer. 0 means that nothing was
      // sounding; the believed pitch is then kept.
      feedbackFrame = frame
      return [.faded(epoch, frame, hertz: released.removeValue(forKey: epoch) ?? 0)]
    }
    switch answers.removeValue(forKey: batch) {
    case .answer(let epoch, let correct):
      return feedback(of: epoch, from: frame) { .feedbackStarted(correct: correct, frame: $0) }
    case .told(let epoch, let answer):
      return feedback(of: epoch, from: frame) { .answerTold(answer, frame: $0) } + [.speech(.sayWhatWaits)]
    default: return []
    }
  }

  // MARK: Server events

  /// Handles news of the sound server. If practice must stop, it stops with the sound as it was before the news;
  /// `finish` applies the new state.
  mutating func handle(_ news: SoundStatus, in context: PracticeContext) -> [Effect] {
    switch news {
    case .ready(let description):
      let wasLost = if case .lost = status { true } else { false }
      rate = description.rate
      status = .ready(description)
      return [.tell(wasLost ? .soundRestored(description) : .soundReady(description))] + told(of: description)
        + settleKeeping(description)
        + [.retract(.exactly(.noSound)), .tellTimer(.sound(isAvailable: true)), .startIfReady]
    case .changed(let description):
      // Scheduled times are in frames of the old rate.
      return description.rate == rate ? [] : [.stop(.soundLost), .timer(.placeAgain)]
    case .outputWaits:
      if following == nil { following = Following() }
      return [.exercises(.holdReferences)]
    case .lost(let loss):
      following = nil
      status = .lost(loss)
      return told(of: nil) + [
        .tell(.soundLost(loss)), .stop(.soundLost), .tellTimer(.sound(isAvailable: false)),
      ]
    case .failed(let failure, let willRetry):
      status = .failed(failure, willRetry: willRetry)
      guard !willRetry else { return [] }
      self.failure = failure
      return [.leave(.soundLost)]
    case .xruns(let count):
      if context.isPractising { xrunsInPractice += max(0, count - xruns) }
      xruns = count
      // Frames now come later than predicted.
      return [.tell(.xruns(count)), .timer(.placeAgain)]
    }
  }

  /// Applies the new state once the effects of `news` are done.
  mutating func finish(_ news: SoundStatus, in context: PracticeContext) -> [Effect] {
    switch news {
    case .changed(let description): return change(to: description, isPractising: context.isPractising)
    case .lost: sounding = 0
    case .ready, .outputWaits, .failed, .xruns: break
    }
    return []
  }

  /// Continues with the sound that `description` describes, and releases an exercise that waited for another output.
  private mutating func change(to description: SoundDescription, isPractising: Bool) -> [Effect] {
    var effects: [Effect] = []
    if case .ready(let before) = status, before.output != description.output {
      // The new output may count its cycles from a different origin.
      effects = [.timer(.placeAgain), .retract(.otherOutput)]
      if isPractising { effects.append(.post(.otherOutput(description.output))) }
      if following?.deadline != nil { effects += endFollowing() }
    }
    rate = description.rate
    status = .ready(description)
    return effects + told(of: description) + settleKeeping(description)
  }

  /// Shows a notice if sound is late; removes it otherwise.
  private func told(of description: SoundDescription?) -> [Effect] {
    guard let description, description.isAudible, let milliseconds = description.lateness else {
      return [.retract(.lateSound)]
    }
    return [.retract(.lateSound), .post(.lateSound(milliseconds: milliseconds))]
  }

  /// Saves and learns from answers unless the sound is inaudible without the player having chosen so; a notice then
  /// says so.
  private mutating func settleKeeping(_ description: SoundDescription) -> [Effect] {
    isKept = description.isKept
    return [.exercises(.learns(isKept)), .retract(.exactly(.unheard))] + (isKept ? [] : [.post(.unheard)])
  }

  /// Handles headphones pulled out of a socket of `card` while something `runs`. If sound plays through that card, or
  /// its card is unknown, the notes would continue through a loudspeaker, so practice stops. Sound stays ready, and
  /// nothing resumes automatically.
  func headphonesPulled(from card: Int, while runs: Bool) -> [Effect] {
    guard runs, case .ready(let description) = status, description.card ?? card == card else { return [] }
    return [
      .retract(.exactly(.headphonesPulled)), .post(.headphonesPulled), .interrupt(.headphonesPulled), .silence,
    ]
  }

  /// Doubles the period after repeated xruns in practice, only at the hub and unless the player set it.
  mutating func considerLongerPeriod(isChosen: Bool) -> [Effect] {
    guard xrunsInPractice >= Self.repeatedXruns else { return [] }
    xrunsInPractice = 0
    guard !isChosen, case .ready(let description) = status, description.period < 1024 else { return [] }
    return [.outbound(.requestPeriod(description.period * 2))]
  }

  // MARK: Another output

  /// Follows the new output as soon as nothing sounds, and gives up after `followingLimit`. `isFree` is whether no
  /// exercise is under way except one that waits, and no speech plays.
  mutating func followOutput(isFree: Bool, at now: MonotonicTime) -> [Effect] {
    guard let following else { return [] }
    if let deadline = following.deadline { return now >= deadline ? endFollowing() : [] }
    guard isFree, sounding == 0 else { return [] }
    self.following?.deadline = now + Self.followingLimit
    return [.outbound(.followOutput)]
  }

  private mutating func endFollowing() -> [Effect] {
    let held = following?.held
    following = nil
    return [.exercises(.holdReferences)] + (held.map { [.exercises(.session(.proceed($0)))] } ?? [])
  }

  /// Holds the exercise of `epoch` until the new output is followed; returns false if no change is pending.
  mutating func holds(_ epoch: Epoch) -> Bool {
    guard following != nil else { return false }
    following?.held = epoch
    return true
  }

  // MARK: Silence

  /// Whether nothing sounds: the silenced notes have faded, or there is no sound to wait for.
  func isSilent(_ now: MonotonicTime) -> Bool {
    guard isReady, silencing != nil || silentFrom != nil else { return sounding == 0 }
    guard let silentFrom else { return false }
    return sounding == 0 && now >= silentFrom
  }

  /// A sample of a timbre: long enough to recognise it.
  private static let sample = NoteTiming(duration: 0.8, gap: 0)
  /// A little longer than the release of a note.
  static let fade = Duration.milliseconds(30)
  /// Seconds from a cycle's first frame to the first frame that a batch sent now reaches in time: two periods of 1,024
  /// frames at 44.1 kHz, and some more.
  static let soon = 0.060
  /// The length of `fade` in frames.
  var fadeFrames: Int64 { Frame.count(in: Self.fade.seconds, rate: rate) }

  /// The number of xruns in practice after which the period is too short.
  static let repeatedXruns = 4
  /// The time to wait for an output that may be followed; after that it has disappeared again.
  static let followingLimit = Duration.seconds(1)
}
