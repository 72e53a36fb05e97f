import Controllers
import Glibc
import Linux

/// The system's data on the sound card behind a port.
struct SoundCard: Hashable, Sendable {
  /// The USB vendor and product id; nil for other cards.
  var usb: USBID?
  /// The USB port, as in `1-1.2` (bus, then the port of each hub on the way); nil for other cards.
  var usbPath: String?
  /// The inner side of a USB gadget that this machine presents to another one.
  var isGadget = false
  /// This user may read its control device: it is on this user's seat.
  var isReadable: Bool

  /// Reads the system's data on card `number`.
  init(number: Int, roots: SystemRoots) {
    let link = "\(roots.sys)/card\(number)/device"
    let device = Self.lastComponentOfLink(link)
    usbPath = device.flatMap(Self.usbPath)
    // Reads the USB device above the interface: /proc/asound has a card's `usbid` only some time after the sequencer
    // has announced its port.
    if usbPath != nil, let vendor = Self.text(of: "\(link)/../idVendor"),
      let product = Self.text(of: "\(link)/../idProduct")
    {
      usb = Self.usbID(vendor: vendor, product: product)
    }
    isGadget = device.map(Self.isGadget) ?? false
    isReadable = access("\(roots.dev)/controlC\(number)", R_OK) == 0
  }

  init(usb: USBID? = nil, usbPath: String? = nil, isGadget: Bool = false, isReadable: Bool = true) {
    self.usb = usb
    self.usbPath = usbPath
    self.isGadget = isGadget
    self.isReadable = isReadable
  }

  /// Reads the kernel's `idVendor` and `idProduct`: four hexadecimal digits each, and a line's end.
  static func usbID(vendor: String, product: String) -> USBID? {
    guard let vendor = number(vendor), let product = number(product) else { return nil }
    return USBID(vendor: vendor, product: product)
  }

  private static func number(_ text: String) -> UInt16? {
    let digits = text.prefix { $0 != "\n" }
    guard digits.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt16(digits, radix: 16)
  }

  /// Returns the USB path in the name of a USB interface's folder, as in `1-1.2:1.0`; nil for other devices.
  static func usbPath(_ device: String) -> String? {
    let halves = device.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let bus = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bus.count == 2, Int(bus[0]) != nil,
      bus[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ UInt($0) != nil })
    else { return nil }
    return String(halves[0])
  }

  /// Returns whether this is the folder of a gadget's inner side: `gadget`, and since kernel 5.19 `gadget.0`.
  static func isGadget(_ device: String) -> Bool {
    device == "gadget" || device.hasPrefix("gadget.")
  }

  private static func text(of path: String) -> String? {
    (try? SmallFile.read(path, limit: 64)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func lastComponentOfLink(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &bytes, bytes.count)
    guard length > 0 else { return nil }
    let target = String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return target.split(separator: "/").last.map(String.init)
  }
}
