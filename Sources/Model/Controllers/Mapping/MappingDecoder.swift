import MIDI
import PlainText
import Yams

/// Decodes a mapping file. Reports every problem with its position; returns a mapping only if there is no error.
/// `config/controllers/README.md` documents the format.
struct MappingDecoder {
  /// The supported schema version.
  static let schema = 1

  var problems: ProblemList

  /// Returns the mapping in `bytes`, nil if there are errors, and all problems found, lint included. Any thread.
  static func decode(_ bytes: [UInt8], file: String) -> (mapping: ControllerMapping?, problems: [MappingProblem]) {
    var decoder = MappingDecoder(problems: ProblemList(file: file))
    var mapping: ControllerMapping?
    do throws(YAMLDocument.Failure) {
      mapping = decoder.mapping(try YAMLDocument.root(of: bytes))
    } catch {
      decoder.problems.add(error.reason, at: error.position)
    }
    guard let mapping, !decoder.problems.hasErrors else { return (nil, decoder.problems.problems) }
    MappingLint.check(mapping, &decoder.problems)
    return (mapping, decoder.problems.problems)
  }

  /// Returns the ports that the mapping in `bytes` fits, decoded from the lines of its `match` alone, a twentieth of
  /// the work. Nil if these lines cannot be isolated or have a problem, so that only `decode` can answer. Any thread.
  static func match(in bytes: [UInt8], file: String) -> PortMatch? {
    var decoder = MappingDecoder(problems: ProblemList(file: file))
    guard let lines = block("match:", of: bytes), let root = try? YAMLDocument.root(of: lines),
      let node = root["match"]
    else { return nil }
    let match = decoder.match(node)
    return decoder.problems.problems.isEmpty ? match : nil
  }

  /// Returns the one line of `bytes` that begins with `key`, with the lines indented below it; nil unless there is
  /// exactly one.
  private static func block(_ key: String, of bytes: [UInt8]) -> [UInt8]? {
    let key = Array(key.utf8)
    var found: [UInt8]?
    var isWithin = false
    for line in TextLine.lines(of: TextLine.withoutMark(bytes)).map(\.text) {
      if line.starts(with: key) {
        guard found == nil else { return nil }
        (found, isWithin) = ([], true)
      } else if let first = line.first, first != UInt8(ascii: " "), first != UInt8(ascii: "#") {
        isWithin = false
      }
      if isWithin { found? += line + [TextLine.feed] }
    }
    return found
  }

  private mutating func mapping(_ root: Node) -> ControllerMapping? {
    guard let top = KnownKeys<MappingKey>(root, place: "mapping", &problems) else { return nil }
    guard let schema = top.required(.schema, &problems) else { return nil }
    guard schema.text == "\(Self.schema)" else {
      let found = FileText.clean(schema.text ?? "")
      problems.add(.unknownSchema(found: found, known: Self.schema), at: schema)
      return nil
    }
    var mapping = ControllerMapping(name: "", file: problems.file)
    if let node = top.required(.name, &problems) {
      mapping.name = NodeReader.text(node, key: "name", &problems) ?? ""
    }
    if let node = top[.kind] { mapping.kind = NodeReader.word(node, key: "kind", &problems) }
    if let node = top[.extent] { mapping.extent = NodeReader.word(node, key: "extent", &problems) ?? .basic }
    if let node = top.required(.mode, &problems) {
      mapping.mode = NodeReader.text(node, key: "mode", &problems) ?? ""
    }
    if let node = top.required(.sources, &problems) {
      mapping.sources = NodeReader.list(node, key: "sources", &problems).compactMap {
        NodeReader.text($0, key: "sources", &problems)
      }
    }
    if let node = top.required(.match, &problems) { mapping.match = match(node) }
    if let node = top[.roles] { mapping.bindings = bindings(node) }
    if let node = top[.halves] {
      mapping.halves = NodeReader.list(node, key: "halves", &problems).compactMap { halves($0) }
    }
    if let node = top[.feedback] { mapping.feedback = feedback(node) }
    if let node = top[.`init`] { mapping.initSteps = initSteps(node) }
    if let node = top[.exit] { mapping.exitMessages = messages(node, key: "exit") }
    if let node = top[.heartbeat] { mapping.heartbeat = heartbeat(node) }
    if let node = top[.localControl] {
      switch NodeReader.word(node, key: "local-control", as: LocalControlWord.self, &problems) {
      case .offered: mapping.localControl = .offered
      case .offWhilePractising: mapping.localControl = .offWhilePractising
      case nil: break
      }
    }
    return mapping
  }

  private mutating func match(_ node: Node) -> PortMatch {
    guard let keys = KnownKeys<MatchKey>(node, place: "match", &problems) else { return PortMatch() }
    var match = PortMatch()
    if let node = keys[.usb] {
      match.usb = NodeReader.list(node, key: "usb", &problems).flatMap { usbIDs($0) }
    }
    if let node = keys[.port] { match.portIndex = NodeReader.number(node, key: "port", in: 0...255, &problems) }
    if let node = keys[.clients] { match.clients = patterns(node, key: "clients") }
    if let node = keys[.ports] { match.ports = patterns(node, key: "ports") }
    if keys[.usb] == nil, keys[.clients] == nil {
      problems.add(.missingKey(key: "usb", place: "match"), at: node)
    }
    guard let word = keys[.require] else { return match }
    match.requirement = NodeReader.word(word, key: "require", &problems) ?? .either
    if match.requirement == .both {
      for key in [MatchKey.usb, .clients] where keys[key] == nil {
        problems.add(.missingKey(key: key.rawValue, place: "require: both"), at: word)
      }
    }
    return match
  }

  private mutating func patterns(_ node: Node, key: String) -> [NamePattern] {
    NodeReader.list(node, key: key, &problems).compactMap {
      NodeReader.text($0, key: key, &problems).map { NamePattern($0) }
    }
  }

  /// The most products on one line.
  private static let mostProducts = 256

  /// Returns one id, or a range of product ids, for a device with a setting that increments its id: `1235:0069-0078`.
  private mutating func usbIDs(_ node: Node) -> [USBID] {
    func number(_ digits: Substring) -> UInt16? {
      digits.count == 4 && digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
    }
    let parts = (node.text ?? "").split(separator: ":", omittingEmptySubsequences: false)
    let ends = parts.last?.split(separator: "-", omittingEmptySubsequences: false).map(number) ?? []
    guard parts.count == 2, let vendor = number(parts[0]), (1...2).contains(ends.count), let low = ends[0],
      let high = ends[ends.count - 1], low <= high, Int(high - low) < Self.mostProducts
    else {
      problems.add(.badUSBID(value: FileText.clean(node.text ?? "")), at: node)
      return []
    }
    return (low...high).map { USBID(vendor: vendor, product: $0) }
  }

  private mutating func halves(_ node: Node) -> HalvesRule? {
    guard let keys = KnownKeys<HalvesKey>(node, place: "halves", &problems),
      let (kind, value) = keys.one(of: [.keyboard, .grid], &problems)
    else { return nil }
    _ = NodeReader.confidence(keys[.confidence], &problems)
    return kind == .keyboard ? keyboard(value) : grid(value)
  }

  private mutating func keyboard(_ node: Node) -> HalvesRule? {
    guard let keys = KnownKeys<KeyboardKey>(node, place: "keyboard", &problems) else { return nil }
    let split = keys[.split].map { NodeReader.number($0, key: "split", in: 1...127, &problems) }
    return .keyboard(
      channel: NodeReader.anyChannel(keys[.channel], &problems),
      split: (split ?? ControllerMapping.middleC) ?? ControllerMapping.middleC)
  }

  private mutating func grid(_ node: Node) -> HalvesRule? {
    guard let keys = KnownKeys<GridKey>(node, place: "grid", &problems),
      let first = keys.required(.first, &problems),
      let rows = keys.required(.rows, &problems),
      let columns = keys.required(.columns, &problems),
      let first = NodeReader.number(first, key: "first", in: 0...127, &problems),
      let rows = NodeReader.number(rows, key: "rows", in: 2...64, &problems),
      let columns = NodeReader.number(columns, key: "columns", in: 1...64, &problems)
    else { return nil }
    var step = columns
    if let node = keys[.rowStep] {
      guard let value = NodeReader.number(node, key: "row-step", in: columns...127, &problems) else { return nil }
      step = value
    }
    let last = first + (rows - 1) * step + columns - 1
    guard last <= 127 else {
      problems.add(.gridTooLarge(last: last), at: node)
      return nil
    }
    let firstRow = keys[.firstRow].flatMap {
      NodeReader.word($0, key: "first-row", as: FirstRow.self, &problems)
    }
    return .grid(
      Grid(first: first, rows: rows, columns: columns, rowStep: step, firstRowIsBottom: firstRow != .top),
      channel: NodeReader.anyChannel(keys[.channel], &problems))
  }
}
