import Controllers
import MIDI
import Ports
import Time

/// A control that a page wants for a role is pressed on its controller: until it is, nothing that is done there acts.
///
/// At the hub only. It ends by itself when a control is known, after 30 s, when the controller is gone or practice starts; it
/// leaves nothing behind but the view state that says how it ended.
extension PracticeCore {
  /// What is being learned.
  struct Learning {
    var port: PortID
    var capture: RoleCapture
    var ends: MonotonicTime
  }

  /// Nothing was pressed for so long: whoever asked has gone.
  static let learningTime = Duration.seconds(30)

  func learn(_ role: Role, on id: PortID) {
    endLearning(.asked)
    let number = (view.learning?.number ?? 0) + 1
    view.learning = ViewState.Learning(number: number, port: id, role: role, stage: .waiting)
    guard !practising, leaving == nil, devices[id] != nil else {
      view.learning?.stage = .ended(.refused)
      return
    }
    forgetHands(on: id)
    learning = Learning(
      port: id, capture: RoleCapture(role: role), ends: parts.time.now() + Self.learningTime)
  }

  func endLearning(_ end: ViewState.Learning.End) { endLearning(at: .ended(end)) }

  private func endLearning(at stage: ViewState.Learning.Stage) {
    guard let id = learning?.port else { return }
    learning = nil
    view.learning?.stage = stage
    // What is still held was meant for this, and where a knob was turned to as well.
    forgetHands(on: id)
  }

  private func forgetHands(on id: PortID) {
    guard let context = devices[id].map(gestureContext) else { return }
    devices[id]?.forgetHeldKeys(at: parts.time.now(), in: context)
  }

  /// A message of the controller that is learned. Where sliders stand is followed, and motors are held where fingers leave
  /// them; nothing else is done with it.
  func hear(_ message: MIDIMessage, at time: MonotonicTime, from id: PortID) {
    var isEcho = false
    for event in devices[id]?.decoder.decode(message) ?? [] {
      let heard = devices[id]?.cues.hear(event, at: time)
      send(heard?.reply, to: id)
      isEcho = isEcho || heard?.isEcho == true
      moveSlider(event, at: time, on: id)
    }
    guard !isEcho else { return }
    handsMoved(at: time)
    finishLearning(learning?.capture.take(message, at: time))
  }

  /// Does what is due by `now`.
  func advanceLearning(to now: MonotonicTime) {
    guard let ends = learning?.ends else { return }
    finishLearning(learning?.capture.advance(to: now))
    if now >= ends { endLearning(.late) }
  }

  private func finishLearning(_ binding: Binding?) {
    if let binding { endLearning(at: .learned(binding)) }
  }

  /// When `advanceLearning` has something to do.
  var learningDeadline: MonotonicTime? {
    learning.map { learning in [learning.ends, learning.capture.deadline].compactMap(\.self).min() ?? learning.ends }
  }

  /// Moves the split of a controller's keyboard, and remembers it.
  func setSplit(_ note: Int, on id: PortID) {
    guard let device = devices[id], (1...127).contains(note) else { return }
    devices[id]?.decoder.split = note
    splits[device.port.memoryKey] = note
    parts.store.rememberSplit(note, for: device.port.memoryKey)
    refreshControllers()
  }

  /// A profile file was written or removed: it serves at once, and in use from the next stop on.
  func take(_ change: ProfileChange) {
    library.change(change.file, to: change.profile)
    for id in deviceOrder { devices[id]?.mayHaveAnotherProfile = true }
    if !practising { chooseProfilesAgain() }
    refreshControllers()
  }
}
