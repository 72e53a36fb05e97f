import Pitch
import Ports
import Sound
import Time
import Training

/// What practice knows of its sound: the server, what is scheduled, and which batch of commands carries which answer.
struct SoundSide {
  /// The sound server's state.
  private(set) var status = ViewState.Sound.starting
  /// Set when sound cannot be had and nothing is retried.
  private(set) var failure: SoundFailure?
  /// How loud everything is.
  var ramp: LevelRamp
  /// Frames a second; what is scheduled is counted in it.
  private(set) var rate = 48_000
  /// Whether what is practised is kept: see `SoundDescription.isKept`.
  private(set) var isKept = true
  /// Exercises whose notes are scheduled and whose reference has not started.
  private var scheduled: [Epoch: any PractisedExercise] = [:]
  /// Batches that feedback of an answer begins with, until they are applied.
  private var answers: [UInt32: Carries] = [:]
  /// Exercises whose next marker ends the time to think.
  var thinking: Set<Epoch> = []
  /// Batches that carry a commit's fade, until they are applied.
  private var commits: [UInt32: Epoch] = [:]
  /// What a released tunable note stands at, until its commit's batch is applied.
  private var released: [Epoch: Double] = [:]
  /// The first frame of the feedback that is shown.
  private(set) var feedbackFrame: Frame?
  /// Notes that sound.
  private(set) var sounding = 0
  /// Xruns told so far, and those of them that fell into practice since the period was last lengthened.
  private var xruns = 0
  private var xrunsInPractice = 0
  /// Another output that waits to be followed, or is being followed.
  private(set) var following: Following?
  /// The silence that fades everything, until it is applied.
  private var silencing: UInt32?
  /// When everything has faded, once the batch was applied.
  private(set) var silentFrom: MonotonicTime?

  /// Another output that is to be followed: at once at the hub, between exercises in practice, never within one.
  struct Following {
    /// The exercise that waits for it.
    var held: Epoch?
    /// Since it was allowed: until when it is waited for.
    var deadline: MonotonicTime?
  }

  /// What concerns it besides what renderer and server report.
  enum Event {
    /// The tunable note of this exercise was let go.
    case fade(Epoch)
    /// An answer counts: its note fades at once, and a wrong one `ticks`.
    case fadeAnswer(ComparisonAnswer, ticks: Bool)
    /// The answer of a pair that was heard is told from now on.
    case tellAnswer(Answer, Epoch)
    /// A result is heard as strokes, from this frame on.
    case strokes(MatchingFeedback, Epoch, from: Frame)
    /// The time to think about a pair that was heard begins; there is none if the player waits for an answer.
    case think(Epoch)
    /// What was said before this exercise is over: it sounds, once the output is the one it is to be heard by.
    case proceed(Epoch)
    /// An exercise that was scheduled is taken back: nothing of it has sounded.
    case drop(Epoch)
    case schedule(any PractisedExercise, NoteTiming, ExerciseStart)
    /// Two notes that are an example and no exercise sound now.
    case example(ComparisonExercise, NoteTiming)
    /// The notes of this exercise, which sounds, sound once more.
    case hearAgain(any PractisedExercise, NoteTiming)
    /// A hand makes everything louder by so many dB, at once.
    case moveLevel(by: Double)
    /// Settings want so many dBFS: it falls to that at once, and rises slowly.
    case setLevel(to: Double)
  }

  /// Before a server is known.
  init(level: Double) { ramp = LevelRamp(level) }

  /// Whether there is sound.
  var isReady: Bool { if case .ready = status { true } else { false } }

  /// A batch was handed to the renderer under this number; nil: there was no room, so sound has stopped, and so does
  /// practice. The ring is far larger than practice can fill while sound is made.
  mutating func submitted(_ number: UInt32?, carrying: Carries) -> [Effect] {
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

  /// An utterance is ready to be played by our own renderer; nil if it cannot be.
  func play(_ utterance: Utterance?) -> [Effect] {
    guard let utterance else { return [.speech(.ended(nil))] }
    // The note before it is still fading.
    let start = Start.after(fadeFrames)
    let duration = Duration.seconds(Double(utterance.frames) / Double(rate))
    return [.submit([.utterance(utterance, epoch: 0, start: start)], carrying: .utterance(duration))]
  }

  /// Everything was asked to fade by the batch of this number.
  mutating func silenced(by number: UInt32) {
    silencing = number
    silentFrom = nil
  }

  /// Practice has stopped: what its batches carry concerns nobody any more.
  mutating func forgetSchedule() {
    scheduled.removeAll()
    following?.held = nil
    answers.removeAll()
    thinking.removeAll()
    commits.removeAll()
    released.removeAll()
  }

  /// Handles what concerns sound. `cycle` is the renderer's newest.
  mutating func handle(
    _ event: Event, in context: PracticeContext, cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    let settings = context.settings
    switch event {
    case .fade(let epoch): return fade(epoch)
    case .fadeAnswer(let answer, let ticks): return fade(answer, ticks: ticks)
    case .tellAnswer(let answer, let epoch): return tell(answer, of: epoch)
    case .strokes(let result, let epoch, let frame): return strokes(for: result, of: epoch, from: frame)
    case .think(let epoch): return think(epoch, for: context.isAsked ? .zero : ListeningTime.thought)
    case .proceed(let epoch): return holds(epoch) ? [] : [.exercises(.session(.proceed(epoch)))]
    case .drop(let epoch):
      scheduled[epoch] = nil
      return [.submit([.cancel(epoch: epoch.number)])]
    case .schedule(let exercise, let timing, let start):
      scheduled[exercise.epoch] = exercise
      return schedule(exercise, timing, start, settings, cycle: cycle())
    case .example(let pair, let timing): return schedule(pair, timing, .now, settings, cycle: cycle())
    case .hearAgain(let exercise, let timing): return hearAgain(exercise, timing, settings)
    case .moveLevel(let change): return changeLevel { $0.move(by: change) }
    case .setLevel(let level): return changeLevel { $0.set(level) }
    }
  }

  // MARK: What the renderer reports

  /// Handles what the renderer has done. `cycle` is its newest.
  mutating func handle(
    _ event: SoundEvent, at now: MonotonicTime, cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    switch event {
    case .applied(let batch, let frame): return applied(batch, at: Frame(frame), now)
    case .started(let role, let number, let frame, let hertz):
      sounding += 1
      let epoch = Epoch(number)
      var effects: [Effect] = []
      if role == .reference {
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
      case .reference: [told]
      case .target where number == SoundLimits.exampleEpoch: [told, .explanation(.heard)]
      case .target: [told, .exercises(.session(.secondEnded(Epoch(number))))]
      case .tunable: [told, .tuning(.showMotors)]
      }
    case .released(let role, let number, _, let hertz):
      if role == .tunable, commits.values.contains(Epoch(number)) { released[Epoch(number)] = hertz }
      return []
    case .utteranceEnded(let number, _): return [.speech(.ended(number))]
    case .cue(let tone, let frame, let isSounded):
      return [.tell(.cueStarted(tone, frame: Frame(frame), isSounded: isSounded))]
    case .marker(let number, let frame):
      return [.exercises(.session(marked(Epoch(number), at: Frame(frame))))]
    }
  }

  private mutating func applied(_ batch: UInt32, at frame: Frame, _ now: MonotonicTime) -> [Effect] {
    if batch == silencing {
      silencing = nil
      silentFrom = now + Self.fade
    }
    if let epoch = commits.removeValue(forKey: batch) {
      // The renderer has begun the fade of a commit: what it holds from here on is the answer. 0 where nothing sounded any
      // more: what was believed is kept then.
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

  // MARK: What the server reports

  /// Handles news of the sound server. Where practice has to stop because of it, that is for the sound as it was: `finish` does the
  /// rest.
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
      // What is scheduled is counted in frames of the old rate.
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
      // Frames come later than they were reckoned.
      return [.tell(.xruns(count)), .timer(.placeAgain)]
    }
  }

  /// What `news` has led to is done: sound goes on as it says, or is lost with all that sounded.
  mutating func finish(_ news: SoundStatus, in context: PracticeContext) -> [Effect] {
    switch news {
    case .changed(let description): return change(to: description, isPractising: context.isPractising)
    case .lost: sounding = 0
    case .ready, .outputWaits, .failed, .xruns: break
    }
    return []
  }

  /// Sound goes on as `description` says; what waited for another output goes on.
  private mutating func change(to description: SoundDescription, isPractising: Bool) -> [Effect] {
    var effects: [Effect] = []
    if case .ready(let before) = status, before.output != description.output {
      // Its cycles may have begun anew.
      effects = [.timer(.placeAgain), .retract(.otherOutput)]
      if isPractising { effects.append(.post(.otherOutput(description.output))) }
      if following?.deadline != nil { effects += endFollowing() }
    }
    rate = description.rate
    status = .ready(description)
    return effects + told(of: description) + settleKeeping(description)
  }

  /// One line while sound comes late; none where there is no sound.
  private func told(of description: SoundDescription?) -> [Effect] {
    guard let description, description.isAudible, let milliseconds = description.lateness else {
      return [.retract(.lateSound)]
    }
    return [.retract(.lateSound), .post(.lateSound(milliseconds: milliseconds))]
  }

  /// What is practised is kept and learnt from, unless nobody can hear it and nobody wanted it so: a line says that then.
  private mutating func settleKeeping(_ description: SoundDescription) -> [Effect] {
    isKept = description.isKept
    return [.exercises(.learns(isKept)), .retract(.exactly(.unheard))] + (isKept ? [] : [.post(.unheard)])
  }

  /// Headphones were pulled out of a socket of `card`, while something `runs`. Where that is the card that sounds, as far as
  /// anybody can know, what sounds would go on through a loudspeaker: that is leaving. Sound stays ready, and nothing resumes
  /// by itself.
  func headphonesPulled(from card: Int, while runs: Bool) -> [Effect] {
    guard runs, case .ready(let description) = status, description.card ?? card == card else { return [] }
    return [
      .retract(.exactly(.headphonesPulled)), .post(.headphonesPulled), .interrupt(.headphonesPulled), .silence,
    ]
  }

  /// After repeated xruns in practice the period is doubled, at the hub only, unless it is the player's own.
  mutating func considerLongerPeriod(isChosen: Bool) -> [Effect] {
    guard xrunsInPractice >= Self.repeatedXruns else { return [] }
    xrunsInPractice = 0
    guard !isChosen, case .ready(let description) = status, description.period < 1024 else { return [] }
    return [.outside(.requestPeriod(description.period * 2))]
  }

  // MARK: Another output

  /// Lets the output be followed as soon as nothing sounds, and gives it up where nothing comes of it. `isFree` tells that no
  /// exercise is on its way but one that waits, and nothing is being said.
  mutating func followOutput(isFree: Bool, at now: MonotonicTime) -> [Effect] {
    guard let following else { return [] }
    if let deadline = following.deadline { return now >= deadline ? endFollowing() : [] }
    guard isFree, sounding == 0 else { return [] }
    self.following?.deadline = now + Self.followingLimit
    return [.outside(.followOutput)]
  }

  private mutating func endFollowing() -> [Effect] {
    let held = following?.held
    following = nil
    return [.exercises(.holdReferences)] + (held.map { [.exercises(.session(.proceed($0)))] } ?? [])
  }

  /// Keeps the exercise of `epoch` until another output is followed; false if none is waited for.
  mutating func holds(_ epoch: Epoch) -> Bool {
    guard following != nil else { return false }
    following?.held = epoch
    return true
  }

  // MARK: Silence

  /// Whether nothing sounds any more: what was silenced has faded, or there is no sound to wait for.
  func isSilent(_ now: MonotonicTime) -> Bool {
    guard isReady, silencing != nil || silentFrom != nil else { return sounding == 0 }
    guard let silentFrom else { return false }
    return sounding == 0 && now >= silentFrom
  }

  /// A little longer than the release of a note.
  static let fade = Duration.milliseconds(30)
  /// The same in frames.
  var fadeFrames: Int64 { Frame.count(in: Self.fade.seconds, rate: rate) }

  /// This many xruns in practice are too many for the period.
  static let repeatedXruns = 4
  /// An output that was allowed to be followed and is not, within so long, has gone again.
  static let followingLimit = Duration.seconds(1)
}
