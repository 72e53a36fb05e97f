/// What a browser may load and run: our own files and nothing else.
enum BrowserPolicy {
  /// Of everything but documents.
  static let other = policy(styles: "'self'")

  /// Of a document: the styles that stand in it have `nonce`, which nobody could know who might put others there.
  static func document(nonce: String) -> String { policy(styles: "'nonce-\(nonce)'") }

  /// Another one each time: more than 120 bits of the system's own chance.
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
