import Controllers
import Foundation
import Ports
import Practice
import Sound
import Synchronization
import TestSupport
import Testing
import Time
import Timers
import Training

@testable import JACKOutput

extension ServerTests {
  /// A practice timer while a real jackd stops and continues.
  @Suite(.serialized, .enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  struct OutageTests {
    /// `PEACH_OUTAGES`, or a few short ones.
    let outages = ProcessInfo.processInfo.environment["PEACH_OUTAGES"].flatMap { Int($0) }

    /// What was shown, and what was heard when.
    private final class Cues: PracticeEventSink {
      struct Kept {
        var shown: [(cue: TimerCue, time: MonotonicTime)] = []
        var sounded: [(tone: CueTone, heard: MonotonicTime)] = []
        var isReady = false
        var phase = PracticeTimer.Phase.idle
      }
      let kept = Mutex(Kept())
      let clock: FrameClock

      init(clock: FrameClock) { self.clock = clock }

      func post(_ event: PracticeEvent) {
        kept.withLock { kept in
          switch event.kind {
          case .timerCue(let cue): kept.shown.append((cue, event.time))
          case .cueStarted(let tone, let frame, true):
            kept.sounded.append((tone, clock.cycle?.heard(at: frame) ?? MonotonicTime(nanoseconds: 0)))
          case .timerPhase(let phase, _): kept.phase = phase
          case .soundReady, .soundRestored: kept.isReady = true
          case .soundLost: kept.isReady = false
          default: break
          }
        }
      }

      var isReady: Bool { kept.withLock { $0.isReady } }
      var phase: PracticeTimer.Phase { kept.withLock { $0.phase } }
    }

    @Test func `cues after an outage sound when they are shown, or not at all`() throws {
      let deadline = TestDeadline(beyond: .seconds((outages ?? 2) * 40))
      defer { withExtendedLifetime(deadline) {} }
      TestJackd.awaitClosedClients()
      let jackd = try TestJackd()
      let engine = try SoundEngine(rate: 48000)
      let output = try JACKOutput(
        engine: engine, options: JACKOptions(audio: .jack, serverName: jackd.name), time: SystemTime(), machine: .test)
      let cues = Cues(clock: engine.clock)
      let parts = PracticeParts(
        ports: InMemoryMIDIPorts(), output: output, engine: engine, store: InMemoryStore(), events: cues,
        time: SystemTime())
      let practice = try Practice(
        configuration: PracticeConfiguration(
          library: MappingLibrary(mappings: []), seed: 1), parts: parts)
      Thread.detachNewThread { _ = practice.run() }
      defer {
        practice.mailbox.post(.intent(.leave, at: SystemTime().now(), source: .keys))
        practice.mailbox.post(.intent(.leave, at: SystemTime().now(), source: .keys))
        output.close(within: .seconds(1))
      }
      try #require(eventually { cues.isReady })
      var random = SplitMix64(seed: 16)
      var worst = 0.0
      var (sounded, late) = (0, 0)
      for number in 0..<(outages ?? 2) {
        // The countdown's cues come after the outage, or, in one of four, within it.
        let length = outages == nil ? [0.7, 2.3][number] : Double.random(in: 0.6...20, using: &random)
        let countdown = max(3, Int(length.rounded(.up)) + [4, 5, 6, 1][number % 4])
        // An outage that is over before any cue, and one between cues.
        let begin = 0.3 + Double.random(in: 0...1, using: &random)
        cues.kept.withLock { ($0.shown, $0.sounded) = ([], []) }
        let configuration = try TimerConfiguration(
          .amrap(durationSeconds: 30), source: .free, countdownSeconds: countdown)
        let now = SystemTime().now()
        practice.mailbox.post(.intent(.timer(.choose(configuration)), at: now, source: .keys))
        practice.mailbox.post(.intent(.timer(.confirm), at: now, source: .keys))
        let origin = SystemTime().now()
        sleep(until: origin + .seconds(begin))
        jackd.process.signal(SIGSTOP)
        sleep(until: origin + .seconds(begin + length))
        jackd.process.signal(SIGCONT)
        try #require(eventually { cues.isReady }, "no sound after an outage of \(length) s")
        // All cues of the countdown, and what may come too late.
        try #require(eventually { cues.phase == .running })
        sleep(until: SystemTime().now() + .milliseconds(400))
        for intent in [TimerIntent.end, .cancel] {
          practice.mailbox.post(.intent(.timer(intent), at: SystemTime().now(), source: .keys))
        }
        try #require(eventually { cues.phase == .idle })
        let (shown, heard) = cues.kept.withLock { ($0.shown, $0.sounded) }
        for (tone, time) in heard {
          sounded += 1
          // Nothing is shown before its time, so the first cue shown gives the start of the countdown.
          guard let start = shown.map({ $0.time - Self.offset(of: $0.cue, countdown) }).min(),
            let cue = shown.map(\.cue).first(where: { CueTone.told(by: $0) == tone })
          else {
            late += 1
            continue
          }
          let apart = abs((time - (start + Self.offset(of: cue, countdown))).seconds)
          worst = max(worst, apart)
          if apart > 0.020 {
            late += 1
            print("outage \(number) of \(length) s from \(begin) s: \(tone) sounded \(apart) s apart")
          }
        }
      }
      print("\(late) of \(sounded) cues apart from what is shown; the worst by \(worst) s")
      #expect(late == 0)
      #expect(sounded > 0)
    }

    private static func offset(of cue: TimerCue, _ countdown: Int) -> Duration {
      switch cue {
      case .three: .seconds(countdown - 3)
      case .two: .seconds(countdown - 2)
      case .one: .seconds(countdown - 1)
      default: .seconds(countdown)
      }
    }

    private func sleep(until time: MonotonicTime) {
      while SystemTime().now() < time { usleep(1000) }
    }
  }
}

extension CueTone {
  /// The tone of a cue of a countdown.
  fileprivate static func told(by cue: TimerCue) -> CueTone {
    switch cue {
    case .three: .low
    case .two: .medium
    case .one: .high
    default: .start
    }
  }
}
