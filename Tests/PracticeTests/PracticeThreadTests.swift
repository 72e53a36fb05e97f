import Controllers
import Dispatch
import Foundation
import Ports
import Sound
import Synchronization
import Testing
import Time
import Training

@testable import Practice

/// The loop on its own thread, with parts in memory.
@Suite struct PracticeThreadTests {
  /// Practice running on its own thread, and how it ended.
  private final class Running: Sendable {
    let practice: Practice
    let ports = InMemoryMIDIPorts()
    let events = InMemoryEvents()
    private let result = Mutex<PracticeEnd?>(nil)

    /// How it ended; nil while it runs.
    var end: PracticeEnd? { result.withLock { $0 } }
    private let ended = DispatchSemaphore(value: 0)

    init(output: any SoundOutput = OfflineOutput(), training: TrainingSettings = .standard) throws {
      let parts = PracticeParts(
        ports: ports, output: output, engine: try SoundEngine(rate: 48_000), store: InMemoryStore(), events: events,
        time: SystemTime())
      let configuration = PracticeConfiguration(
        settings: PracticeSettings(Settings(training: training)), library: MappingLibrary(mappings: []), seed: 1)
      practice = try Practice(configuration: configuration, parts: parts)
      Thread.detachNewThread { [self] in
        let end = practice.run()
        result.withLock { $0 = end }
        ended.signal()
      }
    }

    func post(_ intent: Intent) {
      practice.mailbox.post(.intent(intent, at: SystemTime().now(), source: .keys))
    }

    /// How it ended, nil after ten seconds.
    func wait() -> PracticeEnd? {
      _ = ended.wait(timeout: .now() + 10)
      return end
    }
  }

  @Test func `the thread leaves on request`() throws {
    let running = try Running()
    running.post(.leave)
    #expect(running.wait() == .left(.asked))
    #expect(running.practice.views.state.leaving)
  }

  @Test func `the inputs of many threads are taken without losing any`() throws {
    let running = try Running(training: .withoutExercises())
    let starts = 4_000
    // Each of them is refused, with and without sound, and reported.
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<starts / 4 { running.post(.start(.intervalMatching)) }
    }
    running.post(.leave)
    #expect(running.wait() == .left(.asked))
    let told = running.events.all.count { if case .trouble = $0.kind { true } else { false } }
    #expect(told == starts)
  }

  @Test func `the state of an input's version includes the input's changes`() throws {
    let running = try Running(training: .withoutExercises())
    let (practice, included) = (running.practice, DispatchSemaphore(value: 0))
    for number in 1...50 {
      let version = try #require(
        practice.mailbox.post(.intent(.start(.intervalMatching), at: SystemTime().now(), source: .page)))
      practice.views.expect(version) { included.signal() }
      try #require(included.wait(timeout: .now() + 10) == .success)
      // Each start is refused, and the state numbers refusals.
      let (state, reached) = practice.views.newest
      #expect(reached >= version && state.refused?.number == number)
    }
    running.post(.leave)
    #expect(running.wait() == .left(.asked))
  }

  @Test func `practice ends with the reason when there is no sound`() throws {
    let output = OfflineOutput()
    let running = try Running(output: output)
    // The report may come before the loop has started the output.
    let end = ContinuousClock.now + .seconds(10)
    while running.end == nil, ContinuousClock.now < end {
      output.inject(.failed(.libraryMissing, willRetry: false))
      usleep(1_000)
    }
    #expect(running.wait() == .noSound(.libraryMissing))
  }

  @Test
  func `an engine that another caller controls has its own error, and missing descriptors have the system's words`()
    throws
  {
    let engine = try SoundEngine(rate: 48_000)
    let other = try engine.takeController()
    let parts = PracticeParts(
      ports: InMemoryMIDIPorts(), output: OfflineOutput(), engine: engine, store: InMemoryStore(),
      events: InMemoryEvents(), time: SystemTime())
    let configuration = PracticeConfiguration(
      library: MappingLibrary(mappings: []), seed: 1)
    #expect(throws: SoundEngineError.controllerTaken) { try Practice(configuration: configuration, parts: parts) }
    #expect(other.engine === engine)
    #expect(SoundFailure(.noDescriptor(errno: EMFILE)) == .noServer(detail: "Too many open files"))
  }
}
