import Controllers
import Foundation
import MIDI
import Ports
import Practice
import Sound
import Synchronization
import Time

/// The renderer of a replay, without sound: it answers as the real one did. The recorded reports arrive as steps.
package final class ReplayedSound: SoundControl {
  package private(set) var cycle: FrameClock.Cycle?
  private var refused: [Int] = []
  private var batches = 0
  private var number: UInt32 = 1

  /// Makes the renderer answer as it did in `step`.
  func prepare(_ step: RecordedStep) {
    cycle = step.taken.cycle
    refused = step.taken.refused
    batches = 0
  }

  package func submit(_ batch: [SoundCommand]) -> UInt32? {
    defer { batches += 1 }
    return refused.contains(batches) ? nil : nextNumber()
  }

  package func silence() -> UInt32 { nextNumber() }

  package func setLevel(decibels: Float, isRise: Bool) {}

  private func nextNumber() -> UInt32 {
    defer { number = number == .max ? 1 : number + 1 }
    return number
  }

  package func tune(epoch: UInt32, cents: Double) {}

  package func nextEvent() -> SoundEvent? { nil }

  package func takeRefusals() -> [Int] { [] }
}

/// The recorded ids of records.
final class ReplayedIDs: Sendable {
  private let ids = Mutex<[UUID]>([])

  func prepare(_ step: RecordedStep) { ids.withLock { $0 = step.ids.reversed() } }

  /// Returns the next id; a new one if the recording has none, which then shows as a difference.
  func next() -> UUID { ids.withLock { $0.popLast() } ?? UUID() }
}

/// The recorded wall clock of each step; nil if the recording does not have it.
final class ReplayedClock: Sendable {
  private let step = Mutex<Date?>(nil)

  var date: Date? { step.withLock(\.self) }

  func prepare(_ step: RecordedStep) { self.step.withLock { $0 = step.date } }
}

/// The output of practice in a replay, kept until it is compared.
final class ReplayedTelling: MIDIPorts, PracticeEventSink {
  private let told = Mutex<[RecordedLine]>([])
  private let events: any PracticeEventSink

  /// Forwards events to `events`.
  init(events: any PracticeEventSink) { self.events = events }

  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {}

  func send(_ messages: [MIDIMessage], to port: PortID) { told.withLock { $0.append(.sent(messages, to: port)) } }

  func close(within limit: Duration) {}

  func post(_ event: PracticeEvent) {
    told.withLock { $0.append(.told(event)) }
    events.post(event)
  }

  /// Returns the output since the last call.
  func take() -> [RecordedLine] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}
