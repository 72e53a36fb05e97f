import HTTPTypes

/// Which requests are our own pages': checked on every one of them, whatever it asks for. Pure.
///
/// A page of another site can make a browser send requests here, and can point a name of its own at this machine. The first
/// is told by `Origin` and `Sec-Fetch-Site`, the second by `Host`.
struct RequestRule: Sendable {
  /// What `Host` may be.
  let hosts: Set<String>
  /// What `Origin` may be.
  let origins: Set<String>
  /// Where the pages are, to be said to people.
  let address: String
  private let longestTarget: Int

  /// The rule of a server at `port` of this machine.
  init(port: Int, limits: ScreenLimits = ScreenLimits()) {
    let names = ["127.0.0.1", "localhost"]
    // Browsers leave out the port that is HTTP's own.
    hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    origins = Set(hosts.map { "http://\($0)" })
    address = "http://127.0.0.1:\(port)"
    longestTarget = limits.target
  }

  private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .delete]
  private static let changing: Set<HTTPRequest.Method> = [.post, .put, .delete]

  /// Throws why `request` is none of our pages'.
  func check(_ request: HTTPRequest) throws(Refusal) {
    let fields = request.headerFields
    guard let host = request.authority, hosts.contains(host), fields[values: .host].isEmpty else { throw .host }
    guard Self.methods.contains(request.method) else { throw .method }
    let target = request.path ?? ""
    guard target.utf8.count <= longestTarget else { throw .targetTooLong }
    guard Self.isPlain(target) else { throw .notFound }

    let sites = fields[values: .fetchSite]
    guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else { throw .origin }
    let from = fields[values: .origin]
    guard from.allSatisfy(origins.contains) else { throw .origin }

    guard Self.changing.contains(request.method) else { return }
    guard !from.isEmpty || sites.contains("same-origin") else { throw .origin }
    let types = fields[values: .contentType]
    let type = types.first?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    guard types.count == 1, type == "application/json" else { throw .type }
  }

  /// Whether a target has only what ours are made of. There are no folders to climb out of, but nothing is served by more
  /// than one name either.
  private static func isPlain(_ target: String) -> Bool {
    guard target.hasPrefix("/") else { return false }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let isKnown = target.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._/?=&:%".utf8.contains(byte)
    }
    let segments = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    // A controller's address is the one thing that has to be escaped: 20%3A0.
    let isEscapedColon = parts[0].lowercased().split(separator: "%", omittingEmptySubsequences: false).dropFirst()
      .allSatisfy { $0.hasPrefix("3a") }
    return isKnown && isEscapedColon
      && !segments.contains { $0.isEmpty && segments.count > 1 || $0 == "." || $0 == ".." }
  }
}

extension HTTPField.Name {
  /// Which site made a browser send the request, as the browser tells it.
  static let fetchSite = named("Sec-Fetch-Site")
  static let host = named("Host")
  static let referrerPolicy = named("Referrer-Policy")
  static let openerPolicy = named("Cross-Origin-Opener-Policy")
  static let resourcePolicy = named("Cross-Origin-Resource-Policy")

  /// A name that is a token of HTTP; `Connection` stands in for one that is not, which a test rules out.
  private static func named(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .connection }
}
