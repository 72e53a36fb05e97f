/// What keeps a mapping from a port.
public enum MatchObstacle: Hashable, Sendable {
  /// The mapping is for the port at this index of the device, from 0.
  case place(Int)
  /// The mapping needs one of these USB ids, even if its names fit.
  case usb([USBID])
  /// The mapping needs one of these client names.
  case client([NamePattern])
  /// The mapping needs one of these port names.
  case port([NamePattern])
  /// The mapping fits by its names, but the one that serves the port by its USB id.
  case namesOnly
  /// The mapping fits, but the one that serves the port comes first.
  case later
  /// The file has errors.
  case errors
}

/// A mapping that could have served a port but does not.
public struct PassedOver: Hashable, Sendable {
  /// The mapping's name; nil if its file has errors.
  public var name: String?
  /// The mapping's file; nil if it was not read from one.
  public var file: String?
  /// Everything that keeps it from the port; never empty.
  public var obstacles: [MatchObstacle]
}

extension MappingLibrary {
  /// Returns the mappings that have the USB id, the client name or the port name of `port` but do not serve it, in
  /// order of precedence, own files with errors last, which `read` reads again: any thread but the loop's and the
  /// real-time one.
  package func passedOver(_ port: PortDescription, reading read: (String) -> MappingFile) -> [PassedOver] {
    let (serving, reason) = match(port)
    let isServedByID = if case .usb = reason { true } else { false }
    let mappings = [preferred].compactMap { $0 }.map(LibraryEntry.init) + entries
    var files: Set<String> = []
    var found: [PassedOver] = []
    for entry in mappings {
      if let file = entry.file, !files.insert(file).inserted { continue }
      guard let obstacles = entry.match.obstacles(port, isServedByID: isServedByID) else { continue }
      let mapping = entry.mapping
      guard mapping == nil || mapping != serving || mapping?.file != serving.file else { continue }
      found.append(PassedOver(name: mapping?.name, file: entry.file, obstacles: mapping == nil ? [.errors] : obstacles))
    }
    // The player's own files with errors have no entry, but they may say which ports they are for.
    for file in Set(problems.map(\.file)).subtracting(files).sorted() {
      guard read(file).match?.obstacles(port, isServedByID: isServedByID) != nil else { continue }
      found.append(PassedOver(file: file, obstacles: [.errors]))
    }
    return found
  }
}

extension PortMatch {
  /// Returns what keeps the mapping from `port`; nil if neither its id nor one of its names is the port's.
  fileprivate func obstacles(_ port: PortDescription, isServedByID: Bool) -> [MatchObstacle]? {
    let hasID = port.usb.map(usb.contains) ?? false
    guard hasID || hasClient(port) || !ports.isEmpty && hasPort(port) else { return nil }
    if fitsUSB(port) { return [.later] }
    if fitsName(port) { return [isServedByID ? .namesOnly : .later] }
    var obstacles: [MatchObstacle] = []
    if let portIndex, !hasPlace(port) { obstacles.append(.place(portIndex)) }
    if requirement == .both, !hasID { obstacles.append(.usb(usb)) }
    if requirement == .both || !hasID {
      if !hasClient(port) { obstacles.append(.client(clients)) }
      if !hasPort(port) { obstacles.append(.port(ports)) }
    }
    return obstacles
  }
}
