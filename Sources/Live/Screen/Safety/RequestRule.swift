import NIOHTTP1

/// Recognises requests of our own pages: every request is checked, on any path. Pure.
///
/// A page of another site can make a browser send requests here, and can point its own host name at this machine.
/// `Origin` and `Sec-Fetch-Site` reveal the first, `Host` the second.
struct RequestRule: Sendable {
  /// The allowed values of `Host`.
  let hosts: Set<String>
  /// The allowed values of `Origin`.
  let origins: Set<String>
  /// The address of the pages, for messages.
  let address: String
  private let longestTarget: Int

  /// Creates the rule of a server on `port` of this machine.
  init(port: Int, limits: ScreenLimits = ScreenLimits()) {
    let names = ["127.0.0.1", "localhost"]
    // Browsers omit HTTP's default port.
    hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    origins = Set(hosts.map { "http://\($0)" })
    address = "http://127.0.0.1:\(port)"
    longestTarget = limits.target
  }

  private static let methods: [HTTPMethod] = [.GET, .HEAD, .POST, .PUT, .DELETE]
  private static let changing: [HTTPMethod] = [.POST, .PUT, .DELETE]

  /// Throws the reason if `request` does not come from our pages.
  func check(_ request: RequestHead) throws(Refusal) {
    let named = request["Host"]
    guard named.count == 1, hosts.contains(named[0]) else { throw .host }
    guard Self.methods.contains(request.method) else { throw .method }
    let target = request.target
    guard target.utf8.count <= longestTarget else { throw .targetTooLong }
    guard Self.isPlain(target) else { throw .notFound }

    let sites = request["Sec-Fetch-Site"]
    guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else { throw .origin }
    let from = request["Origin"]
    guard from.allSatisfy(origins.contains) else { throw .origin }

    guard Self.changing.contains(request.method) else { return }
    guard !from.isEmpty || sites.contains("same-origin") else { throw .origin }
    let types = request["Content-Type"]
    let type = types.first?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    guard types.count == 1, type == "application/json" else { throw .type }
  }

  /// Returns whether a target contains only the characters of our paths. There are no folders to escape from, but no
  /// file has more than one name either.
  private static func isPlain(_ target: String) -> Bool {
    guard target.hasPrefix("/") else { return false }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let isKnown = target.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._/?=&:%".utf8.contains(byte)
    }
    let segments = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    // A controller's address is the only part that must be escaped: 20%3A0.
    let isEscapedColon = parts[0].lowercased().split(separator: "%", omittingEmptySubsequences: false).dropFirst()
      .allSatisfy { $0.hasPrefix("3a") }
    return isKnown && isEscapedColon
      && !segments.contains { $0.isEmpty && segments.count > 1 || $0 == "." || $0 == ".." }
  }
}
