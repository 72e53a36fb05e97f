import Controllers
import MIDI
import Time

/// What plugging in and out, and cables laid in a loop, must not disturb.
extension PracticeCore {
  /// A port has other names now.
  func change(_ port: PortDescription) {
    guard devices[port.id] != nil else { return }
    devices[port.id]?.port = port
    devices[port.id]?.mayBeAnother = true
    chooseProfilesAgain()
    refreshControllers()
  }

  /// A controller that turned out to be another one, or has another profile, begins anew, as if it were plugged in now. One in
  /// use keeps its profile until practice stops: controls must not change under the hands.
  func chooseProfilesAgain() {
    let order = deviceOrder
    var hasChanged = false
    for id in order where id != portInUse {
      guard let device = devices[id], device.mayBeAnother || device.mayHaveAnotherProfile else { continue }
      devices[id]?.mayBeAnother = false
      devices[id]?.mayHaveAnotherProfile = false
      guard library.library.match(device.port).profile != device.profile else { continue }
      send(devices[id]?.cues.finish(), to: id)
      // Nobody has pulled it out, though it is plugged in anew.
      if learning?.port == id, !device.mayBeAnother { endLearning(.asked) }
      disconnect(id)
      connect(device.port)
      // What is another controller sleeps again; the same one stays awake.
      devices[id]?.woken = device.woken && !device.mayBeAnother
      hasChanged = true
    }
    guard hasChanged else { return }
    deviceOrder = order
    refreshControllers()
  }

  /// A controller is gone, and its address may become another one's.
  func forget(_ id: PortID) {
    tuner.forget(id)
    if case .slider(id, _) = promise?.hand { promise = nil }
  }

  /// Whether somebody's hands did what `message` tells: it is neither ours, come back from this controller or over a cable
  /// from another one, nor something another port has told already. What may be the release of a held control counts.
  func isFromHands(_ message: MIDIMessage, at time: MonotonicTime, on id: PortID) -> Bool {
    guard let device = devices[id] else { return false }
    var isEcho = devices[id]?.echoes.isEcho(message, at: time) ?? false
    for other in deviceOrder where other != id && !isEcho {
      isEcho = devices[other]?.echoes.isEcho(message, at: time, elsewhere: true) ?? false
    }
    let isCopy = devices.count > 1 && !isEcho && copies.isCopy(message, from: id, at: time)
    return !(isEcho || isCopy) || device.decoder.holds(message)
  }
}
