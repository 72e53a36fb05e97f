import PlainText

/// A sequencer port's address while it is plugged in. Client numbers change on replugging: never store one.
public struct PortID: Hashable, Sendable {
  /// The sequencer's client number.
  public var client: UInt8
  /// The port's number within its client.
  public var port: UInt8

  /// Creates the address of `port` on `client`.
  public init(client: UInt8, port: UInt8) {
    self.client = client
    self.port = port
  }
}

/// A USB vendor and product id.
public struct USBID: Hashable, Sendable, CustomStringConvertible {
  /// The maker, as in `09e8`.
  public var vendor: UInt16
  /// The product, as in `0049`.
  public var product: UInt16

  /// Creates an id from its parts.
  public init(vendor: UInt16, product: UInt16) {
    self.vendor = vendor
    self.product = product
  }

  /// The id as text, as in `09e8:0049`.
  public var description: String {
    let digits = [vendor, product].map { id in
      let digits = String(id, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    return digits.joined(separator: ":")
  }
}

/// The properties of a connected controller's port that a mapping is matched by.
public struct PortDescription: Hashable, Sendable {
  /// The port's current address.
  public var id: PortID
  /// The sequencer client's name: for USB devices the product string.
  public var clientName: String
  /// The port's name, in one of the kernel's three spellings.
  public var portName: String
  /// The port's place among its device's ports, from 0.
  public var portIndex: Int
  /// The device's USB id; nil for ports of other software and non-USB cards.
  public var usb: USBID?
  /// The device's USB path (as in `1-1.2`), which distinguishes two equal devices; nil if it is unknown.
  public var usbPath: String?
  /// The names of other clients that are subscribed to this port, excluding ourselves.
  public var otherListeners: [String]

  /// Memberwise initializer. Names come from devices and other programs, so it cleans them (`CleanText`).
  public init(
    id: PortID, clientName: String, portName: String, portIndex: Int = 0, usb: USBID? = nil, usbPath: String? = nil,
    otherListeners: [String] = []
  ) {
    self.id = id
    self.clientName = CleanText.line(clientName)
    self.portName = CleanText.line(portName)
    self.portIndex = portIndex
    self.usb = usb
    self.usbPath = usbPath
    self.otherListeners = otherListeners.map(CleanText.line)
  }
}
