import Ports
import Sound
import Time
import Training

/// What the loop knows of the sound side.
struct SoundSide {
  /// Frames a second; what is scheduled is counted in it.
  var rate = 48_000
  /// Whether what is practised is kept: see `SoundDescription.isKept`.
  var isKept = true
  /// Exercises whose notes are scheduled and whose reference has not started.
  var scheduled: [Epoch: Scheduled] = [:]
  /// Batches that carry an answer's fade, until they are applied.
  var answers: [UInt32: (epoch: Epoch, correct: Bool)] = [:]
  /// Batches that carry a commit's fade, until they are applied.
  var commits: [UInt32: Epoch] = [:]
  /// What a released tunable note stands at, until its commit's batch is applied.
  var released: [Epoch: Double] = [:]
  /// The first frame of the feedback that is shown.
  var feedbackFrame: Frame?
  /// Notes that sound.
  var sounding = 0
  /// Xruns told so far, and those of them that fell into practice since the period was last lengthened.
  var xruns = 0
  var xrunsInPractice = 0
  /// Another output that waits to be followed, or is being followed.
  var following: Following?
  /// The silence that fades everything, until it is applied.
  var silencing: UInt32?
  /// When everything has faded, once the batch was applied.
  var silentFrom: MonotonicTime?

  /// An exercise of either kind.
  enum Scheduled {
    case comparison(ComparisonExercise)
    case matching(MatchingExercise)
  }

  mutating func forgetSchedule() {
    scheduled.removeAll()
    following?.held = nil
    answers.removeAll()
    commits.removeAll()
    released.removeAll()
  }
}

/// Sound events and the sound server's state.
extension PracticeCore {
  func handle(_ event: SoundEvent) {
    switch event {
    case .applied(let batch, let frame):
      if batch == sound.silencing {
        sound.silencing = nil
        sound.silentFrom = parts.time.now() + Self.fade
      }
      if let epoch = sound.commits.removeValue(forKey: batch) { return faded(epoch, at: Frame(frame)) }
      guard let answer = sound.answers.removeValue(forKey: batch) else { return }
      tell(.feedbackStarted(correct: answer.correct, frame: Frame(frame)))
      apply(session.handle(.feedbackStarted(answer.epoch, frame: Frame(frame), rate: sound.rate)))
    case .started(let role, let number, let frame, let hertz):
      sound.sounding += 1
      noteStarted(role, Epoch(number), Frame(frame), hertz)
    case .ended(let role, let number, let frame, _, _):
      sound.sounding = max(0, sound.sounding - 1)
      tell(.noteEnded(role: role, frame: Frame(frame)))
      if role == .target { apply(session.handle(.targetEnded(Epoch(number)))) }
      if role == .tunable { showMotors() }
    case .released(let role, let number, _, let hertz):
      if role == .tunable, sound.commits.values.contains(Epoch(number)) { sound.released[Epoch(number)] = hertz }
    case .utteranceEnded(let number, _): utteranceEnded(number)
    case .cue(let tone, let frame, let isSounded):
      tell(.cueStarted(tone, frame: Frame(frame), isSounded: isSounded))
    case .marker(let number, let frame):
      apply(session.handle(.feedbackEnded(Epoch(number), frame: Frame(frame))))
      apply(matching.handle(.feedbackEnded(Epoch(number), frame: Frame(frame))))
    }
  }

  private func noteStarted(_ role: VoiceRole, _ epoch: Epoch, _ frame: Frame, _ hertz: Double) {
    if role == .reference, let exercise = sound.scheduled.removeValue(forKey: epoch) {
      view.epoch = epoch
      switch exercise {
      case .comparison(let exercise): tell(.exerciseStarted(exercise))
      case .matching(let exercise): tell(.matchingStarted(exercise))
      }
    }
    if role == .reference { roundBegins(epoch, frame: frame) }
    tell(.noteStarted(role: role, hertz: hertz, frame: frame))
    switch role {
    case .reference:
      apply(session.handle(.referenceStarted(epoch, frame: frame)))
      apply(matching.handle(.referenceStarted(epoch, frame: frame)))
    case .target:
      let heard = cycle?.heard(at: frame) ?? parts.time.now()
      apply(session.handle(.targetStarted(epoch, heard: heard)))
    case .tunable:
      let heard = cycle?.heard(at: frame) ?? parts.time.now()
      apply(matching.handle(.tunableStarted(epoch, heard: heard)))
    }
  }

  func handle(_ status: SoundStatus) {
    switch status {
    case .ready(let description):
      if case .lost = view.sound { tell(.soundRestored(description)) } else { tell(.soundReady(description)) }
      sound.rate = description.rate
      view.sound = .ready(description)
      tellOfLateness(description)
      settleKeeping(description)
      removeNotices { $0 == .noSound }
      tellTimer(.sound(isAvailable: true))
      startIfReady()
    case .changed(let description):
      // What is scheduled is counted in frames of the old rate.
      if description.rate != sound.rate {
        stopPractice(.soundLost)
        placeCuesAgain()
      }
      sound.rate = description.rate
      endFollowing(to: description)
      view.sound = .ready(description)
      tellOfLateness(description)
      settleKeeping(description)
    case .outputWaits:
      if sound.following == nil { sound.following = Following() }
      holdReferences()
    case .lost(let loss):
      sound.following = nil
      view.sound = .lost(loss)
      tellOfLateness(nil)
      tell(.soundLost(loss))
      stopPractice(.soundLost)
      tellTimer(.sound(isAvailable: false))
      sound.sounding = 0
    case .failed(let failure, let willRetry):
      view.sound = .failed(failure, willRetry: willRetry)
      guard !willRetry else { return }
      soundFailure = failure
      leave(.soundLost)
    case .xruns(let count):
      if practising { sound.xrunsInPractice += max(0, count - sound.xruns) }
      sound.xruns = count
      tell(.xruns(count))
      // Frames come later than they were reckoned.
      placeCuesAgain()
    }
  }

  /// One line while sound comes late; none where there is no sound.
  private func tellOfLateness(_ description: SoundDescription?) {
    let isLateSound = { (notice: ViewState.Notice) in if case .lateSound = notice { true } else { false } }
    if let description, description.isAudible, let milliseconds = description.lateness {
      setNotice(.lateSound(milliseconds: milliseconds), replacing: isLateSound)
    } else {
      removeNotices(where: isLateSound)
    }
  }

  /// Headphones were pulled out of a socket of `card`. Where that is the card that sounds, as far as anybody can know, what
  /// sounds would go on through a loudspeaker: that is leaving. Sound stays ready, and nothing resumes by itself.
  func headphonesPulled(from card: Int) {
    guard practising || isTimed, case .ready(let description) = view.sound, description.card ?? card == card else {
      return
    }
    setNotice(.headphonesPulled) { $0 == .headphonesPulled }
    stopPractice(.headphonesPulled)
    if isTimed { tellTimer(.interrupted) }
    silence()
  }

  /// What lies ahead of a timer is reckoned anew.
  func placeCuesAgain() {
    guard isTimed, case .ready = view.sound else { return }
    tellTimer(.sound(isAvailable: false))
    tellTimer(.sound(isAvailable: true))
  }

  /// After repeated xruns in practice the period is doubled, at the hub only.
  func considerLongerPeriod() {
    guard !practising, leaving == nil, sound.xrunsInPractice >= Self.repeatedXruns else { return }
    sound.xrunsInPractice = 0
    guard configuration.period == nil, case .ready(let description) = view.sound, description.period < 1024 else {
      return
    }
    parts.output.requestPeriod(description.period * 2)
  }

  /// Whether nothing sounds any more: what was silenced has faded, or there is no sound to wait for.
  func isSilent(_ now: MonotonicTime) -> Bool {
    guard case .ready = view.sound, sound.silencing != nil || sound.silentFrom != nil else {
      return sound.sounding == 0
    }
    guard let silentFrom = sound.silentFrom else { return false }
    return sound.sounding == 0 && now >= silentFrom
  }

  /// A little longer than the release of a note.
  static let fade = Duration.milliseconds(30)

  /// This many xruns in practice are too many for the period.
  static let repeatedXruns = 4

  /// A machine that slept was left: nothing resumes by itself.
  /// Tells for how long, zero if it did not.
  func noticeSuspension() -> Duration {
    let slept = suspension.slept(by: source.suspended())
    guard slept > .zero else { return .zero }
    // Before training is stopped by it: the timer has to know for how long.
    tellTimer(.suspended(for: slept))
    stopPractice(.suspended)
    return slept
  }
}
