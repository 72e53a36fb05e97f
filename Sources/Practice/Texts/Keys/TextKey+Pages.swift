/// The keys of the texts of pages. A page fetches its own texts with `GET /texts`, by keys in its own files; texts with
/// `page.server.…` and `page.setting.…` are inserted before they are sent.
extension TextKey {
  // The texts of a page's document before its modules run, in addition to its title, such as `page.settings.title`.
  package static let name = Self("page.common.name")
  package static let back = Self("page.common.back")

  // Reasons for refusing a request.
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

  // The page at an unknown address.
  package static let notHere = Self("page.server.not-here")

  // The text without scripts.
  package static let noScript = Self("page.server.no-script")
  package static let noScriptWithout = Self("page.server.no-script.without")

  /// The text for a file outside the folder that pages may open.
  package static let settingElsewhere = Self("page.server.setting.elsewhere")

  // Learning a role by pressing a control.
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

  // The program.
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

  // Formats of settings.
  package static let unitCents = Self("page.server.unit.cents")
  package static let unitFrames = Self("page.server.unit.frames")
  package static let unitBeats = Self("page.server.unit.beats")
  package static let unitPercent = Self("page.server.unit.percent")

  // Groups of settings.
  package static let groupNotes = Self("page.setting.group.notes")
  package static let groupExercises = Self("page.setting.group.exercises")
  package static let groupIntervals = Self("page.setting.group.intervals")
  package static let groupMatching = Self("page.setting.group.matching")
  package static let groupChords = Self("page.setting.group.chords")
  package static let groupTemperament = Self("page.setting.group.temperament")
  package static let groupTiming = Self("page.setting.group.timing")
  package static let groupBeats = Self("page.setting.group.beats")
  package static let groupFeedback = Self("page.setting.group.feedback")
  package static let groupSound = Self("page.setting.group.sound")
  package static let groupProgram = Self("page.setting.group.program")
}

/// The keys of the texts for controller messages, as they are shown live.
extension TextKey {
  package static let noteOn = Self("message.note-on")
  package static let noteOff = Self("message.note-off")
  package static let polyPressure = Self("message.poly-pressure")
  package static let controlChange = Self("message.control-change")
  package static let programChange = Self("message.program-change")
  package static let channelPressure = Self("message.channel-pressure")
  package static let pitchBend = Self("message.pitch-bend")
  package static let systemExclusive = Self("message.system-exclusive")
  package static let system = Self("message.system")
}
