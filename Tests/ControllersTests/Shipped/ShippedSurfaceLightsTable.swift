@testable import Controllers

extension ShippedSurfaceLightsTests {
  /// The bytes for one controller, typed by hand next to their source.
  struct Lights: Sendable {
    var file: String
    var start = ""
    var leave = ""
    var pictures: [(Cue, String)]
  }

  static let table: [Lights] =
    [apcMini, apc40, lpd8, midiMix, fire, launchpadS, nanoKontrol2, twister]
    + launchpads + [apcKey25, apcKey25Mk2] + pushes + [xTouch, bcf2000, faderPort8, faderPort16, faderPort2]
    + [launchControlXL3, mpcStudio, apc64, atomSQ, smcMixer, xTouchCompact, launchControl, launchControl3]

  private static func modes(_ bytes: String...) -> [(Cue, String)] {
    let roles = [Role.startComparison, .startMatching, .startIntervalComparison, .startIntervalMatching]
    return zip(roles, bytes).map { (Cue.mode($0), $1) }
  }

  private static func result(_ cents: Int) -> Cue {
    .result(cents: cents, band: abs(cents) > 30 ? 3 : abs(cents) > 10 ? 2 : cents == 0 ? 0 : 1)
  }

  // DrivenByMoss and Mixxx: note-on on channel 1; 0 dark, 1 green, 3 red, 5 yellow; buttons from 40 (64), 1 is on.
  private static let apcMini = Lights(
    file: "akai-apc-mini.yaml",
    pictures: [
      (.canAnswer, "90 18-27 05"), (.correct(pressed: .higher), "90 20-3F 01"),
      (.correct(pressed: .lower), "90 00-1F 01"), (.incorrect(pressed: .lower), "90 20-3F 03"),
      (.incorrect(pressed: .higher), "90 00-1F 03"), (result(4), "90 28-2F 01"), (result(12), "90 28-37 05"),
      (result(40), "90 28-3F 03"), (result(-4), "90 10-17 01"), (result(-12), "90 08-17 05"),
      (result(-40), "90 00-17 03"), (result(0), "90 18-27 01"), (.trouble, "90 00-3F 05"), (.idle, "90 00-43 00"),
    ] + modes("90 40 01", "90 41 01", "90 42 01", "90 43 01"))

  // Akai's protocol v1.2 by zynthian-ui: 90 is steady; DrivenByMoss: 1 grey, 3 white, 5 red, 0D yellow, 15 green.
  private static let apc40 = Lights(
    file: "akai-apc40-mk2.yaml", start: "F0 47 7F 29 60 00 04 41 08 02 01 F7",
    leave: "F0 47 7F 29 60 00 04 40 08 02 01 F7",
    pictures: [
      (.canAnswer, "90 00-0F,18-27 01"), (.correct(pressed: .higher), "90 18-27 15"),
      (.correct(pressed: .lower), "90 00-0F 15"), (.incorrect(pressed: .higher), "90 00-0F 05"),
      (result(4), "90 1A-1D 15"), (result(12), "90 18-1F 0D"), (result(40), "90 18-27 05"),
      (result(-4), "90 0A-0D 15"), (result(-12), "90 08-0F 0D"), (result(-40), "90 00-0F 05"),
      (result(0), "90 10-17 15"), (.trouble, "90 00-0F,18-27 0D"), (.idle, "90 00-27,52-55 00"),
    ] + modes("90 52 03", "90 53 03", "90 54 03", "90 55 03"))

  // Mixxx, Akai-LPD8-RK: the pads' own notes on channel 1 in program 1.
  private static let lpd8 = Lights(
    file: "akai-lpd8.yaml",
    pictures: [
      (.canAnswer, "90 27,2B 7F"), (.correct(pressed: .higher), "90 28-2B 7F"),
      (.correct(pressed: .lower), "90 24-27 7F"), (.incorrect(pressed: .higher), "90 24-27 7F"),
      (result(4), "90 28 7F"), (result(12), "90 28-29 7F"), (result(40), "90 28-2A 7F"), (result(-4), "90 24 7F"),
      (result(-12), "90 24-25 7F"), (result(-40), "90 24-26 7F"), (result(0), "90 25,26,29,2A 7F"),
      (.trouble, "90 24-2B 7F"), (.idle, "90 24-2B 00"),
    ])

  // zynthian-ui: note-on on channel 1 with 1 and 0; mute 1, 4, 7 …, rec arm 3, 6, 9 …, bank 25 and 26.
  private static let midiMix = Lights(
    file: "akai-midimix.yaml",
    pictures: [
      (.canAnswer, "90 19,1A 01"), (.correct(pressed: .higher), "90 01,04,07,0A,0D,10,13,16 01"),
      (.correct(pressed: .lower), "90 03,06,09,0C,0F,12,15,18 01"),
      (.incorrect(pressed: .lower), "90 01,04,07,0A,0D,10,13,16 01"), (result(4), "90 0A,0D 01"),
      (result(12), "90 07,0A,0D,10 01"), (result(40), "90 04,07,0A,0D,10,13 01"), (result(-4), "90 0C,0F 01"),
      (result(-12), "90 09,0C,0F,12 01"), (result(-40), "90 06,09,0C,0F,12,15 01"),
      (result(0), "90 0A,0C,0D,0F 01"),
      (.idle, "90 01,03,04,06,07,09,0A,0C,0D,0F,10,12,13,15,16,18,19,1A 00"),
    ])

  // DrivenByMoss: F0 47 7F 43 65, length 00 04, place, red, green, blue.
  private static let fire = Lights(
    file: "akai-fire.yaml",
    pictures: [
      (.canAnswer, "F0 47 7F 43 65 00 04 07,08,17,18,27,28,37,38 0C 0C 0C F7"),
      (.correct(pressed: .higher), "F0 47 7F 43 65 00 04 00-1F 00 7F 00 F7"),
      (.correct(pressed: .lower), "F0 47 7F 43 65 00 04 20-3F 00 7F 00 F7"),
      (.incorrect(pressed: .lower), "F0 47 7F 43 65 00 04 00-1F 7F 00 00 F7"),
      (.incorrect(pressed: .higher), "F0 47 7F 43 65 00 04 20-3F 7F 00 00 F7"),
      (result(4), "F0 47 7F 43 65 00 04 09-0A,19-1A,29-2A,39-3A 00 7F 00 F7"),
      (result(12), "F0 47 7F 43 65 00 04 09-0C,19-1C,29-2C,39-3C 7F 7F 00 F7"),
      (result(40), "F0 47 7F 43 65 00 04 09-0E,19-1E,29-2E,39-3E 7F 00 00 F7"),
      (result(-12), "F0 47 7F 43 65 00 04 03-06,13-16,23-26,33-36 7F 7F 00 F7"),
      (result(-40), "F0 47 7F 43 65 00 04 01-06,11-16,21-26,31-36 7F 00 00 F7"),
      (result(0), "F0 47 7F 43 65 00 04 07,08,17,18,27,28,37,38 00 7F 00 F7"),
      (.trouble, "F0 47 7F 43 65 00 04 00-3F 7F 7F 00 F7"), (.idle, "F0 47 7F 43 65 00 04 00-3F 00 00 00 F7"),
    ]
      + modes(
        "F0 47 7F 43 65 00 04 00-0F 7F 7F 7F F7", "F0 47 7F 43 65 00 04 30-3F 7F 7F 7F F7",
        "F0 47 7F 43 65 00 04 00-1F 7F 7F 7F F7", "F0 47 7F 43 65 00 04 20-3F 7F 7F 7F F7"))

  // launchpad.py and zynthian-ui: 0C dark, 0F red, 3C green, 3F amber, 1D amber at a third; B0 00 00 resets.
  private static let launchpadS = Lights(
    file: "novation-launchpad-s.yaml", start: "B0 00 00", leave: "B0 00 00",
    pictures: [
      (.canAnswer, "90 30-37,40-47 1D"), (.correct(pressed: .higher), "90 00-07,10-17,20-27,30-37 3C"),
      (.correct(pressed: .lower), "90 40-47,50-57,60-67,70-77 3C"),
      (.incorrect(pressed: .higher), "90 40-47,50-57,60-67,70-77 0F"),
      (.incorrect(pressed: .lower), "90 00-07,10-17,20-27,30-37 0F"), (result(4), "90 20-27 3C"),
      (result(12), "90 10-17,20-27 3F"), (result(40), "90 00-07,10-17,20-27 0F"), (result(-4), "90 50-57 3C"),
      (result(-12), "90 50-57,60-67 3F"), (result(-40), "90 50-57,60-67,70-77 0F"),
      (result(0), "90 30-37,40-47 3C"),
      (.trouble, "90 00-07,10-17,20-27,30-37,40-47,50-57,60-67,70-77 3F"),
      (.idle, "90 00-07,10-17,20-27,30-37,40-47,50-57,60-67,70-77 0C;B0 68-6B 0C"),
    ] + modes("B0 68 3F", "B0 69 3F", "B0 6A 3F", "B0 6B 3F"))

  // zynthian-ui and Korg's implementation, LED mode External: the button's own CC, 7F on. S from 20, M from 30, R from
  // 40.
  private static let nanoKontrol2 = Lights(
    file: "korg-nanokontrol2.yaml",
    pictures: [
      (.canAnswer, "B0 29 7F"), (.correct(pressed: .higher), "B0 20-27 7F"),
      (.correct(pressed: .lower), "B0 40-47 7F"), (.incorrect(pressed: .lower), "B0 20-27 7F"),
      (result(4), "B0 23-24 7F"), (result(12), "B0 22-25 7F"), (result(40), "B0 21-26 7F"),
      (result(-4), "B0 43-44 7F"), (result(-12), "B0 42-45 7F"), (result(-40), "B0 41-46 7F"),
      (result(0), "B0 33-34 7F"), (.idle, "B0 20-27,29,2B,2C,2E,33,34,40-47 00"),
    ] + modes("B0 2B 7F", "B0 2C 7F", "B0 2B,2E 7F", "B0 2C,2E 7F"))

  // Mixxx: CC on channel 2; 01 blue, 32 (50) green, 42 (66) yellow, 55 (85) red.
  private static let twister = Lights(
    file: "djtechtools-midi-fighter-twister.yaml",
    pictures: [
      (.canAnswer, "B1 05,06,09,0A 01"), (.correct(pressed: .higher), "B1 00-07 32"),
      (.correct(pressed: .lower), "B1 08-0F 32"), (.incorrect(pressed: .lower), "B1 00-07 55"),
      (.incorrect(pressed: .higher), "B1 08-0F 55"), (result(4), "B1 05-06 32"), (result(12), "B1 04-07 42"),
      (result(-12), "B1 08-0B 42"), (result(-40), "B1 08-0F 55"), (result(0), "B1 05,06,09,0A 32"),
      (.trouble, "B1 00-0F 42"), (.idle, "B1 00-0F 00"),
    ] + modes("B1 00-03 01", "B1 0C-0F 01", "B1 00-07 01", "B1 08-0F 01"))

  // DrivenByMoss, launchpad.py, zynthian-ui: 1 dark grey, 3 white, 5 red, 0D yellow, 15 green on 90; rows 0B-12 (11) up
  // to 51-58 (81).
  private static let launchpads: [Lights] = [
    launchpad(
      "novation-launchpad-x.yaml", "F0 00 20 29 02 0C 0E 01 F7", "F0 00 20 29 02 0C 0E 00 F7",
      dark: "F0 00 20 29 02 0C 03 00 5B-5E 00 F7",
      modes(
        "F0 00 20 29 02 0C 03 00 5B 03 F7", "F0 00 20 29 02 0C 03 00 5C 03 F7", "F0 00 20 29 02 0C 03 00 5D 03 F7",
        "F0 00 20 29 02 0C 03 00 5E 03 F7")),
    launchpad(
      "novation-launchpad-pro-mk3.yaml", "F0 00 20 29 02 0E 0E 01 F7", "F0 00 20 29 02 0E 0E 00 F7",
      dark: "F0 00 20 29 02 0E 03 00 5B-5E 00 F7",
      modes(
        "F0 00 20 29 02 0E 03 00 5B 03 F7", "F0 00 20 29 02 0E 03 00 5C 03 F7", "F0 00 20 29 02 0E 03 00 5D 03 F7",
        "F0 00 20 29 02 0E 03 00 5E 03 F7")),
    launchpad(
      "novation-launchpad-mk2.yaml", "F0 00 20 29 02 18 22 00 F7", "", dark: "B0 68-6B 00",
      modes("B0 68 03", "B0 69 03", "B0 6A 03", "B0 6B 03")),
    launchpad(
      "novation-launchpad-pro.yaml", "F0 00 20 29 02 10 21 00 F7;F0 00 20 29 02 10 22 00 F7",
      "F0 00 20 29 02 10 21 01 F7", dark: "B0 3B,45,4F,59 00", modes("B0 59 03", "B0 4F 03", "B0 45 03", "B0 3B 03")),
  ]

  private static func launchpad(
    _ file: String, _ start: String, _ leave: String, dark: String, _ modes: [(Cue, String)]
  ) -> Lights {
    Lights(
      file: file, start: start, leave: leave,
      pictures: [
        (.canAnswer, "90 29-30,33-3A 01"), (.correct(pressed: .higher), "90 33-3A,3D-44,47-4E,51-58 15"),
        (.correct(pressed: .lower), "90 0B-12,15-1C,1F-26,29-30 15"),
        (.incorrect(pressed: .higher), "90 0B-12,15-1C,1F-26,29-30 05"),
        (.incorrect(pressed: .lower), "90 33-3A,3D-44,47-4E,51-58 05"), (result(4), "90 3D-44 15"),
        (result(12), "90 3D-44,47-4E 0D"), (result(40), "90 3D-44,47-4E,51-58 05"), (result(-4), "90 1F-26 15"),
        (result(-12), "90 15-1C,1F-26 0D"), (result(-40), "90 0B-12,15-1C,1F-26 05"),
        (result(0), "90 29-30,33-3A 15"),
        (.trouble, "90 0B-12,15-1C,1F-26,29-30,33-3A,3D-44,47-4E,51-58 0D"),
        (.idle, "90 0B-12,15-1C,1F-26,29-30,33-3A,3D-44,47-4E,51-58 00;" + dark),
      ] + modes)
  }

  // Ableton's script APC_Key_25 and zynthian-ui: pads 0-39 from the bottom on channel 1; 0 dark, 1 green, 3 red, 5
  // yellow.
  private static let apcKey25 = Lights(
    file: "akai-apc-key-25.yaml",
    pictures: [
      (.canAnswer, "90 10-17 05"), (.correct(pressed: .higher), "90 18-27 01"),
      (.correct(pressed: .lower), "90 00-0F 01"), (.incorrect(pressed: .lower), "90 18-27 03"),
      (.incorrect(pressed: .higher), "90 00-0F 03"), (result(4), "90 1A-1D 01"), (result(12), "90 18-1F 05"),
      (result(40), "90 18-27 03"), (result(-4), "90 0A-0D 01"), (result(-12), "90 08-0F 05"),
      (result(-40), "90 00-0F 03"), (result(0), "90 10-17 01"), (.trouble, "90 00-0F,18-27 05"), (.idle, "90 00-27 00"),
    ] + modes("90 20-27 05", "90 00-07 05", "90 18-27 05", "90 00-0F 05"))

  // Akai's protocol 1.1 and Ableton's script APC_Key_25_mk2: 96 is full brightness; DrivenByMoss for the APC mini mk2:
  // 90 is 10 %, 3 white, 5 red, 0D yellow, 15 green.
  private static let apcKey25Mk2 = Lights(
    file: "akai-apc-key-25-mk2.yaml",
    pictures: [
      (.canAnswer, "90 00-0F,18-27 03"), (.correct(pressed: .higher), "96 18-27 15"),
      (.correct(pressed: .lower), "96 00-0F 15"), (.incorrect(pressed: .lower), "96 18-27 05"),
      (.incorrect(pressed: .higher), "96 00-0F 05"), (result(4), "96 1A-1D 15"), (result(12), "96 18-1F 0D"),
      (result(40), "96 18-27 05"), (result(-4), "96 0A-0D 15"), (result(-12), "96 08-0F 0D"),
      (result(-40), "96 00-0F 05"), (result(0), "96 10-17 15"), (.trouble, "96 00-0F,18-27 0D"), (.idle, "96 00-27 00"),
    ] + modes("96 20-27 03", "96 00-07 03", "96 18-27 03", "96 00-0F 03"))

  // DrivenByMoss: the first Push's palette: 1 dark grey, 3 white, 5 red, 0D yellow, 15 green; public programs: 62 00 01
  // and 01 for user mode. Ableton's manual of the Push 2: 7A white, 7C dark gray, 7D blue, 7E green, 7F red. Pads 24
  // (bottom left) to 63.
  private static let pushes = [
    push(
      "ableton-push-1.yaml", "F0 47 7F 15 62 00 01 01 F7", "F0 47 7F 15 62 00 01 00 F7", dim: "01", white: "03",
      red: "05",
      middling: "0D", green: "15"),
    push("ableton-push-2.yaml", "", "", dim: "7C", white: "7A", red: "7F", middling: "7D", green: "7E"),
    push("ableton-push-3.yaml", "", "", dim: "7C", white: "7A", red: "7F", middling: "7D", green: "7E"),
  ]

  private static func push(
    _ file: String, _ start: String, _ leave: String, dim: String, white: String, red: String, middling: String,
    green: String
  ) -> Lights {
    Lights(
      file: file, start: start, leave: leave,
      pictures: [
        (.canAnswer, "90 3C-4B " + dim), (.correct(pressed: .higher), "90 44-63 " + green),
        (.correct(pressed: .lower), "90 24-43 " + green), (.incorrect(pressed: .higher), "90 24-43 " + red),
        (.incorrect(pressed: .lower), "90 44-63 " + red), (result(4), "90 4C-53 " + green),
        (result(12), "90 4C-5B " + middling), (result(40), "90 4C-63 " + red), (result(-4), "90 34-3B " + green),
        (result(-12), "90 2C-3B " + middling), (result(-40), "90 24-3B " + red), (result(0), "90 3C-4B " + green),
        (.trouble, "90 24-63 " + middling), (.idle, "90 24-63 00"),
      ] + modes("90 5C-63 " + white, "90 24-2B " + white, "90 54-63 " + white, "90 24-33 " + white))
  }

  // Ardour, Mackie surface: buttons by note, 7F on; rings B0 30-37, 10 + place 1-11, 16 is the top alone.
  private static let mackieRings: [(Cue, String)] = [
    (result(4), "B0 30-37 17"), (result(12), "B0 30-37 19"), (result(40), "B0 30-37 1B"), (result(-4), "B0 30-37 15"),
    (result(-12), "B0 30-37 13"), (result(-40), "B0 30-37 11"), (result(0), "B0 30-37 16"),
    (.canAnswer, "90 5B,5C 7F"), (.correct(pressed: .higher), "90 5C 7F"), (.incorrect(pressed: .higher), "90 5B 7F"),
    (.trouble, "90 5B,5C 7F;B0 30-37 16"),
  ]
  private static let xTouch = Lights(
    file: "behringer-x-touch.yaml",
    pictures: mackieRings + [(.idle, "90 36-39,5B,5C 00;B0 30-37 00")]
      + modes("90 36 7F", "90 37 7F", "90 38 7F", "90 39 7F"))
  // Its rings are not sure: the buttons alone.
  private static let bcf2000 = Lights(
    file: "behringer-bcf2000.yaml",
    pictures: [
      (.canAnswer, "90 5B,5C 7F"), (.correct(pressed: .higher), "90 5C 7F"), (.incorrect(pressed: .higher), "90 5B 7F"),
      (.trouble, "90 5B,5C 7F"), (.idle, "90 5B,5C 00"),
    ])

  // Ardour, faderport8: buttons by note, 7F on; rewind 5B, forward 5C, channel 36 to bank 39, solo 08-0F, select 18-1F,
  // whose red, green and blue are 91, 92 and 93.
  private static let faderPortAnswers: [(Cue, String)] =
    [
      (.canAnswer, "90 5B,5C 7F"), (.correct(pressed: .higher), "90 5C 7F"), (.correct(pressed: .lower), "90 5B 7F"),
      (.incorrect(pressed: .higher), "90 5B 7F"),
    ] + modes("90 36 7F", "90 37 7F", "90 38 7F", "90 39 7F")
  private static let faderPort8 = Lights(
    file: "presonus-faderport-8.yaml",
    pictures: faderPortAnswers + [
      (result(4), "90,92 1C 7F;91,93 1C 00"), (result(12), "90-92 1C-1D 7F;93 1C-1D 00"),
      (result(40), "90,91 1C-1E 7F;92,93 1C-1E 00"), (result(-4), "90,92 1B 7F;91,93 1B 00"),
      (result(-12), "90-92 1A-1B 7F;93 1A-1B 00"), (result(-40), "90,91 19-1B 7F;92,93 19-1B 00"),
      (result(0), "90,92 1B-1C 7F;91,93 1B-1C 00"), (.trouble, "90 5B,5C 7F;90-92 1B,1C 7F;93 1B,1C 00"),
      (.idle, "90 36-39,5B,5C 00;90-93 19-1E 00"),
    ])
  // The same for the 16: solo of the strips from the ninth on is 50, 51, 52.
  private static let faderPort16 = Lights(
    file: "presonus-faderport-16.yaml",
    pictures: faderPortAnswers + [
      (result(4), "90 50 7F"), (result(12), "90 50-51 7F"), (result(40), "90 50-52 7F"), (result(-4), "90 0F 7F"),
      (result(-12), "90 0E-0F 7F"), (result(-40), "90 0D-0F 7F"), (result(0), "90 0F,50 7F"),
      (.trouble, "90 0F,50,5B,5C 7F"), (.idle, "90 0D-0F,36-39,50-52,5B,5C 00"),
    ])
  // The same for the second FaderPort: previous 2E, next 2F, play 5E, master 3A to marker 3D.
  private static let faderPort2 = Lights(
    file: "presonus-faderport-2.yaml",
    pictures: [
      (.canAnswer, "90 2E,2F 7F"), (.correct(pressed: .higher), "90 2F 7F"), (.correct(pressed: .lower), "90 2E 7F"),
      (.incorrect(pressed: .higher), "90 2E 7F"), (result(12), "90 2F 7F"), (result(-40), "90 2E 7F"),
      (result(0), "90 5E 7F"), (.trouble, "90 2E,2F,5E 7F"), (.idle, "90 2E,2F,3A-3D,5E 00"),
    ] + modes("90 3A 7F", "90 3B 7F", "90 3C 7F", "90 3D 7F"))

  // Novation: CC of the button's number on channel 1; the Launchpads' palette. 9F 0C 7F is DAW mode.
  private static let launchControlXL3 = Lights(
    file: "novation-launch-control-xl-3.yaml", start: "9F 0C 7F", leave: "9F 0C 00",
    pictures: [
      (.canAnswer, "B0 28,29,30,31 01"), (.correct(pressed: .higher), "B0 25-2C 15"),
      (.correct(pressed: .lower), "B0 2D-34 15"), (.incorrect(pressed: .higher), "B0 2D-34 05"),
      (.incorrect(pressed: .lower), "B0 25-2C 05"), (result(4), "B0 2A,32 15"), (result(12), "B0 2A-2B,32-33 0D"),
      (result(40), "B0 2A-2C,32-34 05"), (result(-4), "B0 27,2F 15"), (result(-12), "B0 26-27,2E-2F 0D"),
      (result(-40), "B0 25-27,2D-2F 05"), (result(0), "B0 28,29,30,31 15"), (.trouble, "B0 25-34 0D"),
      (.idle, "B0 25-34 00"),
    ] + modes("B0 2C,34 03", "B0 25,2D 03", "B0 2B-2C,33-34 03", "B0 25-26,2D-2E 03"))

  // bcrowe306's charts: F0 47 47 4A 65 00 04, pad 0 to 15 from the lowest left, red, green, blue.
  private static let mpcStudio = Lights(
    file: "akai-mpc-studio-2.yaml",
    pictures: [
      (.canAnswer, "F0 47 47 4A 65 00 04 05,06,09,0A 0C 0C 0C F7"),
      (.correct(pressed: .higher), "F0 47 47 4A 65 00 04 08-0F 00 7F 00 F7"),
      (.correct(pressed: .lower), "F0 47 47 4A 65 00 04 00-07 00 7F 00 F7"),
      (.incorrect(pressed: .higher), "F0 47 47 4A 65 00 04 00-07 7F 00 00 F7"),
      (.incorrect(pressed: .lower), "F0 47 47 4A 65 00 04 08-0F 7F 00 00 F7"),
      (result(4), "F0 47 47 4A 65 00 04 09,0A 00 7F 00 F7"), (result(12), "F0 47 47 4A 65 00 04 08-0B 7F 7F 00 F7"),
      (result(40), "F0 47 47 4A 65 00 04 08-0F 7F 00 00 F7"), (result(-4), "F0 47 47 4A 65 00 04 05,06 00 7F 00 F7"),
      (result(-12), "F0 47 47 4A 65 00 04 04-07 7F 7F 00 F7"), (result(-40), "F0 47 47 4A 65 00 04 00-07 7F 00 00 F7"),
      (result(0), "F0 47 47 4A 65 00 04 05,06,09,0A 00 7F 00 F7"), (.trouble, "F0 47 47 4A 65 00 04 00-0F 7F 7F 00 F7"),
      (.idle, "F0 47 47 4A 65 00 04 00-0F 00 00 00 F7"),
    ])

  // An owner's reference and Ableton's script APC64: 19 00 chooses session mode; 96 is full brightness, 90 less;
  // pads from the lowest left; 3 white, 5 red, 0D yellow, 15 green.
  private static let apc64 = Lights(
    file: "akai-apc64.yaml", start: "F0 47 00 53 19 00 01 00 F7",
    pictures: [
      (.canAnswer, "90 18-27 03"), (.correct(pressed: .higher), "96 20-3F 15"),
      (.correct(pressed: .lower), "96 00-1F 15"), (.incorrect(pressed: .higher), "96 00-1F 05"),
      (.incorrect(pressed: .lower), "96 20-3F 05"), (result(4), "96 28-2F 15"), (result(12), "96 28-37 0D"),
      (result(40), "96 28-3F 05"), (result(-4), "96 10-17 15"), (result(-12), "96 08-17 0D"),
      (result(-40), "96 00-17 05"), (result(0), "96 18-27 15"), (.trouble, "96 00-3F 0D"), (.idle, "96 00-3F 00"),
    ])

  // An owner's reference and Ableton's script ATOMSQ: 8F 00 7F is native mode; on, red, green and blue on 90 to 93; the
  // lower row from 24 (36), the upper from 34 (52).
  private static let atomSQ = Lights(
    file: "presonus-atom-sq.yaml", start: "8F 00 7F", leave: "8F 00 00",
    pictures: [
      (.canAnswer, "90 2B,2C,3B,3C 7F;91-93 2B,2C,3B,3C 0C"),
      (.correct(pressed: .higher), "90,92 34-43 7F;91,93 34-43 00"),
      (.correct(pressed: .lower), "90,92 24-33 7F;91,93 24-33 00"),
      (.incorrect(pressed: .higher), "90,91 24-33 7F;92,93 24-33 00"),
      (.incorrect(pressed: .lower), "90,91 34-43 7F;92,93 34-43 00"), (result(4), "90,92 3A-3D 7F;91,93 3A-3D 00"),
      (result(12), "90-92 38-3F 7F;93 38-3F 00"), (result(40), "90,91 34-43 7F;92,93 34-43 00"),
      (result(-4), "90,92 2A-2D 7F;91,93 2A-2D 00"), (result(-12), "90-92 28-2F 7F;93 28-2F 00"),
      (result(-40), "90,91 24-33 7F;92,93 24-33 00"), (result(0), "90,92 2B,2C,3B,3C 7F;91,93 2B,2C,3B,3C 00"),
      (.trouble, "90-92 24-43 7F;93 24-43 00"), (.idle, "90-93 24-43 00"),
    ])

  // Three owners' programs: the button's own note, 7F on; S 08-0F, record 00-07, M 10-17, square 18-1F.
  private static let smcMixer = Lights(
    file: "m-vave-smc-mixer.yaml",
    pictures: [
      (.canAnswer, "90 03-04,0B-0C 7F"), (.correct(pressed: .higher), "90 10-17 7F"),
      (.correct(pressed: .lower), "90 18-1F 7F"), (.incorrect(pressed: .higher), "90 18-1F 7F"),
      (.incorrect(pressed: .lower), "90 10-17 7F"), (result(4), "90 05,0D 7F"), (result(12), "90 05-06,0D-0E 7F"),
      (result(40), "90 05-07,0D-0F 7F"), (result(-4), "90 02,0A 7F"), (result(-12), "90 01-02,09-0A 7F"),
      (result(-40), "90 00-02,08-0A 7F"), (result(0), "90 03-04,0B-0C 7F"), (.trouble, "90 10-1F 7F"),
      (.idle, "90 00-1F 00"),
    ])

  // Behringer's table: buttons 00-17 by note, 1 on; rings B0 1A-29 (26-41), a place from 1 to 13, 7 the top.
  private static let xTouchCompact = Lights(
    file: "behringer-x-touch-compact.yaml",
    pictures: [
      (.canAnswer, "90 08-0F 01"), (.correct(pressed: .higher), "90 00-07 01"),
      (.correct(pressed: .lower), "90 10-17 01"), (.incorrect(pressed: .higher), "90 10-17 01"),
      (.incorrect(pressed: .lower), "90 00-07 01"), (result(4), "B0 1A-29 08"), (result(12), "B0 1A-29 0A"),
      (result(40), "B0 1A-29 0C"), (result(-4), "B0 1A-29 06"), (result(-12), "B0 1A-29 04"),
      (result(-40), "B0 1A-29 02"), (result(0), "B0 1A-29 07"), (.trouble, "90 00-07,10-17 01"),
      (.idle, "90 00-17 00;B0 1A-29 00"),
    ])

  // Ableton's script Launch_Control and Novation's reference: factory template 1 (77 08) on channel 9, pads 09-0C,
  // 19-1C; 04 dark, 15 amber low, 3E yellow, 07 red, 34 green.
  private static let launchControl = Lights(
    file: "novation-launch-control.yaml", start: "F0 00 20 29 02 0A 77 08 F7",
    pictures: [
      (.canAnswer, "98 0C,19 15"), (.correct(pressed: .higher), "98 19-1C 34"),
      (.correct(pressed: .lower), "98 09-0C 34"), (.incorrect(pressed: .higher), "98 09-0C 07"),
      (.incorrect(pressed: .lower), "98 19-1C 07"), (result(4), "98 1A 34"), (result(12), "98 1A-1B 3E"),
      (result(40), "98 1A-1C 07"), (result(-4), "98 0B 34"), (result(-12), "98 0A-0B 3E"), (result(-40), "98 09-0B 07"),
      (result(0), "98 0C,19 34"), (.trouble, "98 09-0C,19-1C 3E"), (.idle, "98 09-0C,19-1C 04"),
    ] + modes("98 1C 3E", "98 09 3E", "98 1B-1C 3E", "98 09-0A 3E"))

  // Novation, by RackForge: DAW mode 02 7F, its end 9F 0C 00; the buttons' own CC 25-2C, the Launchpads' palette.
  private static let launchControl3 = Lights(
    file: "novation-launch-control-3.yaml", start: "F0 00 20 29 02 16 02 7F F7", leave: "9F 0C 00",
    pictures: [
      (.canAnswer, "B0 28,29 01"), (.correct(pressed: .higher), "B0 29-2C 15"),
      (.correct(pressed: .lower), "B0 25-28 15"), (.incorrect(pressed: .higher), "B0 25-28 05"),
      (.incorrect(pressed: .lower), "B0 29-2C 05"), (result(4), "B0 2A 15"), (result(12), "B0 2A-2B 0D"),
      (result(40), "B0 2A-2C 05"), (result(-4), "B0 27 15"), (result(-12), "B0 26-27 0D"), (result(-40), "B0 25-27 05"),
      (result(0), "B0 28,29 15"), (.trouble, "B0 25-2C 0D"), (.idle, "B0 25-2C 00"),
    ] + modes("B0 2C 03", "B0 25 03", "B0 2B-2C 03", "B0 25-26 03"))
}
