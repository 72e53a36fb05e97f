/// The texts of `--help`, of usage errors, and of the commands that print a report, by their keys in the catalogues.
public enum HelpKey: String, CaseIterable, Sendable {
  // What the commands are for.
  case peach = "help.peach"
  case practice = "help.practice"
  case devices = "help.devices"
  case learn = "help.learn"
  case check = "help.check"
  case render = "help.render"
  case record = "help.record"
  case replay = "help.replay"
  case export = "help.export"
  case importRecords = "help.import"
  case profile = "help.profile"
  case settings = "help.settings"
  case settingsList = "help.settings.list"
  case settingsGet = "help.settings.get"
  case settingsSet = "help.settings.set"
  case settingsReset = "help.settings.reset"

  // Their options.
  case config = "help.config"
  case data = "help.data"
  case lang = "help.lang"
  case mode = "help.mode"
  case exercises = "help.exercises"
  case controller = "help.controller"
  case audio = "help.audio"
  case output = "help.output"
  case seed = "help.seed"
  case events = "help.events"
  case plain = "help.plain"
  case screen = "help.screen"
  case service = "help.service"
  case headless = "help.headless"
  case json = "help.json"
  case tryOut = "help.try"
  case threshold = "help.threshold"
  case tone = "help.tone"
  case seconds = "help.seconds"
  case out = "help.out"
  case recording = "help.recording"
  case speed = "help.speed"
  case exportFile = "help.export-file"
  case importFile = "help.import-file"
  case format = "help.format"
  case replace = "help.replace"
  case profileText = "help.profile-text"
  case profileSVG = "help.profile-svg"
  case profileTheme = "help.profile-theme"
  case profilePreview = "help.profile-preview"
  case profileInterval = "help.profile-interval"
  case rebuild = "help.rebuild"
  case settingKey = "help.setting-key"
  case settingValue = "help.setting-value"

  // What can be wrong with them.
  case usageExercises = "usage.exercises"
  case usageTone = "usage.tone"
  case usageSeconds = "usage.seconds"
  case usageThreshold = "usage.threshold"
  case usageScreen = "usage.screen"
  case usageScreenPort = "usage.screen.port"
  case usageProfileForms = "usage.profile-forms"
  case usageProfileTheme = "usage.profile-theme"
  case usageProfilePreview = "usage.profile-preview"
  case usageNoFolder = "usage.no-folder"
  case fileNotWritten = "file.not-written"
  case fileNotRead = "file.not-read"

  // `peach record` and `peach replay`.
  case recordingEnded = "recording.ended"
  case recordingBrokenOff = "recording.broken-off"
  case replaySame = "replay.same"
  case replayRendered = "replay.rendered"

  // What opening the store has done.
  case storeBackup = "store.backup"
  case storeAdopted = "store.adopted"
  case storeLeft = "store.left"

  // `peach devices`.
  case devicesNone = "devices.none"
  case devicesProfileUSB = "devices.profile.usb"
  case devicesProfileName = "devices.profile.name"
  case devicesProfileGeneric = "devices.profile.generic"
  case devicesRefusedNotPermitted = "devices.refused.not-permitted"
  case devicesRefusedSoftware = "devices.refused.software"
  case devicesRefusedOther = "devices.refused.other"

  // `peach check`.
  case checkGood = "check.good"
  case checkBad = "check.bad"
  case checkController = "check.controller"
  case checkControllerNone = "check.controller.none"
  case checkSoundConnect = "check.sound.connect"
  case checkSoundCard = "check.sound.card"
  case checkSoundDummy = "check.sound.dummy"
  case checkRealtime = "check.realtime"
  case checkStore = "check.store"
  case checkProfiles = "check.profiles"
  case checkPlayed = "check.played"
  case checkRendered = "check.rendered"
  case checkNotPlayed = "check.not-played"

  // `peach check --headless`.
  case headlessGroup = "headless.group"
  case headlessGroupLater = "headless.group.later"
  case headlessGroupMissing = "headless.group.missing"
  case headlessLinger = "headless.linger"
  case headlessLingerMissing = "headless.linger.missing"
  case headlessUnit = "headless.unit"
  case headlessUnitMissing = "headless.unit.missing"
  case headlessEnabled = "headless.enabled"
  case headlessEnabledAlways = "headless.enabled.always"
  case headlessEnabledMissing = "headless.enabled.missing"
  case headlessRules = "headless.rules"
  case headlessRulesMissing = "headless.rules.missing"
  case headlessSequencerMissing = "headless.sequencer.missing"
  case headlessNodes = "headless.nodes"
  case headlessNodesMissing = "headless.nodes.missing"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: HelpKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }
}
