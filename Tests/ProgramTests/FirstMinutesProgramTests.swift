import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The first minutes with Peach, typed and read in a terminal.
  @Suite struct FirstMinutesProgramTests {
    private static func timer(_ arguments: String...) -> [String] {
      [RunningPeach.program.path, "timer"] + arguments
        + ["--audio", "dummy", "--screen", "off", "--events", "events.jsonl"]
    }

    @Test func `the up arrow begins the timer shown, and a down arrow ends it during a pause`() throws {
      let window = try TerminalWindow(Self.timer("amrap"))
      #expect(window.wait(for: "soundReady"))
      #expect(eventually { window.shown.contains("↑ or space: start") }, "\(window.shown)")
      window.type("\u{1B}[A")
      #expect(window.wait(for: "timerStarted"), "\(window.shown)")
      #expect(window.wait(for: "answerEnabled"))
      #expect(eventually { window.shown.contains("q: pause") }, "\(window.shown)")
      window.type("q")
      #expect(eventually { window.shown.contains("↑ or space: resume   ↓: end") }, "\(window.shown)")
      window.type("\u{1B}[B")
      #expect(eventually { window.events("timerPhase").last?["phase"] as? String == "finished" })
      #expect(eventually { window.shown.contains("space: close") }, "\(window.shown)")
      window.type(" q")
      #expect(eventually { window.hasEnded })
    }

    /// Interval comparison, and another timer.
    @Test(arguments: ["\u{1B}[1;2A", "f"])
    func `nothing else starts during a paused timer, and a line gives the reason`(key: String) throws {
      let window = try TerminalWindow(Self.timer("emom", "--quick"))
      #expect(window.wait(for: "answerEnabled"), "\(window.shown)")
      window.type("q")
      #expect(eventually { window.shown.contains("↑ or space: resume   ↓: end") }, "\(window.shown)")
      window.type(key)
      // To the end of the drawing, which may come in pieces.
      #expect(
        eventually {
          window.shown.contains("A timer is paused. Resume or end it first.") && window.shown.hasSuffix("\u{1B}[J")
        },
        "\(window.shown.suffix(400))")
      // It plays again, and the same screen is not drawn again.
      let shown = window.shown.count
      window.type(key)
      #expect(window.wait(for: "trouble", count: 2))
      #expect(!eventually(within: .milliseconds(300)) { window.shown.count > shown })
      window.type("\u{1B}[B")
      #expect(eventually { window.events("timerPhase").last?["phase"] as? String == "finished" })
      #expect(window.events("sessionStarted").count == 1 && window.events("timerStarted").count == 1)
      window.type(" q")
      #expect(eventually { window.hasEnded })
    }

    @Test func `a plain timer reports its configuration and its result`() throws {
      let window = try TerminalWindow(Self.timer("for-time", "--rounds", "1", "--plain", "--mode", "comparison"))
      #expect(
        eventually { window.shown.contains("For Time: ") && window.shown.contains("\r\n1 round") }, "\(window.shown)")
      #expect(window.wait(for: "soundReady"))
      window.type(" ")
      #expect(window.wait(for: "answerEnabled"), "\(window.shown)")
      #expect(window.type("h", until: "answered"))
      #expect(eventually { window.shown.contains("Complete: 1 round in ") }, "\(window.shown)")
      window.type(" q")
      #expect(eventually { window.hasEnded })
    }

    @Test func `the end reports the kept answers, and the mode its progress`() throws {
      let window = try TerminalWindow(
        TerminalWindow.practice("--mode", "comparison", "--exercises", "2", "--seed", "3"))
      #expect(window.wait(for: "answerEnabled"))
      #expect(window.shown.contains("1 of 2"), "\(window.shown)")
      #expect(window.type("h", until: "answered"))
      #expect(window.wait(for: "answerEnabled", count: 2))
      #expect(eventually { window.shown.contains("2 of 2") }, "\(window.shown)")
      #expect(window.type("h", until: "answered", count: 2))
      #expect(eventually { window.hasEnded })
      #expect(
        eventually {
          window.shown.hasSuffix("2 answers kept (Comparison). To see your profile: peach profile\r\n")
        },
        "\(window.shown.suffix(200))")
    }

    @Test func `an interval may be entered by its tuning`() throws {
      let window = try TerminalWindow(TerminalWindow.practice("--mode", "interval-comparison", "--seed", "3"))
      #expect(window.wait(for: "answerEnabled"))
      #expect(
        eventually { window.shown.contains("Perfect fifth up   Sharp or flat?") },
        "\(window.shown)")
      // Killed it would leave its sound server to the next test.
      window.type("qq")
      #expect(eventually { window.hasEnded })
    }

    @Test func `a match is described in words, and the tuning keys are named`() throws {
      let window = try TerminalWindow(
        TerminalWindow.practice("--mode", "matching", "--exercises", "1", "--seed", "3"))
      #expect(window.wait(for: "tuningEnabled"))
      #expect(
        eventually { window.shown.contains("Tune with the arrows, then press Space.") }, "\(window.shown)")
      #expect(window.type(" ", until: "committed"))
      #expect(eventually { window.hasEnded })
      let cents = Int(try #require(window.events("committed").first?["cents"] as? Double).rounded())
      let sign = cents > 0 ? "+" : cents < 0 ? "\u{2212}" : ""
      #expect(window.shown.contains("\(sign)\(abs(cents)) cent"), "\(window.shown)")
    }

    @Test func `a match's result is shown until the next reference sounds`() throws {
      let window = try TerminalWindow(TerminalWindow.practice("--mode", "matching", "--seed", "3"))
      #expect(window.wait(for: "tuningEnabled"))
      #expect(window.type(" ", until: "committed"))
      #expect(window.wait(for: "exerciseStarted", count: 2))
      let cents = Int(try #require(window.events("committed").first?["cents"] as? Double).rounded())
      let told = "\(abs(cents)) cents \(cents > 0 ? "sharp" : "flat")"
      #expect(eventually { window.shown.components(separatedBy: told).last?.contains("Listen") == true })
      // A replacement would have drawn the line of the mode again.
      let afterwards = try #require(window.shown.components(separatedBy: told).last)
      let next = afterwards.components(separatedBy: "Pitch matching").dropFirst().first
      #expect(next?.contains("Listen") == true, "\(afterwards)")
      window.type("qq")
      #expect(eventually { window.hasEnded })
    }

    @Test func `minutes and seconds are entered as people say them`() throws {
      let window = try TerminalWindow(Self.timer("amrap", "--duration", "10:00"))
      #expect(
        eventually { window.shown.contains("10 minutes") && window.shown.contains("↑ or space: start") },
        "\(window.shown)")
      window.type("qq")
      #expect(eventually { window.hasEnded })
      let wrong = try Player().run("timer", "amrap", "--duration", "10:75")
      #expect(wrong.code == 2)
      #expect(wrong.complained.contains("10:75"), "\(wrong.complained)")
    }
  }
}
