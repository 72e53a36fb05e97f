import Foundation
import Pitch
import Ports
import Terminal
import Testing
import Texts

@testable import Training

@Suite("Status on a terminal")
struct StatusRendererTests {
  /// Compares with `Golden/NAME`, or writes it where `RECORD_GOLDEN` is set.
  static func expectGolden(_ name: String, _ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
      return
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(text == recorded, "RECORD_GOLDEN=1 make check records it anew", sourceLocation: location)
  }

  @Test("every scene is as recorded", arguments: Language.allCases, [80, 40])
  func scenes(language: Language, width: Int) throws {
    let renderer = StatusRenderer(Catalogue(language), style: .plain)
    let picture = StatusScenes.all.map { scene in
      (["== \(scene.name)"] + renderer.lines(scene.content, width: width, height: 100)).joined(separator: "\n")
    }
    try Self.expectGolden("status.\(language.rawValue).\(width).text", picture.joined(separator: "\n\n") + "\n")
  }

  @Test("every change has its line", arguments: Language.allCases)
  func changes(language: Language) throws {
    let renderer = ChangeRenderer(Catalogue(language))
    var text = ""
    var last: ViewState?
    for scene in StatusScenes.all {
      text += (["== \(scene.name)"] + renderer.lines(from: last, to: scene.content)).joined(separator: "\n") + "\n"
      last = scene.content
    }
    try Self.expectGolden("changes.\(language.rawValue).text", text)
  }

  @Test(
    "no line is as wide as the window, nor are there more than fit, whatever its size",
    arguments: Array(2...44) + [80, 200])
  func fits(width: Int) {
    let renderer = StatusRenderer(Catalogue(.german), style: .plain)
    for scene in StatusScenes.all {
      for height in [2, 3, 5, 24] {
        let lines = renderer.lines(scene.content, width: width, height: height)
        #expect(!lines.isEmpty && lines.count < height)
        #expect(lines.allSatisfy { $0.count <= max(width - 1, 2) })
      }
    }
  }

  @Test("the key to leave first closes an open text, and the line says so", arguments: [true, false])
  func leaving(letters: Bool) {
    let renderer = StatusRenderer(Catalogue(.german), style: .plain)
    let key = letters ? "q" : "Esc"
    let hub = StatusScenes.make { $0.letters = letters }
    let practising = StatusScenes.practising(.comparison, .reference, letters: letters)
    for (view, deed) in [(hub, "Peach beenden"), (practising, "Stopp")] {
      #expect(renderer.lines(view, width: 120, height: 24).last?.contains("\(key): \(deed)") == true)
      for panel in [StatusRenderer.Panel.keys, .text(["Prime: noch nichts bekannt."])] {
        let lines = renderer.lines(view, width: 120, height: 24, panel: panel)
        #expect(
          lines.contains { $0.contains("\(key): Ansicht schließen") }
            && !lines.contains { $0.contains("\(key): \(deed)") })
      }
    }
    let list = renderer.keyList(hub, isReading: true)
    #expect(list.contains(letters ? "w oder F2: wo bin ich" : "F2: wo bin ich"), "\(list)")
    #expect(list.contains(letters ? "? oder F1: Tasten ausblenden" : "F1: Tasten ausblenden"), "\(list)")
    #expect(renderer.keyList(hub).contains("\(key): Peach beenden"), "lines are written once and nothing is open")
  }

  @Test("keys have names for touch and hearing", arguments: Language.allCases)
  func namedKeys(language: Language) {
    var view = ViewState()
    view.letters = true
    let renderer = StatusRenderer(Catalogue(language), style: .plain)
    for mode in [nil] + Mode.allCases.map(Optional.some) {
      view.mode = mode
      let list = renderer.keyListInWords(view)
      #expect(list.count == renderer.keyList(view).count)
      #expect(!list.joined().contains { "↑↓←→".contains($0) }, "\(list)")
    }
    view.mode = nil
    #expect(StatusRenderer(Catalogue(.english), style: .plain).keyListInWords(view).contains("up arrow, h: compare"))
  }

  @Test("all keys of matching include the one that repeats the reference, and those of comparison do not")
  func hearingAgain() {
    var view = ViewState()
    view.letters = true
    let renderer = StatusRenderer(Catalogue(.english), style: .plain)
    view.mode = .intervalMatching
    #expect(!renderer.keyList(view).contains { $0.contains("reference") }, "it is off")
    view.hearsAgain = true
    #expect(renderer.keyList(view).contains("r or F3: hear the reference again"))
    view.letters = false
    #expect(renderer.keyList(view).contains("F3: hear the reference again"))
    view.mode = .comparison
    #expect(!renderer.keyList(view).contains { $0.contains("reference") })
  }

  @Test("the question is below the state until its first answer", arguments: Language.allCases)
  func question(language: Language) {
    let texts = Catalogue(language)
    let renderer = StatusRenderer(texts, style: .plain)
    for mode in Mode.allCases where mode.discipline.teaches {
      for phase in [ViewState.Phase.reference, .target, .tunable] {
        var view = StatusScenes.practising(mode, phase)
        #expect(!renderer.lines(view, width: 120, height: 24).contains(texts.question(of: mode)))
        view.unanswered = [mode]
        #expect(renderer.lines(view, width: 120, height: 24)[1] == texts.question(of: mode))
      }
    }
  }

  @Test("an example replaces an answer, with its arrow")
  func example() {
    let renderer = StatusRenderer(Catalogue(.english), style: .emphasised)
    let examples: [(Explanation, String)] = [
      (.pair(.higher, isFiner: false), "↑ Here are two notes. The second is sharper: Higher."),
      (.pair(.lower, isFiner: false), "↓ Now the second is flatter: Lower."),
      (.hands(.keys), "To answer: up arrow for Higher, down arrow for Lower."),
    ]
    for (explanation, head) in examples {
      let view = StatusScenes.make { $0.notices = [.explanation(explanation, number: 1)] }
      let lines = renderer.lines(view, width: 100, height: 24)
      #expect(lines.first == "\u{1B}[1m\(head)\u{1B}[22m")
      #expect(!lines.dropFirst().contains { $0.contains("second one") || $0.contains("To answer") })
    }
  }

  @Test("braille lines give the question at the first hub, before the instructions, and not over a note")
  func askedInLines() {
    let texts = Catalogue(.english)
    let changes = ChangeRenderer(texts)
    let hub = StatusScenes.make { $0.unanswered = [.matching, .intervalComparison] }
    let asked = [
      "Pitch matching: \(texts.question(of: .matching))",
      "Interval comparison: \(texts.question(of: .intervalComparison))",
    ]
    #expect(Array(changes.lines(from: nil, to: hub).suffix(4).prefix(3)) == asked + [texts.hub(hub)])
    var view = StatusScenes.practising(.matching, .reference)
    view.unanswered = hub.unanswered
    #expect(!changes.lines(from: hub, to: view).contains { $0.contains(texts.question(of: .matching)) })
    #expect(!changes.lines(from: view, to: hub).contains { $0.contains(texts.question(of: .matching)) })
  }

  @Test("emphasis changes no letter, and correct looks like incorrect")
  func emphasis() throws {
    let catalogue = Catalogue(.english)
    let plain = StatusRenderer(catalogue, style: .plain)
    let emphasised = StatusRenderer(catalogue, style: .emphasised)
    for scene in StatusScenes.all {
      let bare = emphasised.lines(scene.content, width: 60, height: 60).map { line in
        ["\u{1B}[1m", "\u{1B}[2m", "\u{1B}[22m"].reduce(line) { $0.replacing($1, with: "") }
      }
      #expect(bare == plain.lines(scene.content, width: 60, height: 60))
    }
    let lines = [true, false].map({ AnswerFeedback(answer: .lower, correct: $0) }).map { feedback in
      emphasised.lines(
        StatusScenes.make {
          $0.mode = .comparison; $0.phase = .feedback; $0.feedback = feedback
        }, width: 60, height: 60)
    }
    #expect(lines[0].map { $0.replacing("Correct", with: "Incorrect") } == lines[1])
  }

  @Test("a journal has lines of the machine and none of practice", arguments: Language.allCases)
  func journal(language: Language) throws {
    let renderer = ChangeRenderer(Catalogue(language), tellsPractice: false)
    var text = ""
    var last: ViewState?
    for scene in StatusScenes.all {
      let lines = renderer.lines(from: last, to: scene.content)
      if !lines.isEmpty { text += (["== \(scene.name)"] + lines).joined(separator: "\n") + "\n" }
      last = scene.content
    }
    try Self.expectGolden("journal.\(language.rawValue).text", text)
  }

  @Test(arguments: Language.allCases)
  func `if no keys are read, no line names one`(language: Language) {
    let catalogue = Catalogue(language)
    let changes = ChangeRenderer(catalogue, readsKeys: false)
    let status = StatusRenderer(catalogue, style: .plain, readsKeys: false)
    // The end of every line of keys.
    let help = ["?", "F1"].map { catalogue(.keysHelp, ["key": $0]) }
    let keyboard = catalogue(.controllerKeyboard)
    var last: ViewState?
    for scene in StatusScenes.all {
      for lines in [changes.lines(from: last, to: scene.content), status.lines(scene.content, width: 400, height: 60)] {
        #expect(!lines.contains { line in help.contains(where: line.hasSuffix) }, "\(scene.name)")
        #expect(!lines.contains(catalogue(.hubNoController)), "\(scene.name)")
        #expect(!lines.contains { $0.contains(keyboard) }, "\(scene.name)")
        // Nor pages that are switched off.
        #expect(scene.content.pages != nil || !lines.contains(catalogue(.hubNoKeys)), "\(scene.name)")
      }
      last = scene.content
    }
    // With keys, the keyboard is named whether or not there is a reason for the missing controllers.
    let without = StatusScenes.all.map(\.content).filter { $0.controllers.isEmpty && $0.knowsControllers }
    let named = without.map { catalogue.controllers($0) }
    #expect(named.count > 2 && named.allSatisfy { $0.last?.hasSuffix(keyboard) == true })
    #expect(Set(named).count == 2)
  }

  @Test("while notes sound no line is written")
  func silentWhileSounding() {
    let renderer = ChangeRenderer(Catalogue(.english))
    let reference = StatusScenes.make {
      $0.mode = .comparison; $0.phase = .reference
    }
    let target = StatusScenes.make {
      $0.mode = .comparison; $0.phase = .target; $0.canAnswer = true
    }
    let awaiting = StatusScenes.make {
      $0.mode = .comparison; $0.phase = .awaitingAnswer; $0.canAnswer = true
    }
    let feedback = StatusScenes.make {
      $0.mode = .comparison; $0.phase = .feedback; $0.feedback = AnswerFeedback(answer: .higher, correct: false)
    }
    #expect(renderer.lines(from: reference, to: target) == [])
    #expect(renderer.lines(from: target, to: awaiting) == [])
    #expect(renderer.lines(from: awaiting, to: feedback) == ["Incorrect"])
    #expect(renderer.lines(from: feedback, to: reference) == [])
  }

  @Test("the screen does not change while a note is tuned, whatever else is known", arguments: Language.allCases)
  func stillWhileTuning(language: Language) {
    let renderer = StatusRenderer(Catalogue(language), style: .plain)
    let changes = ChangeRenderer(Catalogue(language))
    let tuning = StatusScenes.practising(.matching, .tunable)
    var other = tuning
    other.epoch = Epoch(9)
    other.canTune = false
    other.result = MatchingFeedback(error: Cents(12))
    #expect(renderer.lines(tuning, width: 80, height: 24) == renderer.lines(other, width: 80, height: 24))
    #expect(changes.lines(from: StatusScenes.practising(.matching, .reference), to: tuning) == [])
  }

  @Test("while notes of matching sound no line is written; the result and a new interval come in feedback")
  func silentWhileMatching() throws {
    let renderer = ChangeRenderer(Catalogue(.english))
    let fifth = DirectedInterval.perfectFifthUp
    let third = try #require(DirectedInterval("m3 down"))
    func view(
      _ phase: ViewState.Phase, _ interval: DirectedInterval, next: DirectedInterval? = nil, cents: Double? = nil
    )
      -> ViewState
    { StatusScenes.practising(.intervalMatching, phase, interval: interval, next: next, cents: cents) }
    let steps: [(ViewState, [String])] = [
      (view(.tunable, fifth), []), (view(.feedback, fifth, cents: 4), ["4 cents sharp"]),
      (view(.feedback, fifth, next: third, cents: 4), ["Minor third down"]), (view(.reference, third), []),
      (view(.tunable, third), []),
      (view(.feedback, third, next: fifth, cents: 0), ["Dead centre", "Perfect fifth up"]),
      (view(.reference, fifth), []), (view(.tunable, fifth), []),
      (view(.feedback, fifth, next: fifth, cents: -1), ["1 cent flat"]), (view(.reference, fifth), []),
    ]
    var last = view(.reference, fifth)
    for (state, lines) in steps {
      #expect(renderer.lines(from: last, to: state) == lines)
      last = state
    }
  }

  @Test(
    "early or late names the rhythm at the start, and the screen stands still until the answer",
    arguments: Language.allCases)
  func stillWhileBeating(language: Language) {
    let texts = Catalogue(language)
    let renderer = StatusRenderer(texts, style: .plain)
    let changes = ChangeRenderer(texts)
    for pattern in TimingPattern.allCases {
      let (listening, sounding, over) = (
        StatusScenes.beating(.reference, nil, pattern), StatusScenes.beating(.target, nil, pattern),
        StatusScenes.beating(.awaitingAnswer, nil, pattern)
      )
      let words = texts.words(ViewState.Rhythm(pattern, tempo: 80))
      #expect(words.contains("80") && !words.contains(pattern.rawValue), "\(words)")
      let shown = renderer.lines(sounding, width: 200, height: 24)
      #expect(shown.first?.contains(words) == true && shown == renderer.lines(over, width: 200, height: 24))
      let start = changes.lines(from: StatusScenes.make { _ in }, to: listening)
      #expect(start.prefix(2) == [texts.name(of: Mode.timing), words])
      #expect(changes.lines(from: listening, to: sounding) == [] && changes.lines(from: sounding, to: over) == [])
    }
  }

  /// The line stands already, so that nothing was written and the key seemed dead.
  @Test("only a repeated refusal is written again", arguments: Language.allCases)
  func refusedAgain(language: Language) {
    let renderer = ChangeRenderer(Catalogue(language))
    var view = ViewState()
    view.timer = .init(phase: .paused, configuration: .standard(.amrap))
    view.add(.realtimeMissing)
    var last = view
    for _ in 0..<3 {
      view.notices.removeAll { $0 == .timerWaits }
      view.add(.timerWaits)
      #expect(renderer.lines(from: last, to: view) == [Catalogue(language).line(.timerWaits, in: view)])
      #expect(renderer.lines(from: view, to: view) == [])
      last = view
    }
    // Another notice does not bring it back.
    view.add(.idle(minutes: 3))
    #expect(renderer.lines(from: last, to: view).count == 1)
  }

  @Test(
    "the way of writing depends on the output",
    arguments: [
      (false, true, ["TERM": "xterm"], OutputForm.redraw(.emphasised)),
      (false, true, ["TERM": "xterm", "NO_COLOR": "1"], .redraw(.plain)),
      (false, true, ["TERM": "xterm", "NO_COLOR": ""], .redraw(.emphasised)), (false, true, ["TERM": "dumb"], .lines),
      (false, true, ["TERM": "xterm", "ACCESSIBLE": "1"], .lines),
      (false, true, ["TERM": "xterm", "ACCESSIBLE": ""], .redraw(.emphasised)),
      (false, true, ["TERM": "xterm", "ACCESSIBLE": "False"], .redraw(.emphasised)),
      (false, true, [:], .lines), (true, true, ["TERM": "xterm"], .lines), (false, false, ["TERM": "xterm"], .lines),
    ] as [(Bool, Bool, [String: String], OutputForm)])
  func form(plain: Bool, isTerminal: Bool, environment: [String: String], form: OutputForm) {
    #expect(OutputForm.choose(plain: plain, isTerminal: isTerminal, environment: environment) == form)
  }
}
