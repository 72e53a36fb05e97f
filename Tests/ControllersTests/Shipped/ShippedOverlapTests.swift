import Foundation
import Testing

@testable import Controllers

/// Which ports the shipped files fit: each its own, no two the same, and none of another device.
struct ShippedOverlapTests {
  private static let mappings = MappingLibrary.load(folders: [shippedFolder]).mappings

  /// No port can fit two files: by their ids and names, whatever the stars stand for and wherever the kernel cuts.
  @Test func `no two files fit one port`() {
    let matches = Self.mappings.map { ($0.name, FittingPorts($0.match)) }
    for (index, (name, ports)) in matches.enumerated() {
      #expect(Set(ports.match.usb).count == ports.match.usb.count, "\(name) has an id twice")
      for (other, others) in matches[(index + 1)...] where ports.meet(others) {
        Issue.record("\(name) and \(other) fit one port")
      }
    }
  }

  /// Every name a file has, cut as the kernel cuts it, finds this file and no other.
  @Test(arguments: shippedFiles) func `each mapping fits its own names`(_ file: String) throws {
    let mapping = try shipped(file)
    let match = mapping.match
    #expect(!match.usb.isEmpty || !match.clients.isEmpty)
    let id = match.requirement == .both ? match.usb.first : nil
    for client in match.clients.map(\.example) {
      for name in match.ports.isEmpty ? [client] : match.ports.map(\.example) {
        let port = port(
          client: client, port: name, index: match.portIndex ?? 0, usb: id.map { ($0.vendor, $0.product) })
        let fitting = Self.mappings.filter { $0.match.fitsUSB(port) || $0.match.fitsName(port) }
        #expect(fitting.map(\.name) == [mapping.name], "\(client): \(name)")
      }
    }
  }

  /// A device of the lists of `usb.ids`, Ableton, Bitwig and DrivenByMoss, and the shipped mappings for its ports.
  private struct Known {
    var usb: USBID?
    var name: String
    var mappings: Set<String>
  }

  private static let known: [Known] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/device-names.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: "\t").map(String.init)
      let id = fields[0].split(separator: ":").compactMap { UInt16($0, radix: 16) }
      return Known(
        usb: id.count == 2 ? USBID(vendor: id[0], product: id[1]) : nil, name: fields[1],
        mappings: fields[2] == "-" ? [] : Set(fields[2].components(separatedBy: "; ")))
    }
  }()

  /// Whatever the kernel calls its ports, a known device finds its own files, and another device none.
  @Test func `files fit their devices and no others`() {
    #expect(Self.known.count { $0.mappings.isEmpty } >= 500)
    #expect(Self.known.count { !$0.mappings.isEmpty } >= 100)
    for device in Self.known {
      var found: Set<String> = []
      for index in 0..<4 {
        for name in ["\(device.name) MIDI \(index + 1)", "\(device.name) \(device.name)", device.name] {
          let port = port(
            client: device.name, port: name.cut, index: index, usb: device.usb.map { ($0.vendor, $0.product) })
          found.formUnion(
            Self.mappings.filter { $0.match.fitsUSB(port) || $0.match.fitsName(port) }.map(\.name))
        }
      }
      #expect(found == device.mappings, "\(device.usb.map { "\($0) " } ?? "")\(device.name)")
    }
  }

  @Test(arguments: [
    ("a", "a", true), ("a", "b", false), ("a*", "ab", true), ("a*", "*b", true), ("a*c", "ab*", true),
    ("*", "", true), ("a*c", "abd", false), ("a*b*c", "axxc", false), ("A", "a", true), (#"a\*"#, "ab", false),
    (#"a\*"#, "a*", true), ("a b*c", "a *d", false),
    ("0123456789012345678901234567890 long", "0123456789012345678901234567890", true),
    ("0123456789012345678901234567890 long", "012345678901234567890123456789 l", false),
  ])
  func `two patterns meet if a name fits both`(one: String, other: String, meet: Bool) {
    #expect(Glob(one).meets(Glob(other)) == meet)
    #expect(Glob(other).meets(Glob(one)) == meet)
  }
}

/// The ports that fit a mapping, to be compared with another's.
private struct FittingPorts {
  var match: PortMatch
  private let ids: Set<USBID>
  private let clients: [Glob]
  private let ports: [Glob]

  init(_ match: PortMatch) {
    self.match = match
    ids = Set(match.usb)
    clients = match.clients.map { Glob($0.text) }
    ports = match.ports.isEmpty ? [Glob("*")] : match.ports.map { Glob($0.text) }
  }

  /// Whether some port fits both.
  func meet(_ other: FittingPorts) -> Bool {
    if let one = match.portIndex, let two = other.match.portIndex, one != two { return false }
    let sameID = !ids.isDisjoint(with: other.ids)
    func sameNames() -> Bool {
      clients.contains { client in other.clients.contains(where: client.meets) }
        && ports.contains { port in other.ports.contains(where: port.meets) }
    }
    // Only where both need id and names, both have to be the same.
    if match.requirement == .both, other.match.requirement == .both { return sameID && sameNames() }
    return sameID || sameNames()
  }
}

/// A name pattern, to be compared with another one.
private struct Glob {
  /// The bytes in lower case, nil for any; twice if the kernel may cut the name.
  private let spellings: [[UInt8?]]

  init(_ text: String) {
    var parts: [UInt8?] = []
    var isLiteral = false
    for byte in text.lowercased().utf8 {
      if byte == UInt8(ascii: "\\"), !isLiteral {
        isLiteral = true
        continue
      }
      parts.append(byte == UInt8(ascii: "*") && !isLiteral ? nil : byte)
      isLiteral = false
    }
    let isCut = !parts.contains(nil) && parts.count > NamePattern.longestPortName
    spellings = [parts] + (isCut ? [Array(parts.prefix(NamePattern.longestPortName))] : [])
  }

  /// Whether some name fits both.
  func meets(_ other: Glob) -> Bool {
    spellings.contains { one in other.spellings.contains { Self.meet(one, $0) } }
  }

  private static func meet(_ one: [UInt8?], _ other: [UInt8?]) -> Bool {
    // Most differ at the beginning already.
    for (a, b) in zip(one, other) {
      guard let a, let b else { break }
      guard a == b else { return false }
    }
    // From the end: whether the rest of one meets the rest of the other.
    var below = (0...other.count).map { place in other[place...].allSatisfy { $0 == nil } }
    for a in one.reversed() {
      var row = below
      row[other.count] = a == nil && below[other.count]
      for (place, b) in other.enumerated().reversed() {
        row[place] =
          switch (a, b) {
          case (nil, _): below[place] || row[place + 1]
          case (_, nil): row[place + 1] || below[place]
          case (let a?, let b?): a == b && below[place + 1]
          }
      }
      below = row
    }
    return below[0]
  }
}

extension NamePattern {
  /// A name the pattern stands for, as long as the kernel makes it.
  fileprivate var example: String { text.replacing("*", with: "49").cut }
}

extension String {
  /// As the kernel cuts the name of a port.
  fileprivate var cut: String { String(decoding: utf8.prefix(NamePattern.longestPortName), as: UTF8.self) }
}
