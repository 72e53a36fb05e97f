import CALSA
import Glibc

/// The controls of one sound card, subscribed to. Confined to the thread that created it.
final class CardControls {
  /// The card's number.
  let card: Int
  private let handle: OpaquePointer
  private let event: OpaquePointer
  private let value: OpaquePointer

  /// Opens card number `card` for reading; nil if that is not permitted, or not yet, or the card is gone.
  init?(card: Int) {
    var handle: OpaquePointer?
    guard snd_ctl_open(&handle, "hw:\(card)", Int32(SND_CTL_READONLY | SND_CTL_NONBLOCK)) == 0, let handle else {
      return nil
    }
    var event: OpaquePointer?
    var value: OpaquePointer?
    snd_ctl_event_malloc(&event)
    snd_ctl_elem_value_malloc(&value)
    guard let event, let value, snd_ctl_subscribe_events(handle, 1) >= 0 else {
      if let event { snd_ctl_event_free(event) }
      if let value { snd_ctl_elem_value_free(value) }
      snd_ctl_close(handle)
      return nil
    }
    self.card = card
    self.handle = handle
    self.event = event
    self.value = value
  }

  deinit {
    snd_ctl_event_free(event)
    snd_ctl_elem_value_free(value)
    snd_ctl_close(handle)
  }

  /// The descriptors to poll.
  var descriptors: [pollfd] {
    var descriptors = [pollfd](repeating: pollfd(), count: max(0, Int(snd_ctl_poll_descriptors_count(handle))))
    let count = snd_ctl_poll_descriptors(handle, &descriptors, UInt32(descriptors.count))
    return Array(descriptors.prefix(max(0, Int(count))))
  }

  /// Returns the current states of all headphone sockets.
  func states() -> [JackStates.Event] {
    var list: OpaquePointer?
    snd_ctl_elem_list_malloc(&list)
    guard let list else { return [] }
    defer { snd_ctl_elem_list_free(list) }
    // With space for as many as were counted; the list then contains the number it actually holds.
    guard snd_ctl_elem_list(handle, list) == 0,
      snd_ctl_elem_list_alloc_space(list, snd_ctl_elem_list_get_count(list)) == 0
    else { return [] }
    defer { snd_ctl_elem_list_free_space(list) }
    guard snd_ctl_elem_list(handle, list) == 0 else { return [] }
    return (0..<snd_ctl_elem_list_get_used(list)).compactMap { index in
      guard snd_ctl_elem_list_get_interface(list, index) == SND_CTL_ELEM_IFACE_CARD,
        let name = snd_ctl_elem_list_get_name(list, index), JackStates.isHeadphones(String(cString: name))
      else { return nil }
      return state(of: snd_ctl_elem_list_get_numid(list, index))
    }
  }

  /// Returns the changes since the last call; nil once the card is gone.
  func changes() -> [JackStates.Event]? {
    var changes: [JackStates.Event] = []
    while true {
      let result = snd_ctl_read(handle, event)
      if result == 0 || result == -EAGAIN { return changes }
      if result == -EINTR { continue }
      if result < 0 { return nil }
      if let change = change() { changes.append(change) }
    }
  }

  private func change() -> JackStates.Event? {
    guard snd_ctl_event_get_type(event) == SND_CTL_EVENT_ELEM,
      snd_ctl_event_elem_get_interface(event) == SND_CTL_ELEM_IFACE_CARD,
      let name = snd_ctl_event_elem_get_name(event), JackStates.isHeadphones(String(cString: name))
    else { return nil }
    let control = snd_ctl_event_elem_get_numid(event)
    // All bits set: the control was removed. After any other change, only its current state counts.
    if snd_ctl_event_elem_get_mask(event) == .max { return .removed(JackStates.Jack(card: card, control: control)) }
    return state(of: control)
  }

  private func state(of control: UInt32) -> JackStates.Event? {
    snd_ctl_elem_value_clear(value)
    snd_ctl_elem_value_set_numid(value, control)
    guard snd_ctl_elem_read(handle, value) == 0 else { return nil }
    return .state(
      JackStates.Jack(card: card, control: control), isPlugged: snd_ctl_elem_value_get_boolean(value, 0) != 0)
  }
}
