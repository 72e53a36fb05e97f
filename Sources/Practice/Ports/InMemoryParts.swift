import Controllers
import Foundation
import MIDI
import Sound
import Synchronization
import Time
import Timers
import Training

/// Controllers in memory: a test injects events and reads the messages sent.
public final class InMemoryMIDIPorts: MIDIPorts {
  private struct Shared {
    var report: (@Sendable (MIDIPortEvent) -> Void)?
    var sent: [(port: PortID, message: MIDIMessage)] = []
  }

  private let shared = Mutex(Shared())

  /// Creates ports without controllers.
  public init() {}

  /// Reports `ready`, then every injected event.
  public func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {
    shared.withLock { $0.report = report }
    report(.ready)
  }

  /// Stores the messages for `takeSent(to:)`.
  public func send(_ messages: [MIDIMessage], to port: PortID) {
    shared.withLock { shared in
      for message in messages { shared.sent.append((port, message)) }
    }
  }

  /// Stops reporting.
  public func close(within limit: Duration) {
    shared.withLock { $0.report = nil }
  }

  /// Reports `event` as the hands thread would. Any thread.
  public func inject(_ event: MIDIPortEvent) {
    shared.withLock { $0.report }?(event)
  }

  /// Returns the messages sent to `port` since the last call, in order.
  public func takeSent(to port: PortID) -> [MIDIMessage] {
    shared.withLock { shared in
      let messages = shared.sent.filter { $0.port == port }.map(\.message)
      shared.sent.removeAll { $0.port == port }
      return messages
    }
  }
}

/// A sound output whose cycles are rendered by its owner, at any speed.
public final class OfflineOutput: SoundOutput {
  private let report = Mutex<(@Sendable (SoundStatus) -> Void)?>(nil)
  /// The description it reports at the start.
  public let description: SoundDescription
  private let periods = Mutex<[Int]>([])
  private let followed = Mutex(0)

  /// Creates an output at `rate` hertz that is rendered `period` frames at a time and heard `latency` frames later.
  public init(rate: Int = 48_000, period: Int = 256, latency: Int = 0) {
    description = SoundDescription(server: .offline, rate: rate, period: period, latency: latency, output: "memory")
  }

  /// Reports `ready`, then every injected status.
  public func start(report: @escaping @Sendable (SoundStatus) -> Void) {
    self.report.withLock { $0 = report }
    report(.ready(description))
  }

  /// Stores the request in `requestedPeriods`.
  public func requestPeriod(_ frames: Int) {
    periods.withLock { $0.append(frames) }
  }

  /// Stops reporting.
  public func close(within limit: Duration) {
    report.withLock { $0 = nil }
  }

  /// Counts the call in `timesFollowed`.
  public func followOutput() {
    followed.withLock { $0 += 1 }
  }

  /// The number of calls of `followOutput`.
  public var timesFollowed: Int { followed.withLock { $0 } }

  /// The requested periods, in order.
  public var requestedPeriods: [Int] { periods.withLock { $0 } }

  /// Reports `status` as the control thread would. Any thread.
  public func inject(_ status: SoundStatus) {
    report.withLock { $0 }?(status)
  }
}

/// A store that keeps answers for the lifetime of the program.
public final class InMemoryStore: RecordStore {
  private struct Shared {
    var report: (@Sendable (StoreEvent) -> Void)?
    var records: [ExerciseRecord] = []
    var splits: [String: Int] = [:]
    var workouts: [Workout] = []
    var timers: [TimerKind: TimerConfiguration] = [:]
  }

  private let shared = Mutex(Shared())

  /// Creates an empty store.
  public init() {}

  /// Reports every record as saved, and every injected event.
  public func start(report: @escaping @Sendable (StoreEvent) -> Void) {
    shared.withLock { $0.report = report }
  }

  /// Stores the record and reports it as saved.
  public func save(_ record: ExerciseRecord) {
    shared.withLock { shared in
      shared.records.append(record)
      return shared.report
    }?(.saved(record.id))
  }

  /// Marks the record as withdrawn and reports it.
  public func withdraw(_ id: UUID) {
    shared.withLock { shared in
      if let index = shared.records.firstIndex(where: { $0.id == id }) { shared.records[index].withdrawn = true }
      return shared.report
    }?(.withdrawn(id))
  }

  /// Stores the split in `splits`.
  public func rememberSplit(_ note: Int, for controller: String) {
    shared.withLock { $0.splits[controller] = note }
  }

  /// Applies the change to the workout in `workouts`, and reports it as saved.
  public func save(_ change: WorkoutChange, of id: UUID, number: Int) {
    shared.withLock { shared in
      if case .begun(let workout) = change.kind, workout.id == id, !shared.workouts.contains(where: { $0.id == id }) {
        shared.workouts.append(workout)
      }
      if let index = shared.workouts.firstIndex(where: { $0.id == id }) { shared.workouts[index].apply(change) }
      return shared.report
    }?(.savedWorkout(id, change: number))
  }

  /// Stores the configuration in `timers`.
  public func remember(_ configuration: TimerConfiguration) {
    shared.withLock { $0.timers[configuration.kind] = configuration }
  }

  /// Returns at once: nothing is pending.
  public func close(within limit: Duration) -> StoreClosure { .complete }

  /// The saved comparisons, in order.
  public var records: [ComparisonRecord] {
    shared.withLock { $0.records.compactMap { if case .comparison(let record) = $0 { record } else { nil } } }
  }

  /// The saved matching records, in order.
  public var matchingRecords: [MatchingRecord] {
    shared.withLock { $0.records.compactMap { if case .matching(let record) = $0 { record } else { nil } } }
  }

  /// The saved records of listening to pairs, in order.
  public var listeningRecords: [ListeningRecord] {
    shared.withLock { $0.records.compactMap { if case .listening(let record) = $0 { record } else { nil } } }
  }

  /// The saved answers to early or late, in order.
  public var timingRecords: [TimingRecord] {
    shared.withLock { $0.records.compactMap { if case .timing(let record) = $0 { record } else { nil } } }
  }

  /// The saved records of listening to early or late, in order.
  public var timingListeningRecords: [TimingListeningRecord] {
    shared.withLock { $0.records.compactMap { if case .timingListening(let record) = $0 { record } else { nil } } }
  }

  /// The answers to beats so far.
  public var beatsRecords: [BeatsRecord] {
    shared.withLock { $0.records.compactMap { if case .beats(let record) = $0 { record } else { nil } } }
  }

  /// The timed practices, in the order of their starts.
  public var workouts: [Workout] { shared.withLock { $0.workouts } }

  /// The last configuration of each kind of timer.
  public var timers: [TimerKind: TimerConfiguration] { shared.withLock { $0.timers } }

  /// The remembered splits.
  public var splits: [String: Int] { shared.withLock { $0.splits } }

  /// Reports `event` as the store's thread would. Any thread.
  public func inject(_ event: StoreEvent) {
    shared.withLock { $0.report }?(event)
  }
}

/// An event stream in memory.
public final class InMemoryEvents: PracticeEventSink {
  private let events = Mutex<[PracticeEvent]>([])

  /// Creates an empty stream.
  public init() {}

  /// Stores the event.
  public func post(_ event: PracticeEvent) {
    events.withLock { $0.append(event) }
  }

  /// All events so far, in order.
  public var all: [PracticeEvent] { events.withLock { $0 } }
}
