import Controllers
import Foundation
import MIDI
import Ports
import Screen
import Synchronization
import Texts
import Time

/// Describes controller messages for pages that display them: up to 20 messages a second from each controller. Of
/// faster ones, the newest is reported.
final class ControllerMonitor: Sendable {
  /// The interval between checks for messages.
  static let interval = Duration.milliseconds(50)

  private struct State {
    var takers: [Int: @Sendable (HeardMessage) -> Void] = [:]
    var nextTaker = 0
    var isScheduled = false
  }

  /// State that only the queue's work uses.
  private struct Reading {
    var list: [MonitoredMIDIPorts.Heard] = []
    var readers: [PortID: MessageReader] = [:]
    var rates: [PortID: MessageRate] = [:]
  }

  private let state = Mutex(State())
  private let reading = Mutex(Reading())
  private let queue = DispatchQueue(label: "peach.hands-on", qos: .utility)
  private let ports: MonitoredMIDIPorts
  private let time: any TimeSource
  private let controllers: @Sendable () -> [ViewState.Controller]
  private let mapping: @Sendable (ViewState.Controller) -> ControllerMapping
  private let catalogue: @Sendable () -> Catalogue

  /// `controllers` returns the connected controllers, `mapping` the mapping of one of them.
  init(
    ports: MonitoredMIDIPorts, time: any TimeSource, controllers: @escaping @Sendable () -> [ViewState.Controller],
    mapping: @escaping @Sendable (ViewState.Controller) -> ControllerMapping,
    catalogue: @escaping @Sendable () -> Catalogue
  ) {
    self.ports = ports
    self.time = time
    self.controllers = controllers
    self.mapping = mapping
    self.catalogue = catalogue
  }

  /// Calls `take` with each message, on its own queue, until the returned value is released.
  func listen(_ take: @escaping @Sendable (HeardMessage) -> Void) -> any Sendable {
    ports.beginListening()
    let number = state.withLock { state in
      state.nextTaker += 1
      state.takers[state.nextTaker] = take
      return state.nextTaker
    }
    schedule()
    return Listening { [self] in
      ports.endListening()
      state.withLock { $0.takers[number] = nil }
    }
  }

  /// Schedules the next pass, as long as there is a listener.
  private func schedule() {
    let isDue = state.withLock { state in
      guard !state.isScheduled, !state.takers.isEmpty else { return false }
      state.isScheduled = true
      return true
    }
    guard isDue else { return }
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(Self.interval.nanoseconds))) { [self] in
      state.withLock { $0.isScheduled = false }
      pass()
      schedule()
    }
  }

  /// Passes on the messages since the last call.
  func pass() {
    let messages = reading.withLock { reading -> [HeardMessage] in
      ports.take(into: &reading.list)
      let texts = catalogue()
      let now = time.now()
      var messages: [HeardMessage] = []
      for controller in controllers() {
        let heard = reading.list.filter { $0.port == controller.id }
        let mapping = mapping(controller)
        var reader = reading.readers[controller.id] ?? MessageReader(mapping, split: controller.split)
        if reader.mapping != mapping || reader.split != controller.split {
          reader = MessageReader(mapping, split: controller.split)
        }
        let read = heard.map { (message: $0.message, role: reader.role(of: $0.message)) }
        reading.readers[controller.id] = reader
        var rate = reading.rates[controller.id] ?? MessageRate(now)
        messages += rate.admit(read, at: now).map {
          HeardMessage(
            id: controller.id.text, text: texts.words(of: $0.message), role: $0.role, note: $0.message.noteNumber)
        }
        reading.rates[controller.id] = rate
      }
      return messages
    }
    let takers = state.withLock { $0.takers.sorted { $0.key < $1.key }.map(\.value) }
    for message in messages { for take in takers { take(message) } }
  }

  /// A registered listener; it unregisters when released.
  private final class Listening: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }
}

extension MIDIMessage {
  /// The number of the message's key or pad.
  fileprivate var noteNumber: Int? {
    switch self {
    case .noteOn(_, let note, _), .noteOff(_, let note, _), .polyPressure(_, let note, _): Int(note.rawValue)
    default: nil
    }
  }
}
