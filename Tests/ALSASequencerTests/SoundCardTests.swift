import Controllers
import Foundation
import Testing

@testable import ALSASequencer

@Suite struct SoundCardTests {
  @Test(arguments: [
    ("09e8\n", "0049\n", USBID(vendor: 0x09E8, product: 0x0049)),
    ("1235", "0113", USBID(vendor: 0x1235, product: 0x0113)),
    ("FFFF\n", "ffff\n", USBID(vendor: 0xFFFF, product: 0xFFFF)), ("", "0049", nil), ("09e8", "\n", nil),
    ("09e8", "49", nil), ("09e80", "0049", nil), ("+9e8", "0049", nil), ("09e8", "004g", nil), (" 9e8", "0049", nil),
  ])
  func `USB id`(vendor: String, product: String, id: USBID?) {
    #expect(SoundCard.usbID(vendor: vendor, product: product) == id)
  }

  @Test(arguments: [
    ("1-1:1.0", "1-1"), ("1-1.2:1.0", "1-1.2"), ("3-4.1.2:1.3", "3-4.1.2"), ("snd_virmidi.0", nil), ("gadget.0", nil),
    ("0000:00:1f.3", nil), ("1-1", nil), ("usb1", nil), ("1-:1.0", nil), ("1-1..2:1.0", nil), ("", nil),
  ])
  func `usb path`(device: String, path: String?) {
    #expect(SoundCard.usbPath(device) == path)
  }

  @Test(arguments: [
    ("gadget", true), ("gadget.0", true), ("gadget.11", true), ("gadgets", false), ("1-1:1.0", false),
  ])
  func `gadget`(device: String, expected: Bool) {
    #expect(SoundCard.isGadget(device) == expected)
  }

  @Test func `a card is read from the system's folders`() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let roots = SystemRoots(sys: root.path + "/sys", dev: root.path + "/dev")
    for folder in ["bus/1-1.2/1-1.2:1.0", "sys/card1", "sys/card2", "dev"] {
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    try "09e8\n".write(toFile: root.path + "/bus/1-1.2/idVendor", atomically: false, encoding: .utf8)
    try "0049\n".write(toFile: root.path + "/bus/1-1.2/idProduct", atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: roots.sys + "/card1/device", withDestinationPath: "../../bus/1-1.2/1-1.2:1.0")
    try FileManager.default.createSymbolicLink(
      atPath: roots.sys + "/card2/device", withDestinationPath: "../../../gadget.0")
    try "".write(toFile: roots.dev + "/controlC1", atomically: false, encoding: .utf8)

    #expect(
      SoundCard(number: 1, roots: roots)
        == SoundCard(usb: USBID(vendor: 0x09E8, product: 0x49), usbPath: "1-1.2", isReadable: true))
    #expect(SoundCard(number: 2, roots: roots) == SoundCard(isGadget: true, isReadable: false))
    #expect(SoundCard(number: 3, roots: roots) == SoundCard(isReadable: false))
  }
}
