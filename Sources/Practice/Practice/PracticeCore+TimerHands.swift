import Controllers
import Ports
import Time
import Timers
import Training

/// What surfaces and hands ask of practice timers.
extension PracticeCore {
  func handle(_ intent: TimerIntent, at time: MonotonicTime) {
    switch intent {
    case .quickStart(let kind): chooseTimer(quickStart(kind))
    case .choose(let configuration): chooseTimer(configuration)
    case .confirm: confirmTimer(at: time)
    case .cancel: tellTimer(.cancel, at: time)
    case .pause: tellTimer(.pause, at: time)
    case .skipRest: tellTimer(.skipRest, at: time)
    case .end: tellTimer(.end, at: time)
    case .round: finishFreeRound(at: time)
    }
  }

  /// Shows what would be started. A practice without a timer is left for it; one with a timer goes on, and one that is paused
  /// waits until it is resumed or ended.
  func chooseTimer(_ configuration: TimerConfiguration) {
    guard leaving == nil, !isTimed else { return }
    guard timer.timer.phase != .paused else { return refuseBesideTimer() }
    timer.confirmsWhenReady = false
    endLearning(.practice)
    stopPractice(.asked)
    removeNotices(where: \.isAboutStarting)
    tellTimer(.choose(configuration))
  }

  /// What is shown begins, or what is paused goes on. Training needs sound: without it the timer waits.
  func confirmTimer(at time: MonotonicTime) {
    let phase = timer.timer.phase
    guard leaving == nil, phase == .confirming || phase == .paused else { return }
    removeNotices(where: \.isAboutStarting)
    if timer.timer.configuration?.source.isTraining == true, !canBeHeard() { return }
    hush()
    // A practice that runs beside a paused timer is left for it.
    if practising { stopPractice(.asked) }
    endTrouble()
    lastInput = parts.time.now()
    if phase == .confirming { tellTimer(.confirm(id: parts.makeID()), at: time) } else { tellTimer(.resume, at: time) }
  }

  /// A pad with a role of its own was pressed while a timer is in use; false if that means nothing to the timer.
  func pressForTimer(_ role: Role, at time: MonotonicTime, from id: PortID) -> Bool {
    switch role {
    case .confirm:
      if timer.timer.phase == .finished { tellTimer(.cancel, at: time) } else { confirmTimer(at: time) }
    case .commit:
      guard finishFreeRound(at: time) else { return false }
    default:
      guard let kind = TimerKind(role) else { return false }
      chooseTimer(quickStart(kind))
    }
    portInUse = isTimed ? id : portInUse
    return true
  }

  /// A key of one half, of a controller's or of the computer's, was pressed at the hub while a timer is in use: Higher begins
  /// or resumes what waits, Lower leaves or ends it. False if it means what it always does.
  func startForTimer(_ half: Half, at id: PortID? = nil) -> Bool {
    let now = parts.time.now()
    switch timer.timer.phase {
    case .confirming: half == .higher ? confirmTimer(at: now) : tellTimer(.cancel)
    case .paused: half == .higher ? confirmTimer(at: now) : tellTimer(.end)
    case .countdown, .running, .resting: break
    case .finished:
      tellTimer(.cancel)
      return false
    case .idle: return false
    }
    if isTimed, let id { portInUse = id }
    return true
  }
}

extension Role {
  /// The pad of a timer.
  init(timer kind: TimerKind) {
    switch kind {
    case .forTime: self = .timerForTime
    case .amrap: self = .timerAMRAP
    case .emom: self = .timerEMOM
    }
  }
}

extension TimerKind {
  /// The timer whose pad it is; nil for others.
  init?(_ role: Role) {
    guard let kind = Self.allCases.first(where: { Role(timer: $0) == role }) else { return nil }
    self = kind
  }
}
