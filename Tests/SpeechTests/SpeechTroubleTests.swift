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
