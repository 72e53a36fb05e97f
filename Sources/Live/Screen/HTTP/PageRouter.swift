import NIOHTTP1

/// All routes with their handlers.
struct PageRouter: Sendable {
  typealias Answer = @Sendable (PageRequest) async throws -> PageResponse

  private struct Pattern {
    let method: HTTPMethod
    let segments: [Substring]
    let answer: Answer
  }

  /// Handlers by method and path, such as `GET /texts`.
  private var exact: [String: Answer] = [:]
  private var patterns: [Pattern] = []

  /// Answers GET at `path`, in which `:name` matches any one segment; answers HEAD the same way, without a body.
  mutating func get(_ path: String, answer: @escaping Answer) { add(.GET, path, answer) }

  /// Answers POST at `path`.
  mutating func post(_ path: String, answer: @escaping Answer) { add(.POST, path, answer) }

  /// Answers PUT at `path`.
  mutating func put(_ path: String, answer: @escaping Answer) { add(.PUT, path, answer) }

  /// Answers DELETE at `path`.
  mutating func delete(_ path: String, answer: @escaping Answer) { add(.DELETE, path, answer) }

  private mutating func add(_ method: HTTPMethod, _ path: String, _ answer: @escaping Answer) {
    let path = path.hasPrefix("/") ? path : "/" + path
    if path.contains(":") {
      patterns.append(Pattern(method: method, segments: path.split(separator: "/"), answer: answer))
    } else {
      exact["\(method.rawValue) \(path)"] = answer
    }
  }

  /// Returns the handler for `head`, and the path segments of the route's names; nil if no route matches. A route
  /// without names has precedence.
  func route(of head: RequestHead) -> (answer: Answer, parameters: [String: String])? {
    let method = head.method == .HEAD ? .GET : head.method
    if let answer = exact["\(method.rawValue) \(head.path)"] { return (answer, [:]) }
    let segments = head.path.split(separator: "/")
    for pattern in patterns
    where pattern.method == method && pattern.segments.count == segments.count {
      let pairs = zip(pattern.segments, segments)
      guard pairs.allSatisfy({ $0.hasPrefix(":") || $0 == $1 }) else { continue }
      let named = pairs.filter { $0.0.hasPrefix(":") }.map { (String($0.dropFirst()), String($1)) }
      return (pattern.answer, Dictionary(named) { first, _ in first })
    }
    return nil
  }
}
