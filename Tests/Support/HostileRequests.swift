/// Bytes that no page of ours sends.
package enum HostileRequests {
  /// The bytes sent, with `{port}` for the server's port, and the allowed statuses; 0 is a closed connection.
  package static let all: [(name: String, bytes: String, statuses: Set<Int>)] = [
    ("no host", "GET / HTTP/1.1\r\n\r\n", [421]),
    ("another name for this machine", "GET / HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n", [421]),
    ("two hosts", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n", [421, 400]),
    (
      "a host as target beside ours, which is nobody's browser",
      "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [200]
    ),
    (
      "a page of another site",
      "GET /state?page=12345678 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n\r\n",
      [403]
    ),
    (
      "an image of another site",
      "GET /profile/curve.svg HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nSec-Fetch-Site: cross-site\r\n\r\n", [403]
    ),
    (
      "a form of another site",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\nContent-Type: text/plain\r\n"
        + "Content-Length: 38\r\n\r\n{\"page\":\"page-0001\",\"intent\":\"stop\"}  ", [403]
    ),
    (
      "an intent without an origin",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Content-Length: 38\r\n\r\n{\"page\":\"page-0001\",\"intent\":\"stop\"}  ", [403]
    ),
    (
      "a question before a request of another site",
      "OPTIONS /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
      [403, 405]
    ),
    ("an unknown method", "BREW / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [400, 405]),
    ("a tunnel", "CONNECT 127.0.0.1:{port} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [400, 404, 405]),
    ("a trace", "TRACE / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [405]),
    (
      "an upgrade", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      [200, 0]
    ),
    ("no HTTP", "\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}\u{00}\u{01}\u{fc}\u{03}\u{03}", [400]),
    ("half a line", "NONSENSE\r\n\r\n", [400]),
    ("a folder up", "GET /assets/../index.html HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("an escaped folder up", "GET /assets/%2e%2e/index.html HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("an escaped slash", "GET /assets/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("an escaped end", "GET /assets/a.js%00.png HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [404]),
    ("a zero", "GET /\u{0} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [400]),
    ("a zero in a field", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nA: b\u{0}c\r\n\r\n", [400]),
    (
      "two lengths",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", [400]
    ),
    (
      "a length and chunks",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      [400, 403]
    ),
    ("a negative length", "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: -1\r\n\r\n", [400]),
    ("a long target", "GET /\(String(repeating: "a", count: 600)) HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", [414]),
    (
      "a long field", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nA: \(String(repeating: "a", count: 9_000))\r\n\r\n",
      [431]
    ),
    (
      "many fields", "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\(String(repeating: "A: b\r\n", count: 100))\r\n",
      [431]
    ),
    (
      "a long body",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Content-Length: 2000\r\n\r\n" + String(repeating: " ", count: 2_000), [413]
    ),
    (
      "a long body in chunks",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n7d0\r\n" + String(repeating: " ", count: 2_000) + "\r\n0\r\n\r\n", [413]
    ),
    (
      "a chunk of no size",
      "POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", [400, 0]
    ),
  ]
}
