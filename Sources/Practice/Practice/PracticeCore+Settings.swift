import Ports
import Sound
import Training

/// Settings that change while practice runs. The exercise that runs keeps what it was chosen by, up to its result; the next
/// one has the new ones. Only the level is a volume, and changes at once.
extension PracticeCore {
  func take(_ change: SettingsChange) {
    let before = wanted
    guard change.settings != before else { return }
    wanted = change.settings
    view.letters = wanted.letters
    offerTimers()
    if wanted.level != before.level { setLevel(wanted.level) }
    session.settings = wanted.training
    matching.settings = wanted.training
    if wanted.training.strategy != before.training.strategy {
      var strategy = (change.known ?? KnownAnswers()).strategy(wanted.training.strategy)
      strategy.age(to: parts.wallClock())
      session.change(to: strategy)
    }
    if wanted.training.matchingAdaptive, !before.training.matchingAdaptive, let known = change.known {
      matching.spread = MatchingSpread(resuming: known.matchingHistory)
    }
    if !practising { adoptSettings() }
    holdReferences()
    tellOfMissingVoice()
  }

  /// An exercise that was chosen by the newest settings is on its way. What is said before it and how it sounds may come
  /// in two steps, with another change between them: that one is for the exercise after it.
  func adoptSettings(for epoch: Epoch) {
    guard adopted != epoch else { return }
    adopted = epoch
    adoptSettings()
    holdReferences()
  }

  /// There is no exercise that would keep the old ones.
  func adoptSettings() { settings = wanted }
}
