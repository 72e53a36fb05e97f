/// The fixed words of the pages, by their keys in the catalogues: what stands on buttons and above groups. Pages fetch
/// them by these keys; the program itself says none of them.
public enum PageWord: String, CaseIterable, Sendable {
  // Every page.
  case name = "page.common.name"
  case back = "page.common.back"
  case more = "page.common.more"
  case gone = "page.common.gone"

  // Start.
  case startComparison = "page.start.comparison"
  case startMatching = "page.start.matching"
  case startIntervalComparison = "page.start.interval-comparison"
  case startIntervalMatching = "page.start.interval-matching"
  case startStatus = "page.start.status"
  case startController = "page.start.controller"
  case startControllerAsleep = "page.start.controller-asleep"

  // Comparison and Matching.
  case trainingHigher = "page.training.higher"
  case trainingLower = "page.training.lower"
  case trainingInterval = "page.training.interval"
  case trainingSlider = "page.training.slider"
  case trainingSliderValue = "page.training.slider-value"
  case trainingCommit = "page.training.commit"

  // Profile.
  case profileTitle = "page.profile.title"
  case profileNumbers = "page.profile.numbers"
  case profileWords = "page.profile.words"

  // Settings.
  case settingsTitle = "page.settings.title"
  case settingsLess = "page.settings.less"
  case settingsMore = "page.settings.more"
  case settingsCustom = "page.settings.custom"
  case settingsUp = "page.settings.up"
  case settingsDown = "page.settings.down"
  case settingsNextStart = "page.settings.next-start"
  case settingsReset = "page.settings.reset"
  case settingsUndo = "page.settings.undo"

  // Controllers.
  case controllersTitle = "page.controllers.title"
  case controllersProfile = "page.controllers.profile"
  case controllersAsleep = "page.controllers.asleep"
  case controllersRoles = "page.controllers.roles"
  case controllersRole = "page.controllers.role"
  case controllersFree = "page.controllers.free"
  case controllersChange = "page.controllers.change"
  case controllersGive = "page.controllers.give"
  case controllersNowhere = "page.controllers.nowhere"
  case controllersMoreRoles = "page.controllers.more-roles"
  case controllersCancel = "page.controllers.cancel"
  case controllersWayBefore = "page.controllers.way.before"
  case controllersWayLearned = "page.controllers.way.learned"
  case controllersLit = "page.controllers.lit"
  case controllersMessages = "page.controllers.messages"
  case controllersSilent = "page.controllers.silent"
  case controllersLights = "page.controllers.lights"
  case controllersCueCanAnswer = "page.controllers.cue.can-answer"
  case controllersCueCorrect = "page.controllers.cue.correct"
  case controllersCueIncorrect = "page.controllers.cue.incorrect"

  // Info.
  case infoTitle = "page.info.title"
  case infoVersion = "page.info.version"
  case infoKeys = "page.info.keys"
  case infoKeysComparison = "page.info.keys-comparison"
  case infoKeysComparisonNoLetters = "page.info.keys-comparison-no-letters"
  case infoKeysMatching = "page.info.keys-matching"
  case infoKeysAll = "page.info.keys-all"
  case infoCheck = "page.info.check"
  case infoLicences = "page.info.licences"
  case infoCredits = "page.info.credits"
  case infoAddress = "page.info.address"
}
