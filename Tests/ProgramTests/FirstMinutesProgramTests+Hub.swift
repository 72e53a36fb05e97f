import Foundation
import TestSupport
import Testing

extension SoundingProgramTests.FirstMinutesProgramTests {
  /// Comparisons from other programs: `count` answers at C4, every fourth one wrong at 4 cents.
  private static func answers(_ count: Int) -> String {
    ExchangeProgramTests.header
      + (0..<count).map { number in
        let time = "2026-04-08T08:\(10 + number / 60):\(10 + number % 50)Z"
        let cents = (number % 4 == 3 ? 4.0 : 40.0) * (number % 2 == 0 ? 1 : -1)
        return
          "pitchDiscrimination,\(time),60,C4,60,C4,P1,equalTemperament,\(cents),\(number % 4 != 3),,,,,,,,,\n"
      }.joined()
  }

  /// A number of the text that `pattern` has one group for.
  private static func number(_ pattern: Regex<(Substring, Substring)>, in text: String) -> Int? {
    text.firstMatch(of: pattern).flatMap { Int($0.1) }
  }

  @Test func `a few answers are kept, and only the profile shows how many are missing`() throws {
    let player = try Player()
    #expect(try player.run("import", player.write(Self.answers(6), "history.csv")).code == 0)
    let told = try player.run("profile", "--text").said
    #expect(told.contains("6 answers kept; about "), "\(told)")
    let more = try #require(Self.number(/about ([0-9]+) more for a first estimate/, in: told), "\(told)")
    #expect((2...60).contains(more))
    #expect(try player.run("profile").said.contains("about \(more) more"))
    let german = try player.run("profile", "--text", language: "de_DE.UTF-8").said
    #expect(german.contains("6 Antworten gespeichert; noch etwa \(more)"), "\(german)")
    let json = try player.run("profile", "--json").said
    #expect(json.contains("\"answersToEstimate\" : \(more)"), "\(json)")
    #expect(json.contains("\"answers\" : 6"))

    let hub = try RunningPeach(["practice", "--audio", "dummy"], folder: player.folder, keys: true)
    #expect(eventually { hub.shown.contains("Sound:") }, "\(hub.shown)")
    hub.type("q")
    #expect(hub.end() == 0)
    #expect(!hub.shown.contains("6 answers"), "\(hub.shown)")
  }

  @Test func `lines for a screen reader begin with the question of each kind of exercise that was never answered`()
    throws
  {
    let window = try TerminalWindow([
      RunningPeach.program.path, "practice", "--plain", "--audio", "dummy", "--screen", "off", "--events",
      "events.jsonl",
    ])
    #expect(window.wait(for: "soundReady"))
    #expect(eventually { window.shown.contains("Interval comparison: Is the second note too high") }, "\(window.shown)")
  }

  @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/dev/snd/seq")))
  func `without a sequencer, keys and pages nothing could begin, so practice ends and says why`() throws {
    let ended = try Player().shell("$PEACH practice --audio dummy --screen off </dev/null")
    #expect(ended.code == 1)
    #expect((ended.said + ended.complained).contains("No controllers: /dev/snd/seq does not exist."), "\(ended)")
  }

  /// Machines without a sound card, where nothing else would play either.
  private static let isSilent = !FileManager.default.fileExists(atPath: "/proc/asound/cards")

  @Test(.enabled(if: isSilent))
  func `inaudible practice is not kept unless requested, and the screen gives the reason`() throws {
    let command = [
      "env", "JACK_DEFAULT_SERVER=nobody-runs-this", RunningPeach.program.path, "practice", "--screen", "off",
      "--events", "events.jsonl", "--mode", "comparison", "--exercises", "1",
    ]
    let window = try TerminalWindow(command)
    #expect(window.wait(for: "answerEnabled"))
    #expect(
      eventually { window.shown.contains("practice cannot be heard") },
      "\(window.shown)")
    #expect(window.type("h", until: "answered"))
    #expect(eventually { window.hasEnded })
    #expect(window.events("recordSaved").isEmpty)
    // The end wipes the screen, and leaves why nothing is left.
    #expect(
      window.shown.hasSuffix(
        "This computer has no sound card, so practice cannot be heard and is not kept.\r\n"),
      "\(window.shown.suffix(200))")

    let asked = try TerminalWindow(command + ["--audio", "dummy"])
    #expect(asked.wait(for: "answerEnabled"))
    #expect(asked.type("h", until: "answered"))
    #expect(eventually { asked.hasEnded })
    #expect(asked.events("recordSaved").count == 1)
    #expect(asked.shown.contains("1 answer kept (Comparison)."), "\(asked.shown.suffix(200))")
    #expect(!asked.shown.contains("cannot be heard"))
  }

  @Test func `check explains the dummy`() throws {
    let player = try Player()
    let shown = try player.run("check", "--audio", "dummy").said
    #expect(shown.contains("With the dummy driver you asked for, nothing can be heard."), "\(shown)")
    #expect(!shown.contains("JACK is running without a sound card"))
  }

  /// Such an installation was made with a umask that kept all others out.
  @Test func `check reports an installation whose mappings cannot be read`() throws {
    let player = try Player()
    try FileManager.default.createDirectory(atPath: player.path("share/controllers"), withIntermediateDirectories: true)
    let check = try RunningPeach(["check", "--audio", "dummy"], environment: ["PEACH_SHARE": player.path("share")])
    #expect(check.end() == 1)
    #expect(check.shown.contains("to fix: No controller mappings were found"), "\(check.shown)")
    #expect(!check.shown.contains("Controller mappings: 0"), "\(check.shown)")
  }

  @Test func `a question mark shows the current keys and hides them again`() throws {
    let window = try TerminalWindow(TerminalWindow.practice("--seed", "3"))
    #expect(window.wait(for: "soundReady"))
    #expect(eventually { window.shown.contains("?: keys") }, "\(window.shown)")
    window.type("?")
    #expect(eventually { window.shown.contains("Shift with ↑: interval comparison") }, "\(window.shown)")
    window.type("?h")
    #expect(window.wait(for: "answerEnabled"))
    window.type("?")
    #expect(eventually { window.shown.contains("q: close this view") }, "\(window.shown)")
    // As at the hub, the key closes the list, and then stops.
    window.type("q")
    #expect(eventually { window.shown.components(separatedBy: "close this view").last?.contains("q: stop") == true })
    #expect(window.events("sessionStopped").isEmpty)
    window.type("q")
    #expect(window.wait(for: "sessionStopped"))
    window.type("q")
    #expect(eventually { window.hasEnded })
  }

  @Test func `the four modes, the profile and the timers are reached from the hub`() throws {
    let window = try TerminalWindow(TerminalWindow.practice("--seed", "3"))
    #expect(window.wait(for: "soundReady"))
    for (key, mode) in [
      ("\u{1B}[A", "comparison"), ("\u{1B}[B", "matching"), ("\u{1B}[1;2A", "interval-comparison"),
      ("\u{1B}[1;2B", "interval-matching"),
    ] {
      let before = window.events("sessionStarted").count
      window.type(key)
      #expect(window.wait(for: "sessionStarted", count: before + 1, within: .seconds(5)), "\(mode)")
      #expect(window.events("sessionStarted").last?["mode"] as? String == mode)
      window.type("q")
      #expect(window.wait(for: "sessionStopped", count: before + 1, within: .seconds(5)))
    }
    for (key, name) in [("f", "For Time"), ("a", "AMRAP"), ("e", "EMOM")] {
      window.type(key)
      #expect(
        eventually(within: .seconds(5)) { window.shown.contains("\(name)   Start or cancel?") },
        "\(window.shown.suffix(400))")
      window.type("\u{1B}[B")
      #expect(
        eventually(within: .seconds(5)) {
          window.shown.components(separatedBy: name).last?.contains("Press Space") == true
        })
    }
    window.type("p")
    #expect(
      eventually(within: .seconds(5)) { window.shown.contains("Start practising to build your profile.") },
      "\(window.shown)")
    window.type("p")
    window.type("q")
    #expect(eventually { window.hasEnded })
  }

  @Test func `a setting changed elsewhere counts from the next exercise`() throws {
    let player = try Player()
    let config = player.path("own")
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    let peach = try RunningPeach(
      ["practice", "--audio", "dummy", "--mode", "comparison", "--seed", "3", "--config", config], keys: true)
    #expect(peach.wait(for: "answerEnabled"))
    #expect(try player.run("settings", "set", "note-duration", "0.5", "--config", config).code == 0)
    /// How long each whole reference was, in frames.
    func lengths() -> [Int] {
      let started = peach.events("noteStarted").filter { $0["role"] as? String == "reference" }
      let ended = peach.events("noteEnded").filter { $0["role"] as? String == "reference" }
      return zip(started, ended).compactMap { pair in
        guard let start = pair.0["frame"] as? Int, let end = pair.1["frame"] as? Int else { return nil }
        return end - start
      }
    }
    /// Types until the answer counts, as a key before the second note is heard is early; then the next can be given.
    func answer() -> Bool {
      let count = peach.events("answered").count + 1
      let counts = eventually {
        peach.type("h")
        return peach.wait(for: "answered", count: count, within: .milliseconds(200))
      }
      return counts && peach.wait(for: "answerEnabled", count: count + 1)
    }
    for _ in 1...5 where !lengths().contains(24_000) { #expect(answer()) }
    #expect(lengths().first == 48_000 && lengths().contains(24_000), "\(lengths())")

    // An edit of the file, as an editor saves it: a new file in its place.
    let file = player.folder.appendingPathComponent("own/settings.yaml")
    try Data("note-duration: 0.3\n".utf8).write(to: file, options: .atomic)
    for _ in 1...6 where !lengths().contains(14_400) { #expect(answer()) }
    #expect(lengths().contains(14_400), "\(lengths())")
    peach.type("qq")
    #expect(peach.end() == 0)
  }

  @Test func `a language changed elsewhere applies from the next exercise, in speech and keys`() throws {
    let player = try Player()
    let config = player.path("own")
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    let window = try TerminalWindow(TerminalWindow.practice("--mode", "comparison", "--seed", "3", "--config", config))
    #expect(window.wait(for: "answerEnabled"))
    #expect(eventually { window.shown.contains("Higher or lower?") }, "\(window.shown)")
    #expect(try player.run("settings", "set", "language", "de", "--config", config).code == 0)
    #expect(!eventually(within: .milliseconds(300)) { window.shown.contains("Höher oder tiefer?") }, "\(window.shown)")
    #expect(window.type("l", until: "answered"))
    #expect(window.wait(for: "answerEnabled", count: 2))
    #expect(eventually { window.shown.contains("Höher oder tiefer?") }, "\(window.shown)")
    #expect(window.type("t", until: "answered", count: 2))
    window.type("q")
    #expect(window.wait(for: "sessionStopped"))
    // At the hub there is no exercise to wait for, and an edit of the file counts as well.
    #expect(eventually { window.shown.contains("Leertaste: ") }, "\(window.shown.suffix(400))")
    let seen = window.shown.count
    _ = try player.write("language: en\n", "own/settings.yaml")
    #expect(eventually { window.shown.dropFirst(seen).contains("space: ") }, "\(window.shown.suffix(400))")
    window.type("q")
    #expect(eventually { window.hasEnded })
    #expect(window.shown.contains("2 answers kept (Comparison)."), "\(window.shown.suffix(200))")
  }

  @Test func `the next interval is shown with the result`() throws {
    let player = try Player()
    let config = player.path("own")
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    _ = try player.write("intervals: P5 up, M3 up, m6 down\n", "own/settings.yaml")
    let window = try TerminalWindow(
      TerminalWindow.practice("--mode", "interval-comparison", "--seed", "3", "--config", config))
    for count in 1...4 {
      #expect(window.wait(for: "answerEnabled", count: count))
      #expect(window.type("h", until: "answered", count: count))
    }
    #expect(
      eventually { window.shown.contains(/orrect(\.|)   Next: (Perfect fifth up|Major third up|Minor sixth down)/) },
      "\(window.shown)")
    window.type("qq")
    #expect(eventually { window.hasEnded })
  }

  @Test func `changing intervals are spoken in a terminal too`() throws {
    let player = try Player()
    let config = player.path("own")
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try ShellScript.install("cat >> \(player.path("spoken"))\nexit 1", at: player.path("espeak-ng"))
    for (intervals, isSpoken) in [("P5 up", false), ("P5 up, M3 up", true)] {
      _ = try player.write("intervals: \(intervals)\n", "own/settings.yaml")
      let window = try TerminalWindow([
        "env", "PATH=\(player.folder.path):/usr/bin:/bin", RunningPeach.program.path, "practice", "--audio", "dummy",
        "--screen", "off", "--mode", "interval-comparison", "--seed", "3", "--config", config,
      ])
      #expect(eventually { window.shown.contains("Sharp or flat") }, "\(window.shown)")
      let spoken = (try? player.read("spoken")) ?? ""
      #expect(spoken.contains(" up.") == isSpoken, "\(intervals): \(spoken)")
      window.type("qq")
      #expect(eventually { window.hasEnded })
    }
  }
}

/// Texts that fit where they are read.
@Suite struct WindowProgramTests {
  @Test func `the profile fits the window`() throws {
    let player = try Player()
    let lines = (0..<200).map { number in
      let note = 48 + number % 24
      let cents = (number % 4 < 2 ? 20.0 : 2.0) * (number % 2 == 0 ? 1 : -1)
      let time = "2026-04-\(10 + number / 20)T08:\(10 + number % 50):10Z"
      let name = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"][note % 12] + "\(note / 12 - 1)"
      return
        "pitchDiscrimination,\(time),\(note),\(name),\(note),\(name),P1,equalTemperament,\(cents),\(number % 4 != 3),,,,,,,,,\n"
    }
    let matches = (0..<30).map { number in
      "pitchMatching,2026-04-20T08:\(10 + number):05Z,60,C4,60,C4,P1,equalTemperament,,,-17.25,\(number % 7 - 3).0,,,,,,,\n"
    }
    let history = ExchangeProgramTests.header + lines.joined() + matches.joined()
    #expect(try player.run("import", player.write(history, "history.csv")).code == 0)
    for language in ["en", "de"] {
      let window = try TerminalWindow([
        RunningPeach.program.path, "--lang", language, "--data", player.path("data/peach"), "profile",
      ])
      #expect(eventually { window.hasEnded })
      let shown = window.shown.split(separator: "\r\n", omittingEmptySubsequences: false)
      // The line after the last one is the shell's.
      #expect(shown.count <= 24, "\(shown.count) lines:\n\(window.shown)")
      #expect(shown.first?.contains(language == "en" ? "Unison" : "Prime") == true, "\(window.shown)")
      #expect(window.shown.contains("C4") || window.shown.contains("C3"), "\(window.shown)")
      // Matching has no room here, and the last line says where it is.
      #expect(window.shown.contains("peach profile --text"), "\(window.shown)")
      // Each number is explained where it stands.
      for name in language == "en"
        ? ["threshold", "Variation"] : ["Schwelle", "Schwankung"]
      {
        #expect(window.shown.contains(try Regex("\\Q\(name)\\E[:,;] [^\\r]")), "\(name): \(window.shown)")
      }
    }
    let sentences = try player.run("profile", "--text").said
    for words in ["Pitch matching: ", "about two matches in three land this close to your average"] {
      #expect(sentences.contains(words), "\(sentences)")
    }
    // Three answers in four were right, as with an ear without slips: nothing is reported about them.
    #expect(!sentences.contains("slips"), "\(sentences)")
  }

  @Test(arguments: ["zsh": "_files", "fish": " -rF"])
  func `the tab key completes settings and files`(shell: String, files: String) throws {
    let script = try Player().run("--generate-completion-script", shell).said
    for word in ["matching-range", "note-range-low", "interval-matching", "for-time", files] {
      #expect(script.contains(word), "\(shell): \(word)")
    }
  }

  @Test func `the tab key of bash completes`() throws {
    let player = try Player()
    let script = try player.run("--generate-completion-script", "bash")
    #expect(script.code == 0)
    _ = try player.write(script.said, "peach.bash")
    _ = try player.write("", "history.csv")
    for (typed, offered) in [
      ("peach import hist", "history.csv"), ("peach settings set note-range-l", "note-range-low"),
      ("peach practice --mode interval-c", "interval-comparison"), ("peach timer f", "for-time"),
      // Practice needs no command before its options; options of all may stand before a command.
      ("peach --mode interval-c", "interval-comparison"), ("peach --mo", "--mode"), ("peach --lang d", "de"),
      ("peach --lang de prof", "profile"), ("peach prac", "practice"),
      // Values of settings.
      ("peach settings set tuning vall", "vallotti.scl"), ("peach settings set matching-cue cl", "clicks"),
      ("peach settings set intervals M", "M3"), ("peach settings set intervals M3 u", "up"),
      ("peach settings set tick of", "off"), ("peach profile --interval M", "M3"),
      ("peach simulate --strategy ka", "kazez"), ("peach help pro", "profile"),
    ] {
      let command = """
        cd '\(player.folder.path)' && peach() { '\(RunningPeach.program.path)' "$@"; } && . ./peach.bash && COMP_WORDS=(\(typed)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) \
        COMP_LINE='\(typed)' COMP_POINT=\(typed.count)
        _peach peach "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf '<%s>' "${COMPREPLY[@]}"
        """
      let window = try TerminalWindow(["bash", "-c", command])
      #expect(eventually { window.shown.contains("<\(offered)>") }, "\(typed): \(window.shown)")
    }
  }
}
