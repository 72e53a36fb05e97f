import Foundation
import Glibc
import Linux
import PlainText

/// A playback device of a sound card, as the kernel lists it.
public struct PlaybackDevice: Hashable, Sendable {
  /// The kind of output, in the order in which Peach prefers them for a jackd.
  public enum Kind: Int, Comparable, Sendable {
    /// A USB interface: plugged in on purpose.
    case usb
    /// Headphones or line out.
    case analogue
    /// HDMI or DisplayPort with a display attached.
    case hdmi
    /// HDMI or DisplayPort without a display: never used.
    case hdmiUnplugged

    /// Sorts preferred kinds first.
    public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// The card's number, from 0.
  public var card: Int
  /// The card's id, as in `hw:PCH`.
  public var cardID: String
  /// The device's number on its card.
  public var device: Int
  /// The device's own name.
  public var name: String
  /// The kind of output.
  public var kind: Kind
  /// Whether another program, a sound server for instance, has it open.
  public var isBusy: Bool
  /// Whether this user may open it.
  public var isPermitted: Bool

  /// Its name for ALSA and jackd.
  public var address: String { "hw:\(cardID),\(device)" }

  /// The name a musician knows it by.
  var title: String { "\(cardID): \(name)" }
}

extension PlaybackDevice {
  /// Returns all playback devices, preferred ones first. Empty without sound hardware (or without `/proc/asound`).
  static func all(on machine: Machine) -> [PlaybackDevice] {
    let cards = machine.path("proc/asound")
    return entries(of: cards)
      .compactMap { entry in number(entry, prefix: "card", suffix: "").map { (card: $0, path: "\(cards)/\(entry)") } }
      .flatMap { devices(ofCard: $0.card, path: $0.path, machine: machine) }
      .sorted { ($0.kind, $0.card, $0.device) < ($1.kind, $1.card, $1.device) }
  }

  private static func devices(ofCard card: Int, path: String, machine: Machine) -> [PlaybackDevice] {
    let id = text("\(path)/id")
    let isUSB = access("\(path)/usbid", F_OK) == 0
    let display = displayAttached(card: path, machine: machine)
    return entries(of: path).compactMap { entry in
      guard let device = number(entry, prefix: "pcm", suffix: "p") else { return nil }
      let info = fields("\(path)/\(entry)/info")
      let name = info["name"] ?? info["id"] ?? id
      let isHDMI = [id, name, info["id"] ?? ""].contains {
        $0.localizedCaseInsensitiveContains("hdmi") || $0.localizedCaseInsensitiveContains("displayport")
      }
      let status = text("\(path)/\(entry)/sub0/status")
      return PlaybackDevice(
        card: card, cardID: id.isEmpty ? String(card) : id, device: device, name: name,
        kind: isUSB ? .usb : isHDMI ? (display ? .hdmi : .hdmiUnplugged) : .analogue,
        isBusy: !status.isEmpty && status != "closed",
        isPermitted: access(machine.path("dev/snd/pcmC\(card)D\(device)p"), W_OK) == 0)
    }
  }

  /// Returns whether a display is connected. Cards with HD audio list it in `eld#` files; others (a Raspberry Pi's)
  /// have only the graphics side.
  private static func displayAttached(card: String, machine: Machine) -> Bool {
    let descriptions = entries(of: card).filter { $0.hasPrefix("eld#") }
    if !descriptions.isEmpty {
      return descriptions.contains { text("\(card)/\($0)").contains(/monitor_present\s+1/) }
    }
    let connectors = machine.path("sys/class/drm")
    return entries(of: connectors).contains {
      ($0.contains("HDMI") || $0.contains("-DP-")) && text("\(connectors)/\($0)/status") == "connected"
    }
  }

  private static func entries(of folder: String) -> [String] {
    (Descriptor.names(in: folder) ?? []).sorted()
  }

  private static func text(_ path: String) -> String {
    let content = (try? SmallFile.read(path, limit: 1 << 16)) ?? []
    return String(decoding: content, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Reads `key: value` lines.
  private static func fields(_ path: String) -> [String: String] {
    let pairs = TextLine.lines(of: Array(text(path).utf8)).compactMap { line -> (String, String)? in
      let line = String(decoding: line.text, as: UTF8.self)
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func number(_ text: String, prefix: String, suffix: String) -> Int? {
    guard text.hasPrefix(prefix), text.hasSuffix(suffix) else { return nil }
    return Int(text.dropFirst(prefix.count).dropLast(suffix.count))
  }
}
