/// What pages say, by the keys in the catalogues. What a page itself needs it gets with `GET /texts`; `page.server.…` and
/// `page.setting.…` are put into their places before they are sent.
public enum PageKey: String, CaseIterable, Sendable {
  // Why a request was refused.
  case refusedHost = "page.server.refused.host"
  case refusedOrigin = "page.server.refused.origin"
  case refusedMethod = "page.server.refused.method"
  case refusedType = "page.server.refused.type"
  case refusedTooLong = "page.server.refused.too-long"
  case refusedTooMany = "page.server.refused.too-many"
  case refusedStreams = "page.server.refused.streams"
  case refusedUnreadable = "page.server.refused.unreadable"
  case refusedNotFound = "page.server.refused.not-found"
  case refusedNotNow = "page.server.refused.not-now"
  case refusedFailed = "page.server.refused.failed"

  // A page where there is none.
  case notHere = "page.server.not-here"

  // Giving roles by pressing.
  case learnPress = "page.server.learn.press"
  case learnMove = "page.server.learn.move"
  case learnNotNow = "page.server.learn.not-now"
  case learnGone = "page.server.learn.gone"
  case learnEnded = "page.server.learn.ended"
  case learnLate = "page.server.learn.late"
  case learnUnplugged = "page.server.learn.unplugged"
  case learnLost = "page.server.learn.lost"
  case learnBack = "page.server.learn.back"
  case learnAgain = "page.server.learn.again"

  // What the program is.
  case programName = "page.server.name"
  case programAbout = "page.server.about"
  case programAuthor = "page.server.author"
  case programCopyright = "page.server.copyright"
  case creditOriginal = "page.server.credit.original"
  case creditLoudness = "page.server.credit.loudness"

  // Profile.
  case averageThreshold = "page.server.average-threshold"
  case preview = "page.server.preview"
  case previewUnknown = "page.server.preview.unknown"
  case pictureCurve = "page.server.picture.curve"
  case pictureCurveName = "page.server.picture.curve.name"
  case pictureTimeline = "page.server.picture.timeline"
  case pictureMatching = "page.server.picture.matching"

  // How settings are written.
  case unitCents = "page.server.unit.cents"
  case unitFrames = "page.server.unit.frames"
  case unitPercent = "page.server.unit.percent"

  // Groups of settings.
  case groupNotes = "page.setting.group.notes"
  case groupExercises = "page.setting.group.exercises"
  case groupIntervals = "page.setting.group.intervals"
  case groupMatching = "page.setting.group.matching"
  case groupFeedback = "page.setting.group.feedback"
  case groupSound = "page.setting.group.sound"
  case groupProgram = "page.setting.group.program"
}
