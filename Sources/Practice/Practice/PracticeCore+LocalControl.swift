import Controllers

/// Keyboards with a sound of their own, which the player wants off while practising.
extension PracticeCore {
  /// Switches keyboards' own sounds off while practice runs on them, if their profile says that the player wants it, and on
  /// again when it ends; even on one that sleeps by then, which must not stay silent under somebody's hands. One that was
  /// plugged in is told once how it should be, as soon as it may be told anything: a practice that was killed, or a power
  /// cut, may have left it silent.
  func settleLocalControl() {
    for id in deviceOrder {
      guard let device = devices[id] else { continue }
      let isOff = practising && isServed(device)
      let messages = device.cues.localControl(isOn: !isOff)
      guard isOff != device.isLocalControlOff, device.isLocalControlOff != nil || isServed(device), !messages.isEmpty
      else { continue }
      devices[id]?.isLocalControlOff = isOff
      send(messages, to: id)
    }
  }

  /// A controller is back that was pulled out while its own sound was off. Whether it has kept that is not known: it is told
  /// again what it should be.
  func recallLocalControl(of id: PortID) {
    guard let device = devices[id], owedLocalControl.remove(device.port.memoryKey) != nil else { return }
    devices[id]?.isLocalControlOff = !(practising && isServed(device))
  }
}
