/// What pages say, by the keys in the catalogues. What a page itself needs it gets with `GET /texts`, by keys that stand in its
/// own files; `page.server.…` and `page.setting.…` are put into their places before they are sent.
extension TextKey {
  // What stands in a page's document before its modules run, besides a title of its own, `page.settings.title`.
  package static let name = Self("page.common.name")
  package static let back = Self("page.common.back")

  // Why a request was refused.
  package static let refusedHost = Self("page.server.refused.host")
  package static let refusedOrigin = Self("page.server.refused.origin")
  package static let refusedMethod = Self("page.server.refused.method")
  package static let refusedType = Self("page.server.refused.type")
  package static let refusedTooLong = Self("page.server.refused.too-long")
  package static let refusedTooMany = Self("page.server.refused.too-many")
  package static let refusedStreams = Self("page.server.refused.streams")
  package static let refusedUnreadable = Self("page.server.refused.unreadable")
  package static let refusedNotFound = Self("page.server.refused.not-found")
  package static let refusedNotNow = Self("page.server.refused.not-now")
  package static let refusedFailed = Self("page.server.refused.failed")

  // A page where there is none.
  package static let notHere = Self("page.server.not-here")

  // What a page says without scripts.
  package static let noScript = Self("page.server.no-script")
  package static let noScriptWithout = Self("page.server.no-script.without")

  /// A scale outside of the folder that pages may open.
  package static let settingElsewhere = Self("page.server.setting.elsewhere")

  // Giving roles by pressing.
  package static let learnPress = Self("page.server.learn.press")
  package static let learnMove = Self("page.server.learn.move")
  package static let learnNotNow = Self("page.server.learn.not-now")
  package static let learnGone = Self("page.server.learn.gone")
  package static let learnEnded = Self("page.server.learn.ended")
  package static let learnLate = Self("page.server.learn.late")
  package static let learnUnplugged = Self("page.server.learn.unplugged")
  package static let learnLost = Self("page.server.learn.lost")
  package static let learnBack = Self("page.server.learn.back")
  package static let learnAgain = Self("page.server.learn.again")

  // What the program is.
  package static let programName = Self("page.server.name")
  package static let programAbout = Self("page.server.about")
  package static let programAuthor = Self("page.server.author")
  package static let programCopyright = Self("page.server.copyright")
  package static let creditOriginal = Self("page.server.credit.original")
  package static let creditLoudness = Self("page.server.credit.loudness")

  // Profile.
  package static let averageThreshold = Self("page.server.average-threshold")
  package static let conditions = Self("page.server.conditions")
  package static let inBrackets = Self("page.server.in-brackets")
  package static let preview = Self("page.server.preview")
  package static let previewUnknown = Self("page.server.preview.unknown")
  package static let pictureCurve = Self("page.server.picture.curve")
  package static let pictureCurveName = Self("page.server.picture.curve.name")
  package static let pictureTimeline = Self("page.server.picture.timeline")
  package static let pictureMatching = Self("page.server.picture.matching")

  // How settings are written.
  package static let unitCents = Self("page.server.unit.cents")
  package static let unitFrames = Self("page.server.unit.frames")
  package static let unitPercent = Self("page.server.unit.percent")

  // Groups of settings.
  package static let groupNotes = Self("page.setting.group.notes")
  package static let groupExercises = Self("page.setting.group.exercises")
  package static let groupIntervals = Self("page.setting.group.intervals")
  package static let groupMatching = Self("page.setting.group.matching")
  package static let groupFeedback = Self("page.setting.group.feedback")
  package static let groupSound = Self("page.setting.group.sound")
  package static let groupProgram = Self("page.setting.group.program")
}
