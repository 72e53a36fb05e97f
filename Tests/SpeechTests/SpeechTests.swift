import Foundation
import Glibc
import Ports
import TestSupport
import Testing
import Time

@testable import Speech

@Suite("The voice")
struct SpeechTests {
  private let machine: FakeMachine
  private let log = SpeechLog()

  init() throws { machine = try FakeMachine() }

  private func server(_ behaviour: FakeServer.Behaviour) throws -> FakeServer {
    try #require(FakeServer(path: machine.socket, behaviour))
  }

  @Test("speech-dispatcher speaks one utterance after the other, each with an end")
  func dispatcher() throws {
    let server = try server(.says)
    try machine.installVoice()
    let speech = machine.speech()
    speech.start(report: log.report)
    speech.say([.stopped], number: 1)
    speech.say([.mode(.matching), .stopped], number: 2)
    #expect(log.wait(count: 3) == [.available(.speechDispatcher), .ended(1), .ended(2)])
    speech.close(within: .seconds(5))
    let spoken = server.lines.filter { !$0.hasPrefix("SET") }
    #expect(spoken.prefix(6) == ["SPEAK", "stopped", ".", "SPEAK", "mode(Training.Mode.matching) stopped", "."])
    #expect(server.lines.contains("SET self LANGUAGE en"))
  }

  @Test("another language is spoken from the next utterance")
  func language() throws {
    let server = try server(.says)
    try machine.installVoice()
    let speech = machine.speech()
    speech.start(report: log.report)
    speech.say([.stopped], number: 1)
    #expect(log.wait(count: 2).last == .ended(1))
    machine.language = "de"
    speech.say([.stopped], number: 2)
    #expect(log.wait(count: 3).last == .ended(2))
    speech.close(within: .seconds(5))
    #expect(server.lines.filter { $0.contains("LANGUAGE") } == ["SET self LANGUAGE en", "SET self LANGUAGE de"])
    #expect(server.lines.count { $0 == "SPEAK" } == 2)
  }

  @Test("if it would be inaudible, espeak-ng makes sound for our own renderer", arguments: ["jack", "no mixer"])
  func espeak(reason: String) throws {
    let server = try server(.says)
    try machine.installVoice()
    if reason == "jack" { machine.dispatcherAllowed = false }
    if reason == "no mixer" { try FileManager.default.removeItem(atPath: "\(machine.folder)/run/pulse/native") }
    let speech = machine.speech()
    speech.start(report: log.report)
    speech.say([.stopped], number: 1)
    speech.say([.stopped], number: 2)
    let sound = SpokenSound(samples: [0.25, 0.25, 0.25], rate: 22050)
    #expect(log.wait(count: 3) == [.available(.espeak), .rendered(1, sound), .rendered(2, sound)])
    speech.close(within: .seconds(5))
    #expect(server.lines == [])
    #expect(try String(contentsOfFile: "\(machine.folder)/text", encoding: .utf8) == "stopped")
  }

  @Test("a text is synthesised once")
  func cache() throws {
    try machine.installVoice()
    machine.dispatcherAllowed = false
    let speech = machine.speech()
    speech.start(report: log.report)
    speech.say([.stopped], number: 1)
    _ = log.wait(count: 2)
    try machine.install("espeak-ng", "exit 1")
    speech.say([.stopped], number: 2)
    speech.say([.mode(.matching)], number: 3)
    let events = log.wait(count: 5)
    #expect(answered(Array(events.prefix(3))) == [1, 2])
    #expect(events.suffix(2) == [.ended(3), .unavailable(.failed(detail: ""))])
    speech.close(within: .seconds(5))
  }

  @Test("the voice follows the sound, which may not be known at first")
  func reconsider() throws {
    let server = try server(.says)
    try machine.install("speech-dispatcher", "exit 1")
    machine.dispatcherAllowed = nil
    let speech = machine.speech()
    speech.start(report: log.report)
    speech.say([], number: 1)
    #expect(log.wait(count: 1) == [.ended(1)])
    machine.dispatcherAllowed = true
    speech.reconsider()
    #expect(log.wait(count: 2).last == .available(.speechDispatcher))
    machine.dispatcherAllowed = false
    speech.reconsider()
    #expect(log.wait(count: 3).last == .unavailable(.missing))
    try machine.installVoice()
    speech.reconsider()
    #expect(log.wait(count: 4).last == .available(.espeak))
    speech.close(within: .seconds(5))
    #expect(eventually { server.lines.last == "QUIT" })
  }

  @Test("a missing voice is reported, and every utterance ends")
  func missing() {
    let speech = machine.speech()
    speech.say([.stopped], number: 1)
    speech.start(report: log.report)
    speech.say([.stopped], number: 2)
    #expect(log.wait(count: 3) == [.unavailable(.missing), .ended(1), .ended(2)])
    speech.close(within: .seconds(5))
    speech.say([.stopped], number: 3)
    #expect(log.all.last == .ended(3))
  }

  @Test("speech-dispatcher is started if it does not run")
  func spawned() throws {
    // The real one leaves a daemon behind; this one leaves word, and the test is the daemon.
    try machine.install("speech-dispatcher", "echo \"$@\" > \(machine.folder)/spawned")
    var options = machine.options()
    options.answerLimit = .seconds(10)
    let speech = machine.speech(options)
    speech.start(report: log.report)
    let word = "\(machine.folder)/spawned"
    #expect(eventually { FileManager.default.contents(atPath: word)?.isEmpty == false })
    let server = try server(.says)
    speech.say([.stopped], number: 1)
    #expect(log.wait(count: 2) == [.available(.speechDispatcher), .ended(1)])
    speech.close(within: .seconds(5))
    #expect(try String(contentsOfFile: word, encoding: .utf8) == "--spawn\n")
    #expect(!server.lines.isEmpty)
  }

  @Test("a dispatcher that cannot be started is left alone")
  func spawnFails() throws {
    try machine.installVoice()
    try machine.install("speech-dispatcher", "echo >> \(machine.folder)/spawned; exit 1")
    var options = machine.options()
    options.answerLimit = .seconds(10)
    let speech = machine.speech(options)
    speech.start(report: log.report)
    for number in 1...3 { speech.say([.stopped], number: UInt32(number)) }
    let events = log.wait(count: 4)
    #expect(events.first == .available(.espeak))
    #expect(answered(events) == [1, 2, 3])
    speech.close(within: .seconds(5))
    #expect(try String(contentsOfFile: "\(machine.folder)/spawned", encoding: .utf8) == "\n")
  }
}
