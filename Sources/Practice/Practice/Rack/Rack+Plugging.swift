import Controllers
import MIDI
import Ports
import Time

/// Plugging and unplugging, and changes of mapping.
extension Rack {
  /// Handles news of ports, apart from messages. `finish` refreshes the view after a controller has gone.
  mutating func handle(_ event: MIDIPortEvent, in context: PracticeContext) -> [Effect] {
    switch event {
    case .unavailable(let failure):
      return [.retract(.noSequencer), .post(.noSequencer(failure))] + (isOnlyInput ? [.leave(.noInput)] : [])
    case .ready: return [.retract(.noSequencer)]
    case .connected(let port): return connect(port, in: context)
    case .changed(let port): return change(port, in: context)
    case .disconnected(let id):
      guard devices[id] != nil else { return [] }
      let effects = disconnect(id, in: context)
      return effects + (inUse == id ? [.interrupt(.unplugged)] : []) + [.explanation(.end)]
    case .received: return []
    case .overflowed: return forgetHeldKeys(in: context)
    case .listeners(let id, let names):
      devices[id]?.port.otherListeners = names
      return refresh(in: context)
    }
  }

  /// Refreshes the view once the effects of `event` are done: practice may have stopped because of it.
  mutating func finish(_ event: MIDIPortEvent, in context: PracticeContext) -> [Effect] {
    if case .disconnected = event { refresh(in: context) } else { [] }
  }

  /// Adds a controller.
  private mutating func connect(_ port: PortDescription, in context: PracticeContext) -> [Effect] {
    let match = library.library.match(port)
    devices[port.id] = Device(port: port, mapping: match.mapping, split: splits[port.memoryKey])
    order.removeAll { $0 == port.id }
    order.append(port.id)
    recallLocalControl(of: port.id, in: context)
    return [.tuning(.newHands(on: port.id)), .tell(.controllerConnected(port, mapping: match.mapping.name))]
      + refresh(in: context)
  }

  /// Removes a controller, whose address another one may get. The view is refreshed later, as practice may have to stop
  /// first.
  private mutating func disconnect(_ id: PortID, in context: PracticeContext) -> [Effect] {
    guard let device = devices.removeValue(forKey: id) else { return [] }
    order.removeAll { $0 == id }
    if device.isLocalControlOff == true { owedLocalControl.insert(device.port.memoryKey) }
    let isLearned = learning?.port == id
    return [.tuning(.forget(id))] + (isLearned ? endLearning(.unplugged, in: context) : []) + [
      .tell(.controllerDisconnected(device.port)),
      .retract(.exactly(.unmappedPresses(controller: device.port.clientName))),
    ]
  }

  /// Updates the names of a port.
  private mutating func change(_ port: PortDescription, in context: PracticeContext) -> [Effect] {
    guard devices[port.id] != nil else { return [] }
    devices[port.id]?.port = port
    devices[port.id]?.mayBeAnother = true
    let effects = chooseMappingsAgain(in: context)
    return effects + refresh(in: context)
  }

  /// Applies a mapping file that was written or removed: at once, or for a controller in use when practice stops.
  mutating func handle(_ change: MappingChange, in context: PracticeContext) -> [Effect] {
    library.change(change.file, to: change.mapping)
    for id in order { devices[id]?.mayHaveAnotherMapping = true }
    let effects = context.isPractising ? [] : chooseMappingsAgain(in: context)
    return effects + refresh(in: context)
  }

  /// Applies the mapping changes that were postponed during practice.
  mutating func stopped(in context: PracticeContext) -> [Effect] {
    inUse = nil
    return chooseMappingsAgain(in: context)
  }

  /// Reconnects controllers whose identity or mapping has changed, as if they were plugged in now. A controller in use
  /// keeps its mapping until practice stops: its controls must not change during play.
  private mutating func chooseMappingsAgain(in context: PracticeContext) -> [Effect] {
    let order = order
    var hasChanged = false
    var effects: [Effect] = []
    for id in order where id != inUse {
      guard let device = devices[id], device.mayBeAnother || device.mayHaveAnotherMapping else { continue }
      devices[id]?.mayBeAnother = false
      devices[id]?.mayHaveAnotherMapping = false
      guard library.library.match(device.port).mapping != device.mapping else { continue }
      effects += send(devices[id]?.cues.finish(), to: id, context.now)
      // The controller was not unplugged, though it is connected again.
      if learning?.port == id, !device.mayBeAnother { effects += endLearning(.asked, in: context) }
      effects += disconnect(id, in: context) + refresh(in: context)
      effects += connect(device.port, in: context)
      // A different controller sleeps again; the same one stays awake.
      devices[id]?.woken = device.woken && !device.mayBeAnother
      hasChanged = true
    }
    guard hasChanged else { return effects }
    self.order = order
    return effects + refresh(in: context)
  }

  /// Switches the local control of keyboards off while practice runs on them, if their mapping says that the player
  /// wants it, and on again when it ends, even on one that is asleep then, so that it does not stay silent as an
  /// instrument. A newly plugged-in one is sent its state once, as soon as anything may be sent to it: a killed program
  /// or a power cut may have left it silent.
  mutating func settleLocalControl(in context: PracticeContext) -> [Effect] {
    var effects: [Effect] = []
    for id in order {
      guard let device = devices[id] else { continue }
      let isOff = context.isPractising && isServed(device)
      let messages = device.cues.localControl(isOn: !isOff)
      guard isOff != device.isLocalControlOff, device.isLocalControlOff != nil || isServed(device), !messages.isEmpty
      else { continue }
      devices[id]?.isLocalControlOff = isOff
      effects += send(messages, to: id, context.now)
    }
    return effects
  }

  /// Restores the local control of a controller that was unplugged while it was off. Whether the controller has kept
  /// that state is unknown, so it is sent again.
  private mutating func recallLocalControl(of id: PortID, in context: PracticeContext) {
    guard let device = devices[id], owedLocalControl.remove(device.port.memoryKey) != nil else { return }
    let shouldBeOff = context.isPractising && isServed(device)
    devices[id]?.isLocalControlOff = !shouldBeOff
  }
}
