import Controllers
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Texts
import Time
import Timers

@testable import Practice
@testable import Screen
@testable import Training

/// Until feedback nothing that reaches a page contains anything from which target, offset or answer follow.
@Suite("The messages to a page before feedback")
struct LeakTests {
  /// A practice in memory whose views go to a real server.
  private final class Played {
    let time: ManualTime
    var core: PracticeCore
    let events = InMemoryEvents()
    private let mailbox = Mailbox(bell: nil)
    private var renderer: OfflineRenderer
    private var taken: [PracticeInput] = []

    init(_ views: ViewPublisher, seed: UInt64) throws {
      renderer = try OfflineRenderer(period: 256, origin: MonotonicTime(nanoseconds: 1_000_000_000), seed: seed)
      time = ManualTime(renderer.time)
      let output = OfflineOutput(rate: 48_000, period: 256)
      let store = InMemoryStore()
      let configuration = PracticeConfiguration(
        settings: PracticeSettings(
          Settings(training: TrainingSettings(noteDuration: 0.3, loudnessVariation: 1, strategy: .kazez))),
        library: MappingLibrary(mappings: []), seed: seed)
      let parts = PracticeParts(
        ports: InMemoryMIDIPorts(), output: output, engine: renderer.engine, store: store, events: events, time: time)
      core = try PracticeCore(configuration: configuration, parts: parts, views: views)
      let mailbox = mailbox
      store.start { mailbox.post(.store($0)) }
      output.start { mailbox.post(.sound($0)) }
      core.start()
      turn()
    }

    func turn() {
      core.takeSoundEvents()
      mailbox.takeAll(into: &taken)
      for input in taken { core.handle(input) }
      core.advance()
    }

    func cycle() {
      let before = renderer.time
      renderer.renderCycle { _ in }
      time.advance(by: renderer.time - before)
      turn()
    }

    func intent(_ intent: Intent) {
      mailbox.post(.intent(intent, at: time.now(), source: .page))
      turn()
    }
  }

  private struct Unheard: Error {}

  /// Returns the bytes a page gets from the start of `mode` until feedback, and whether the target was sharp. The page
  /// has each state before practice continues, so that none is skipped.
  private func bytes(_ mode: Mode, timed: Bool, seed: UInt64) throws -> (bytes: [UInt8], isSharp: Bool) {
    let views = ViewPublisher()
    let shown = ViewPublisher()
    let server = try TestServer(views: shown)
    let played = try Played(views, seed: seed)
    // Before the stream begins, or it might begin with the state before it.
    shown.publish(views.state)
    let (client, _) = try server.stream()
    var all: [UInt8] = []
    var seen: ViewState?
    func look() {
      guard views.state != seen else { return }
      seen = views.state
      let state = views.state
      shown.publish(state)
      let expected = Reply.event("state", PageState(state, Catalogue(.english))) ?? []
      #expect(client.read { $0.firstRange(of: expected) != nil })
      all += client.received
      client.forget()
    }
    look()
    if timed {
      let source = try #require(RoundSource(rawValue: mode.rawValue))
      played.intent(.timer(.choose(try TimerConfiguration(.amrap(durationSeconds: 600), source: source))))
      look()
      played.intent(.timer(.confirm))
    } else {
      played.intent(.start(mode))
    }
    look()
    var cycles = 0
    // Listening asks for no answer: it gives the result after the time to think, which is longer than this test looks.
    // So does early or late until its sound has stopped, which it does not.
    let isHeard = [.listening, .timing, .timingListening].contains(mode.discipline)
    var isThere: Bool {
      views.state.canAnswer && views.state.phase == .awaitingAnswer || views.state.canTune
        || isHeard && views.state.phase == .target
    }
    while !isThere, cycles < 2_000 {
      played.cycle()
      look()
      cycles += 1
    }
    if views.state.canTune {
      for position in [0.1, 0.5, -0.3] { played.intent(.slide(position: position, epoch: views.state.epoch)) }
    }
    for _ in 0..<100 {
      played.cycle()
      look()
    }
    #expect(isHeard ? views.state.phase == .target : views.state.canAnswer || views.state.canTune)
    let sharp = played.events.all.lazy.compactMap { event -> Bool? in
      switch event.kind {
      case .exerciseStarted(let exercise): exercise.correctAnswer == .higher
      case .matchingStarted(let exercise): exercise.startOffset.value > 0
      case .timingStarted(let exercise): exercise.correctAnswer == .higher
      case .beatsStarted(let exercise): exercise.correctAnswer == .higher
      default: nil
      }
    }.first
    guard let sharp else { throw Unheard() }
    return (all, sharp)
  }

  @Test("are the same, byte for byte, for a sharp and a flat target", arguments: Mode.allCases, [false, true])
  func same(mode: Mode, timed: Bool) throws {
    guard !timed || RoundSource(rawValue: mode.rawValue) != nil else { return }
    var sharp: [UInt8]?
    var flat: [UInt8]?
    for seed in 1...12 as ClosedRange<UInt64> where sharp == nil || flat == nil {
      let (bytes, isSharp) = try bytes(mode, timed: timed, seed: seed)
      if isSharp { sharp = bytes } else { flat = bytes }
    }
    let bytes = try #require(sharp)
    #expect(bytes == flat)
    // A pattern that sounds changes nothing on the page, and the notes of a chord begin together.
    #expect(StreamTests.states(bytes).count >= (mode.playsPatterns || mode.playsTogether ? 3 : 4))
    #expect((bytes.firstRange(of: Array("\"timer\":".utf8)) != nil) == timed)
  }
}
