/// The policies for browsers: load and run our own files only, and isolate our windows from other sites.
enum BrowserPolicy {
  /// The policy of everything but documents.
  static let other = policy(styles: "'self'")

  /// Returns the policy of a document: its inline styles have `nonce`, which an attacker who injects styles cannot
  /// know.
  static func document(nonce: String) -> String { policy(styles: "'nonce-\(nonce)'") }

  /// Separates the window from the site that opened it, which could navigate it away in mid-practice.
  static let apart = "same-origin"

  /// Returns the opener policy of a document. To isolate a document, browsers first start another process, which takes
  /// nearly half of the time to the first paint. If the player opened the address directly (`Sec-Fetch-Site: none`), as
  /// with every start of practice, no site controls the window, or the page itself asks for isolation: `peach.js`. A
  /// navigation from another site is refused by `RequestRule`, and that response is isolated.
  static func opener(of head: RequestHead) -> String {
    head["Sec-Fetch-Site"] == ["none"] ? "unsafe-none" : apart
  }

  /// Returns a new random value for each document: more than 120 bits from the system's generator.
  static func nonce() -> String {
    (0..<4).map { _ in String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16) }.joined()
  }

  private static func policy(styles: String) -> String {
    [
      "default-src 'none'", "script-src 'self'", "style-src \(styles)", "img-src 'self'", "connect-src 'self'",
      "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }
}
