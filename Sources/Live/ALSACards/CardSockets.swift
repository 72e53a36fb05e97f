import CALSA
import CLinux
import Glibc
import Linux
import Ports
import Synchronization

/// The headphone sockets of this machine's sound cards, from the cards' own controls.
///
/// One thread waits, without a timeout, for the cards' events and for cards that appear or disappear; there is no
/// polling.
public final class CardSockets: HeadphoneSockets {
  /// Rung at the end.
  private let end: EventFD
  /// The folder of control devices.
  private let folder: String
  private let isStarted = Atomic<Bool>(false)

  /// Creates sockets that are not watched yet; nil if the process has no descriptor left.
  public convenience init?() { self.init(folder: "/dev/snd") }

  init?(folder: String) {
    let end = EventFD()
    guard end.isUsable else { return nil }
    self.end = end
    self.folder = folder
    calsa_silence()
  }

  /// Starts watching on a private thread; without sound cards, or without resources for a thread, nothing is reported.
  public func start(report: @escaping @Sendable (Int) -> Void) {
    guard !isStarted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The thread retains the sockets, and with them the descriptor, for as long as it runs.
    PlainThread.start(name: "sockets") { self.watch(report) }
  }

  /// Ends the thread; does not wait for it.
  public func close() { end.ring() }

  private func watch(_ report: (Int) -> Void) {
    let folders = linux_folder_watch()
    guard folders >= 0 else { return }
    defer { Glibc.close(folders) }
    var states = JackStates()
    var cards: [CardControls] = []
    var mustLook = true
    while true {
      if mustLook {
        mustLook = false
        lookForCards(folders, &cards, &states)
      }
      let own = [
        pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: folders, events: Int16(POLLIN), revents: 0),
      ]
      var descriptors = own + cards.flatMap(\.descriptors)
      linux_wait(&descriptors, Int32(descriptors.count), -1)
      if descriptors[0].revents != 0 { return }
      if descriptors[1].revents != 0 {
        linux_folder_watch_clear(folders)
        mustLook = true
      }
      cards.removeAll { card in
        guard let changes = card.changes() else {
          _ = states.handle(.cardGone(card.card))
          // It may already be back under the same number.
          mustLook = true
          return true
        }
        for change in changes {
          if let pulled = states.handle(change) { report(pulled) }
        }
        return false
      }
    }
  }

  /// Opens new cards, and cards that may be opened now.
  private func lookForCards(_ watch: Int32, _ cards: inout [CardControls], _ states: inout JackStates) {
    // The folder itself is created with the first card. Changes during the read are reported afterwards.
    let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
    linux_folder_watch_add(watch, "/\(parent)")
    linux_folder_watch_add(watch, folder)
    for number in Self.cards(in: folder) where !cards.contains(where: { $0.card == number }) {
      guard let card = CardControls(card: number) else { continue }
      cards.append(card)
      for state in card.states() { _ = states.handle(state) }
    }
  }

  /// Returns the numbers of the cards whose control device is in `folder`.
  static func cards(in folder: String) -> [Int] {
    (Descriptor.names(in: folder) ?? []).compactMap { name in
      guard name.hasPrefix("controlC"), let number = Int(name.dropFirst(8)), number >= 0 else { return nil }
      return number
    }.sorted()
  }
}
