import Foundation
import Glibc
import Linux
import Ports
import TestSupport
import Testing
import Time

@testable import Speech

/// The voices of this machine.
private enum Installed {
  static let espeak = SpeechOptions.current().program("espeak-ng")
  static let dispatcher = SpeechOptions.current().program("speech-dispatcher")
  /// Its plug-in for libao, which can play to nothing, and the module that runs any command.
  static let hasSilentOutput =
    FileManager.default.fileExists(atPath: "/usr/lib/speech-dispatcher-modules/sd_generic")
    && ["x86_64-linux-gnu/", "aarch64-linux-gnu/", ""].contains {
      FileManager.default.fileExists(atPath: "/usr/lib/\($0)speech-dispatcher/spd_libao.so")
    }
}

@Suite("Real voices")
struct RealVoiceTests {
  private let log = SpeechLog()

  @Test(
    "espeak-ng makes sound of both languages", .enabled(if: Installed.espeak != nil, "espeak-ng is not installed"),
    arguments: [("en", "4 cents sharp. Perfect fifth up."), ("de", "27 Cent zu tief. Große Sexte abwärts.")])
  func espeak(language: String, words: String) throws {
    let speech = Speech(language: language, canUseDispatcher: { false }) { _ in words }
    speech.start(report: log.report)
    speech.say([.stopped], number: 1)
    let events = log.wait(count: 2)
    speech.close(within: .seconds(5))
    #expect(events.first == .available(.espeak))
    guard case .rendered(1, let sound) = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(sound.rate == 22050)
    let seconds = Double(sound.samples.count) / Double(sound.rate)
    #expect((1...5).contains(seconds))
    let peak = sound.samples.reduce(0) { max($0, abs($1)) }
    #expect(peak > 0.1 && peak <= 1)
  }

  @Test(
    "speech-dispatcher speaks a text, reports its end, and stops on request",
    .enabled(if: Installed.dispatcher != nil && Installed.hasSilentOutput, "speech-dispatcher is not installed"))
  func dispatcher() throws {
    let machine = try FakeMachine()
    let program = try #require(Installed.dispatcher)
    let folder = machine.folder
    for path in ["conf/modules", "home"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
    }
    func write(_ path: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(path)"))
    }
    try write("home/.libao", "default_driver=null\n")
    try write(
      "conf/speechd.conf",
      """
      LogLevel 1
      LogDir "\(folder)"
      Timeout 0
      AudioOutputMethod "libao"
      DefaultModule spoken
      AddModule "spoken" "sd_generic" "spoken.conf"
      """)
    // The first text takes no time, any other longer than the test.
    try write(
      "conf/modules/spoken.conf",
      """
      GenericExecuteSynth "echo '$DATA' >> \(folder)/said; if [ `wc -l < \(folder)/said` -gt 1 ]; then sleep 20; fi"
      GenericLanguage "en" "en" "utf-8"
      AddVoice "en" "male1" "en"
      DefaultVoice "en"
      """)
    let server = try #require(
      ChildProcess(
        program, ["-s", "-C", "\(folder)/conf", "-P", "\(folder)/pid", "-S", machine.socket],
        environment: ["HOME": "\(folder)/home", "XDG_RUNTIME_DIR": "\(folder)/run", "PATH": "/usr/bin:/bin"],
        standard: [-1, -1, -1]))
    defer {
      // Asked to, it ends its modules too.
      if let process = pid_t((try? String(contentsOfFile: "\(folder)/pid", encoding: .utf8))?.filter(\.isNumber) ?? "")
      {
        kill(process, SIGTERM)
        _ = eventually { server.ended() != nil }
      }
      server.end()
    }
    try #require(eventually { Dispatcher(path: machine.socket) != nil })

    var options = machine.options()
    options.answerLimit = .seconds(10)
    options.beginLimit = .seconds(10)
    let speech = Speech(language: "en", options: options, canUseDispatcher: { true }) { _ in "4 cents sharp." }
    speech.start(report: log.report)
    speech.say([.stopped], number: 1)
    #expect(log.wait(count: 2) == [.available(.speechDispatcher), .ended(1)])
    let said = "\(folder)/said"
    #expect(try String(contentsOfFile: said, encoding: .utf8).contains("4 cents sharp."))
    speech.say([.stopped], number: 2)
    #expect(
      eventually { ((try? String(contentsOfFile: said, encoding: .utf8)) ?? "").split(separator: "\n").count == 2 })
    #expect(answered(log.all) == [1])
    speech.hush()
    #expect(answered(log.wait(count: 3)) == [1, 2])
    speech.close(within: .seconds(5))
  }
}
