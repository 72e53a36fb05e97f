import Controllers
import Foundation
import Pitch
import Practice
import Sound
import Testing
import Time
import Training

@testable import peach

@Suite("The event stream's lines")
struct EventLineTests {
  static let time = MonotonicTime(nanoseconds: 5_000_000_123)

  private func line(_ kind: PracticeEvent.Kind) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(EventLine(PracticeEvent(time: Self.time, kind: kind))), as: UTF8.self)
  }

  /// The words of the public surface: other tools read them.
  @Test func areWordForWordWhatOtherToolsRead() throws {
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000A"))
    let port = PortDescription(
      id: PortID(client: 20, port: 0), clientName: "MPK mini 3", portName: "MPK mini 3 MIDI 1",
      usb: USBID(vendor: 0x09e8, product: 0x0049))
    let sound = SoundDescription(server: .jack, rate: 48_000, period: 64, latency: 128, output: "system")
    let cases: [(PracticeEvent.Kind, String)] = [
      (.sessionStarted(mode: .intervalComparison), #""event":"sessionStarted","mode":"interval-comparison""#),
      (
        .noteStarted(role: .target, hertz: 440.5, frame: Frame(99)),
        #""event":"noteStarted","frame":99,"hertz":440.5,"role":"target""#
      ),
      (.noteEnded(role: .reference, frame: Frame(7)), #""event":"noteEnded","frame":7,"role":"reference""#),
      (.answerEnabled, #""event":"answerEnabled""#),
      (
        .answered(
          .higher, correct: false, source: .controller, inputTime: MonotonicTime(nanoseconds: 42), responseTime: 0.25),
        #""answer":"higher","correct":false,"event":"answered","inputTime":42,"responseTime":0.25,"source":"controller""#
      ),
      (
        .feedbackStarted(correct: false, frame: Frame(8)),
        #""event":"feedbackStarted","frame":8,"kind":"incorrect""#
      ),
      (.feedbackEnded(frame: Frame(9)), #""event":"feedbackEnded","frame":9"#),
      (.recordSaved(id), #""event":"recordSaved","id":"00000000-0000-0000-0000-00000000000A""#),
      (.recordWithdrawn(id), #""event":"recordWithdrawn","id":"00000000-0000-0000-0000-00000000000A""#),
      (
        .controllerConnected(port, profile: "AKAI MPK mini 3"),
        #""client":"MPK mini 3","event":"controllerConnected","port":"MPK mini 3 MIDI 1","profile":"AKAI MPK mini 3""#
      ),
      (.controllerDisconnected(port), #""client":"MPK mini 3","event":"controllerDisconnected","port""#),
      (.soundLost(.hung), #""event":"soundLost","reason":"hung""#),
      (.soundRestored(sound), #""event":"soundRestored","latency":128,"output":"system","period":64"#),
      (.sessionStopped(.unplugged), #""event":"sessionStopped","reason":"unplugged""#),
      (.trouble("no-sound"), #""event":"trouble""#),
    ]
    for (kind, words) in cases {
      let line = try line(kind)
      #expect(line.contains(words), "\(line)")
      #expect(line.contains(#""time":5000000123"#))
      #expect(!line.contains("\n"))
    }
    #expect(try line(.controllerConnected(port, profile: "x")).contains(#""usb":"09e8:0049""#))
  }

  @Test func anExerciseIsToldWhole() throws {
    let reference = try #require(Note(60))
    let target = try #require(Note(67))
    let exercise = ComparisonExercise(
      epoch: Epoch(4), index: 3, mode: .intervalComparison, reference: reference, referenceHertz: Hertz(261.5),
      target: target, offset: Cents(-12.5), targetHertz: Hertz(390.25), interval: .perfectFifthUp, loudnessOffset: 0)
    #expect(
      try line(.exerciseStarted(exercise))
        == #"{"epoch":4,"event":"exerciseStarted","index":3,"interval":"P5 up","mode":"interval-comparison","#
        + #""reference":{"hertz":261.5,"note":60},"target":{"cents":-12.5,"hertz":390.25,"note":67},"time":5000000123}"#
    )
  }
}
