/// What a browser may load and run, our own files and nothing else, and who may have a hand on its windows.
enum BrowserPolicy {
  /// Of everything but documents.
  static let other = policy(styles: "'self'")

  /// Of a document: the styles that stand in it have `nonce`, which nobody could know who might put others there.
  static func document(nonce: String) -> String { policy(styles: "'nonce-\(nonce)'") }

  /// Takes the window out of the hands of the site that opened it, which could lead it away in mid-practice.
  static let apart = "same-origin"

  /// What is said of that with the document that a request is answered with. For a document that is kept apart, browsers start
  /// another process first, which takes nearly half of the time to the first paint. Where the player led the window here
  /// (`Sec-Fetch-Site: none`), as with every start of practice, no site had a hand on it, or the page itself asks to be kept
  /// apart: `peach.js`. Whatever a site led here is refused by `RequestRule`, and that answer is apart.
  static func opener(of head: RequestHead) -> String {
    head["Sec-Fetch-Site"] == ["none"] ? "unsafe-none" : apart
  }

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
