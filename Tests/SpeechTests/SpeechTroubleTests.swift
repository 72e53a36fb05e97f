import Foundation
import Glibc
import Ports
import TestSupport
import Testing
import Time
import Training

@testable import Speech

@Suite("The voice in trouble")
struct SpeechTroubleTests {
  private let machine: FakeMachine
  private let log = SpeechLog()

  init() throws { machine = try FakeMachine() }

  private func started(_ speech: Speech) -> Speech {
    speech.start(report: log.report)
    _ = log.wait(count: 1)
    return speech
  }

  @Test("hush ends current and waiting utterances at once; later ones are spoken")
  func hush() throws {
    let server = try #require(FakeServer(path: machine.socket, .neverEnds))
    let speech = started(machine.speech())
    speech.say([.stopped], number: 1)
    speech.say([.stopped], number: 2)
    #expect(eventually { server.lines.contains(".") })
    let start = SystemTime().now()
    speech.hush()
    #expect(answered(log.wait { answered($0).count == 2 }) == [1, 2])
    #expect(SystemTime().now() - start < .milliseconds(500))
    server.behave(.says)
    speech.say([.stopped], number: 3)
    #expect(answered(log.wait { answered($0).count == 3 }) == [1, 2, 3])
    speech.close(within: .seconds(5))
    #expect(server.lines.filter { $0 == "SPEAK" }.count == 2)
    #expect(server.lines.contains("CANCEL self"))
  }

  @Test("a server that accepts connections but stays silent is replaced by espeak-ng")
  func hanging() throws {
    let server = try #require(FakeServer(path: machine.socket, .hangs))
    try machine.installVoice()
    let speech = started(machine.speech())
    speech.say([.stopped], number: 1)
    let events = log.wait(count: 2)
    #expect(events.first == .available(.espeak))
    #expect(answered(events) == [1])
    speech.close(within: .seconds(5))
    #expect(!server.lines.isEmpty)
  }

  @Test(
    "whatever a server does, each utterance ends, and a failed server is not used again",
    arguments: [
      (FakeServer.Behaviour.neverBegins, SpeechFailure.failed(detail: "")),
      (.refuses, .failed(detail: "ERR NO OUTPUT MODULE")),
    ])
  func failing(behaviour: FakeServer.Behaviour, failure: SpeechFailure) throws {
    let server = try #require(FakeServer(path: machine.socket, behaviour))
    let speech = started(machine.speech())
    for number in 1...3 { speech.say([.stopped], number: UInt32(number)) }
    let events = log.wait { answered($0).count == 3 && $0.contains(.unavailable(failure)) }
    #expect(answered(events) == [1, 2, 3])
    #expect(events.contains(.unavailable(failure)))
    speech.close(within: .seconds(5))
    #expect(server.lines.filter { $0 == "SPEAK" }.count == 1)
  }

  @Test("a long text is spoken to its end, and its voice used again")
  func long() throws {
    let server = try #require(FakeServer(path: machine.socket, .takes(.milliseconds(400))))
    var options = machine.options()
    options.utteranceLimit = .milliseconds(100)
    let speech = started(machine.speech(options))
    speech.say([.words(["The circle closes from D4 to A3: 14 cents too narrow."])], number: 1)
    speech.say([.stopped], number: 2)
    #expect(log.wait { answered($0).count == 2 } == [.available(.speechDispatcher), .ended(1), .ended(2)])
    speech.close(within: .seconds(5))
    #expect(server.lines.count { $0 == "SPEAK" } == 2 && !server.lines.contains("CANCEL self"))
    // "stopped" is the shorter one.
    #expect(log.begun.last == .begun(2, limit: .milliseconds(100 + 7 * 200)) && log.begun.count == 2)
  }

  /// Measured with espeak-ng at its usual speed.
  @Test(
    "the longest texts fit, even at half speed",
    arguments: [
      (
        "4 cents sharp, 0.7 beats a second. Temperament laid. Largest error: F#4, 12 cents flat. The circle closes from "
          + "D4 to A3: 14 cents too narrow, 4.3 instead of 1.0 beats a second. E4 against A3, step 1 of 11.", 17.8
      ),
      (
        "4 Cent zu hoch, 0,7 Schwebungen pro Sekunde. Temperatur gelegt. Größter Fehler: Fis4, 12 Cent zu tief. Der "
          + "Kreis schließt von D4 nach A3: 14 Cent zu eng, 4,3 statt 1,0 Schwebungen pro Sekunde. E4 nach A3, "
          + "Schritt 1 von 11.", 18.8
      ),
    ])
  func limits(text: String, seconds: Double) {
    #expect(SpeechOptions(programFolders: [], environment: [:]).limit(of: text) > .seconds(2 * seconds))
  }

  @Test("a server that never ends is given up after a time that grows with the text")
  func endless() throws {
    let server = try #require(FakeServer(path: machine.socket, .neverEnds))
    var options = machine.options()
    (options.utteranceLimit, options.characterLimit) = (.milliseconds(50), .milliseconds(10))
    let speech = started(machine.speech(options))
    let start = SystemTime().now()
    speech.say([.stopped], number: 1)
    #expect(log.wait(count: 3) == [.available(.speechDispatcher), .ended(1), .unavailable(.failed(detail: ""))])
    #expect(SystemTime().now() - start >= .milliseconds(120))
    speech.close(within: .seconds(5))
    #expect(eventually { server.lines.contains("CANCEL self") })
  }

  @Test("a server that disappears is found again")
  func leaving() throws {
    let server = try #require(FakeServer(path: machine.socket, .leaves))
    let speech = started(machine.speech())
    speech.say([.stopped], number: 1)
    #expect(answered(log.wait(count: 2)) == [1])
    server.behave(.says)
    speech.say([.stopped], number: 2)
    #expect(log.wait(count: 3) == [.available(.speechDispatcher), .ended(1), .ended(2)])
    speech.close(within: .seconds(5))
  }

  @Test("a hung voice ends after its time and is stopped", arguments: ["time", "hush", "close"])
  func hangingVoice(how: String) throws {
    // The shell's own child has to go too.
    try machine.install("espeak-ng", "echo $$ > \(machine.folder)/pid; sleep 60; echo")
    machine.dispatcherAllowed = false
    var options = machine.options()
    if how == "time" { options.utteranceLimit = .milliseconds(200) }
    let speech = started(machine.speech(options))
    speech.say([.stopped], number: 1)
    func text() -> String { (try? String(contentsOfFile: "\(machine.folder)/pid", encoding: .utf8)) ?? "" }
    #expect(eventually { text().hasSuffix("\n") })
    let process = try #require(pid_t(text().dropLast()))
    let start = SystemTime().now()
    if how == "hush" { speech.hush() }
    if how == "close" { speech.close(within: .seconds(5)) }
    #expect(answered(log.wait { !answered($0).isEmpty }) == [1])
    speech.close(within: .seconds(5))
    #expect(SystemTime().now() - start < .seconds(2))
    // It was ended and waited for before the thread ended.
    #expect(kill(process, 0) == -1 && errno == ESRCH)
    if how == "time" { #expect(log.all.contains(.unavailable(.failed(detail: "")))) }
  }

  @Test("the voice's own words give the reason of a failure")
  func words() throws {
    try machine.install("espeak-ng", "cat >/dev/null; echo 'Error: no such voice.' >&2; exit 1")
    machine.dispatcherAllowed = false
    let speech = started(machine.speech())
    speech.say([.stopped], number: 1)
    #expect(log.wait(count: 3).suffix(2) == [.ended(1), .unavailable(.failed(detail: "Error: no such voice."))])
    speech.close(within: .seconds(5))
  }

  @Test("a voice with more sound than a pipe holds, or that does not read its text, is waited for")
  func longSound() throws {
    try machine.installVoice(samples: 200_000)
    try machine.install("espeak-ng", "cat \(machine.folder)/voice.wav")
    machine.dispatcherAllowed = false
    let speech = started(machine.speech())
    speech.say([.stopped], number: 1)
    let events = log.wait(count: 2)
    guard case .rendered(1, let sound) = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(sound.samples.count == 200_000)
    speech.close(within: .seconds(5))
  }

  @Test("closing waits no longer than its limit, and waiting utterances end")
  func closing() throws {
    let server = try #require(FakeServer(path: machine.socket, .neverEnds))
    let speech = started(machine.speech())
    for number in 1...20 { speech.say([.stopped], number: UInt32(number)) }
    let start = SystemTime().now()
    speech.close(within: .seconds(5))
    #expect(SystemTime().now() - start < .seconds(1))
    #expect(answered(log.all) == Array(1...20))
    #expect(!server.lines.isEmpty)
    speech.close(within: .seconds(5))
  }

  /// As long as a server answers, every second hush breaks off a connection that is being made.
  @Test(
    "whatever the requests and the voice's fate, each utterance is answered once, in order", arguments: 0..<60
  )
  func exactlyOnce(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let behaviours: [FakeServer.Behaviour?] = [.says, .neverEnds, .neverBegins, .hangs, .leaves, .refuses, nil]
    let server = behaviours.randomElement(using: &generator)?.flatMap { FakeServer(path: machine.socket, $0) }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: try machine.installVoice()
    case 1: try machine.install("espeak-ng", "exec sleep 60")
    case 2: try machine.install("espeak-ng", "exit 1")
    default: break
    }
    var options = machine.options()
    options.answerLimit = .milliseconds(30)
    options.beginLimit = .milliseconds(20)
    options.utteranceLimit = .milliseconds(60)
    options.characterLimit = .milliseconds(1)
    let speech = machine.speech(options)
    var count: UInt32 = 0
    if Bool.random(using: &generator) { speech.start(report: log.report) }
    for _ in 0..<30 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: speech.hush()
      case 1: speech.reconsider()
      case 2: machine.dispatcherAllowed = [true, false, nil].randomElement(using: &generator) ?? nil
      case 3: if let behaviour = behaviours.randomElement(using: &generator) ?? nil { server?.behave(behaviour) }
      // Now and then what was asked is over before anything else is.
      case 4: if !log.all.isEmpty { _ = log.wait { answered($0).count == Int(count) } }
      default:
        count += 1
        speech.say(Bool.random(using: &generator) ? [.stopped] : [], number: count)
      }
    }
    speech.start(report: log.report)
    if Bool.random(using: &generator) { _ = log.wait { answered($0).count == Int(count) } }
    speech.close(within: .seconds(10))
    speech.say([.stopped], number: count + 1)
    #expect(answered(log.all) == Array(1...count + 1))
  }
}
