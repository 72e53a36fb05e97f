import Glibc
import Ports
import Terminal
import Testing
import Texts
import Time
import Timers

@testable import Training

@Suite("Showing status")
struct StatusDisplayTests {
  @Test("every change is a line, in order, and nothing is written after closing")
  func lines() throws {
    let pipe = try Pipe()
    let display = StatusDisplay(Catalogue(.english), form: .lines, descriptor: pipe.input)
    display.post(
      StatusScenes.make {
        $0.mode = .comparison; $0.phase = .reference
      })
    for feedback in [true, false].map({ AnswerFeedback(answer: .lower, correct: $0) }) {
      display.post(
        StatusScenes.make {
          $0.mode = .comparison; $0.phase = .feedback; $0.feedback = feedback
        })
      display.post(
        StatusScenes.make {
          $0.mode = .comparison; $0.phase = .reference
        })
    }
    display.post(StatusScenes.make { _ in })
    display.close(within: .seconds(5))
    display.post(StatusScenes.make { $0.leaving = true })
    let lines = pipe.closeAndRead().split(separator: "\n").map(String.init)
    #expect(lines.suffix(4) == ["Correct", "Incorrect", "Stopped.", "Ready. Press Higher to compare, Lower to match."])
  }

  @Test("a reader that does not read blocks no thread")
  func stuck() throws {
    let pipe = try Pipe()
    let display = StatusDisplay(Catalogue(.english), form: .lines, descriptor: pipe.input)
    let start = SystemTime().now()
    for index in 0..<5000 {
      display.post(
        StatusScenes.make { $0.controllers = [.init(name: "\(index) \(String(repeating: "x", count: 200))")] })
    }
    display.close(within: .milliseconds(50))
    #expect(SystemTime().now() - start < .seconds(10))
    // Its queue may still be in a write: that now fails, and its descriptor stays open so that it is not reused.
    signal(SIGPIPE, SIG_IGN)
    close(pipe.output)
  }

  @Test("a text opened over a timer that has ended remains until the player or a timer closes it")
  func textOverEndedTimer() throws {
    func ended(_ phase: PracticeTimer.Phase) -> ViewState {
      StatusScenes.make {
        $0.timer = .init(phase: phase, configuration: .standard(.amrap))
        $0.timer?.isComplete = true
      }
    }
    let pipe = try Pipe()
    let display = StatusDisplay(Catalogue(.english), form: .redraw(.plain), descriptor: pipe.input)
    display.post(ended(.finished))
    display.toggleText { ["The profile"] }
    // Drawn again, as each second.
    display.resized()
    #expect(display.settles { display.isReading })
    display.resized()
    #expect(!display.settles(within: .milliseconds(200)) { !display.isReading })
    #expect(display.hidePanel(), "q closes it")
    display.toggleText { ["The profile"] }
    #expect(display.settles { display.isReading })
    display.post(ended(.confirming))
    #expect(display.settles { !display.isReading }, "another timer has news")
    display.close(within: .seconds(5))
    #expect(pipe.closeAndRead().contains("The profile"))
  }
}

extension StatusDisplay {
  /// Waits for `condition`; returns whether it came true.
  fileprivate func settles(within limit: Duration = .seconds(5), _ condition: () -> Bool) -> Bool {
    let end = SystemTime().now() + limit
    while !condition() {
      guard SystemTime().now() < end else { return false }
      usleep(2_000)
    }
    return true
  }
}

private final class Pipe {
  let output: Int32
  private(set) var input: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CallFailed() }
    output = ends[0]
    input = ends[1]
  }

  /// What was written until now and until the last writer has let go.
  func closeAndRead() -> String {
    close(input)
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(output, &bytes, bytes.count)
      guard count > 0 else { break }
      text += bytes[..<count]
    }
    close(output)
    return String(decoding: text, as: UTF8.self)
  }
}
