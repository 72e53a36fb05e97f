import Controllers
import MIDI
import Ports
import Time

/// Plugging in and out, and other mappings.
extension Rack {
  /// Handles news of ports, apart from messages. What is shown after a controller has gone is refreshed by `finish`.
  mutating func handle(_ event: MIDIPortEvent, in context: PracticeContext) -> [Effect] {
    switch event {
    case .unavailable(let failure): return [.retract(.noSequencer), .post(.noSequencer(failure))]
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

  /// What `event` has led to is done: practice may have been left because of it.
  mutating func finish(_ event: MIDIPortEvent, in context: PracticeContext) -> [Effect] {
    if case .disconnected = event { refresh(in: context) } else { [] }
  }

  /// A controller is there.
  private mutating func connect(_ port: PortDescription, in context: PracticeContext) -> [Effect] {
    let match = library.library.match(port)
    devices[port.id] = Device(port: port, mapping: match.mapping, split: splits[port.memoryKey])
    order.removeAll { $0 == port.id }
    order.append(port.id)
    recallLocalControl(of: port.id, in: context)
    return [.tuning(.newHands(on: port.id)), .tell(.controllerConnected(port, mapping: match.mapping.name))]
      + refresh(in: context)
  }

  /// A controller is gone, and its address may become another one's. What is shown has yet to be refreshed: practice may
  /// have to be left first.
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

  /// A port has other names now.
  private mutating func change(_ port: PortDescription, in context: PracticeContext) -> [Effect] {
    guard devices[port.id] != nil else { return [] }
    devices[port.id]?.port = port
    devices[port.id]?.mayBeAnother = true
    let effects = chooseMappingsAgain(in: context)
    return effects + refresh(in: context)
  }

  /// A mapping file was written or removed: it serves at once, and in use from the next stop on.
  mutating func handle(_ change: MappingChange, in context: PracticeContext) -> [Effect] {
    library.change(change.file, to: change.mapping)
    for id in order { devices[id]?.mayHaveAnotherMapping = true }
    let effects = context.isPractising ? [] : chooseMappingsAgain(in: context)
    return effects + refresh(in: context)
  }

  /// Practice has stopped: mappings that could not change under the hands change now.
  mutating func stopped(in context: PracticeContext) -> [Effect] {
    inUse = nil
    return chooseMappingsAgain(in: context)
  }

  /// A controller that turned out to be another one, or has another mapping, begins anew, as if it were plugged in now. One in
  /// use keeps its mapping until practice stops: controls must not change under the hands.
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
      // Nobody has pulled it out, though it is plugged in anew.
      if learning?.port == id, !device.mayBeAnother { effects += endLearning(.asked, in: context) }
      effects += disconnect(id, in: context) + refresh(in: context)
      effects += connect(device.port, in: context)
      // What is another controller sleeps again; the same one stays awake.
      devices[id]?.woken = device.woken && !device.mayBeAnother
      hasChanged = true
    }
    guard hasChanged else { return effects }
    self.order = order
    return effects + refresh(in: context)
  }

  /// Switches keyboards' own sounds off while practice runs on them, if their mapping says that the player wants it, and on
  /// again when it ends; even on one that sleeps by then, which must not stay silent under somebody's hands. One that was
  /// plugged in is told once how it should be, as soon as it may be told anything: a practice that was killed, or a power
  /// cut, may have left it silent.
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

  /// A controller is back that was pulled out while its own sound was off. Whether it has kept that is not known: it is told
  /// again what it should be.
  private mutating func recallLocalControl(of id: PortID, in context: PracticeContext) {
    guard let device = devices[id], owedLocalControl.remove(device.port.memoryKey) != nil else { return }
    let shouldBeOff = context.isPractising && isServed(device)
    devices[id]?.isLocalControlOff = !shouldBeOff
  }
}
