import Controllers
import Foundation
import Ports
import TestSupport
import Testing
import Texts
import Time

@testable import Screen
@testable import Training

@Suite("The pages' server")
struct ServerTests {
  @Test(
    "gives the same document for every page, in the player's language",
    arguments: PageModule.all.map(\.path))
  func documents(path: String) throws {
    let server = try TestServer()
    let answer = try #require(try server.ask("GET", path))
    #expect(answer.status == 200)
    #expect(answer["content-type"] == "text/html; charset=utf-8")
    #expect(answer["cache-control"] == "no-store")
    #expect(answer.text.contains("<html lang=\"en\""))
    try server.parts.set(.language, to: "de")
    #expect(try server.ask("GET", path)?.text.contains("<html lang=\"de\"") == true)
  }

  @Test("explains without scripts its requirements and practice without it", arguments: Language.allCases)
  func scriptless(language: Language) throws {
    let server = try TestServer()
    try server.parts.set(.language, to: language.rawValue)
    for page in PageModule.all {
      let document = try #require(try server.ask("GET", page.path)).text
      let words = try #require(document.firstMatch(of: /<noscript>([\s\S]*)<\/noscript>/)).1
      #expect(words.contains("JavaScript") && words.contains("peach"), "\(words)")
      #expect(words.contains(language == .german ? "ohne" : "without"), "\(words)")
    }
  }

  @Test("leads a wrong address home, and answers programs with a line", arguments: Language.allCases)
  func missing(language: Language) throws {
    let server = try TestServer()
    try server.parts.set(.language, to: language.rawValue)
    #expect(try server.ask("GET", "/texts")?.status == 200)
    let catalogue = Catalogue(language)
    for path in ["/profil", "/timers/", "/a//b", "/profile/none.svg"] {
      let page = try #require(try server.ask("GET", path, fields: ["Accept": "text/html,application/xhtml+xml;q=0.9"]))
      #expect(page.status == 404 && page["content-type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("<html lang=\"\(language.rawValue)\"") && !page.text.contains("<script"))
      #expect(page.text.contains("<h1>\(catalogue(.notHere))</h1>") && page.text.contains("<a href=\"/\">"))
      #expect(page["content-security-policy"]?.contains("nonce-") == true)
      for accept in ["*/*", "application/json"] {
        let line = try #require(try server.ask("GET", path, fields: ["Accept": accept]))
        #expect(line.status == 404 && line.json?["line"] as? String != nil)
      }
    }
    #expect(try server.ask("POST", "/profil", body: "{}", fields: ["Accept": "text/html"])?.json?["line"] != nil)
    // A refusal is not a page of Peach's.
    #expect(
      try server.ask("GET", "/", fields: ["Accept": "text/html", "Sec-Fetch-Site": "cross-site"])?.json?["line"] != nil)
  }

  @Test("answers a browser that has the file already, and a head request without a body")
  func caching() throws {
    let server = try TestServer()
    let client = try server.connect()
    client.send(server.request("GET", "/assets/peach.js"))
    let first = try #require(client.answer())
    let tag = try #require(first["etag"])
    for known in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
      client.send(server.request("GET", "/assets/peach.js", fields: ["If-None-Match": known]))
      let second = try #require(client.answer())
      #expect(second.status == 304 && second["etag"] == tag)
    }
    client.send(server.request("GET", "/assets/peach.js", fields: ["If-None-Match": "\"other\""]))
    #expect(client.answer()?.status == 200)
    client.send(server.request("HEAD", "/assets/peach.js"))
    let head = try #require(client.answer(to: "HEAD"))
    #expect(head.status == 200 && head["content-length"] == "\(first.body.count)")
    // What follows on the same connection is the next answer: the head had no body.
    client.send(server.request("GET", "/texts"))
    #expect(client.answer()?.json?["language"] as? String == "en")
  }

  @Test(
    "restricts browsers with every answer", arguments: ["/", "/texts", "/nowhere", "/profile/curve.svg"])
  func headers(path: String) throws {
    let server = try TestServer()
    let answer = try #require(try server.ask("GET", path))
    let nonce = answer.text.firstMatch(of: /<style nonce="([0-9a-z]{20,})">/).map { String($0.1) }
    #expect((nonce != nil) == (path == "/"))
    // An attacker who could inject styles into a document must not know the nonce beforehand.
    if let nonce { #expect(try server.ask("GET", path)?.text.contains(nonce) == false) }
    #expect(
      answer["content-security-policy"]
        == "default-src 'none'; script-src 'self'; style-src \(nonce.map { "'nonce-\($0)'" } ?? "'self'"); img-src 'self'; connect-src 'self'; "
        + "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    #expect(answer["x-content-type-options"] == "nosniff")
    #expect(answer["referrer-policy"] == "no-referrer")
    #expect(answer["cross-origin-opener-policy"] == "same-origin")
    #expect(answer["cross-origin-resource-policy"] == "same-origin")
    #expect(answer["server"] == nil && answer["access-control-allow-origin"] == nil)
    #expect(["no-cache", "no-store"].contains(answer["cache-control"]))
  }

  @Test(
    "keeps a document from other sites unless the player led the window to it",
    arguments: [
      ("none", "unsafe-none", 200), ("same-origin", "same-origin", 200), ("cross-site", "same-origin", 403),
      ("None", "same-origin", 403), (nil, "same-origin", 200),
    ] as [(String?, String, Int)])
  func reach(site: String?, policy: String, status: Int) throws {
    let server = try TestServer()
    for path in ["/", "/timers"] {
      let answer = try server.ask("GET", path, fields: site.map { ["Sec-Fetch-Site": $0] } ?? [:])
      #expect(answer?["cross-origin-opener-policy"] == policy)
      #expect(answer?.status == status)
    }
    // Of what no window shows by itself there is one answer.
    let script = try server.ask("GET", "/assets/peach.js", fields: ["Sec-Fetch-Site": "none"])
    #expect(script?["cross-origin-opener-policy"] == "same-origin")
  }

  @Test("listens on this machine alone, and calmly reports a port in use")
  func ports() throws {
    let server = try TestServer()
    let second = ScreenServer(
      port: server.port, mailbox: server.mailbox, views: server.views, parts: server.parts, time: SystemTime())
    let status = Waiting<PagesStatus>()
    second.start { status.set($0) }
    #expect(status.wait() == .unavailable(.portTaken(server.port)))
    second.close(within: .seconds(1))
    #expect(try server.ask("GET", "/")?.status == 200)
    // The kernel's table shows the bound address as 0100007F, which is 127.0.0.1.
    let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let hex = String(server.port, radix: 16, uppercase: true)
    let port = String(repeating: "0", count: 4 - hex.count) + hex
    let bound = table.split(separator: "\n").filter { $0.contains(":\(port) ") && $0.contains(" 0A ") }
    #expect(bound.count == 1 && bound.first?.contains("0100007F:\(port)") == true)
  }

  @Test("forwards posts, stamped on arrival")
  func intents() throws {
    let server = try TestServer()
    let client = try server.connect()
    for (fields, action) in PageIntentTests.good {
      guard case .practise(let intent) = action else { continue }
      let before = SystemTime().now()
      client.send(server.request("POST", "/intents", body: "{\"page\":\"page-0001\",\(fields)}"))
      #expect(client.answer()?.status == 204)
      let taken = server.intents()
      #expect(taken.map(\.intent) == [intent])
      #expect(taken.first?.source == "page")
      #expect(taken.allSatisfy { $0.time >= before && $0.time <= SystemTime().now() })
    }
  }

  @Test("refuses malformed requests with a line, and continues", arguments: PageIntentTests.bad)
  func malformed(fields: String) throws {
    let server = try TestServer()
    let client = try server.connect()
    client.send(server.request("POST", "/intents", body: "{\"page\":\"page-0001\",\(fields)}"))
    let answer = try #require(client.answer())
    #expect(answer.status == 400)
    #expect(answer.json?["line"] as? String == "This request cannot be read.")
    client.send(server.request("POST", "/intents", body: #"{"page":"page-0001","intent":"stop"}"#))
    #expect(client.answer()?.status == 204)
    #expect(server.intents().map(\.intent) == [.stop])
  }

  @Test("saves a setting, refuses an impossible one with its range, and resets all")
  func settings() throws {
    let server = try TestServer()
    let client = try server.connect()
    func ask(_ method: String, _ target: String, _ body: String? = nil) throws -> HTTPAnswer {
      client.send(server.request(method, target, body: body))
      return try #require(client.answer())
    }
    let saved = try ask("PUT", "/settings/note-duration", #"{"value":"0.5"}"#)
    #expect(
      saved.status == 200 && saved.json?["value"] as? String == "0.5" && saved.json?["shown"] as? String == "0.5 s")
    #expect(server.parts.settings().values.training.noteDuration == 0.5)
    let refused = try ask("PUT", "/settings/note-duration", #"{"value":"9"}"#)
    #expect(refused.status == 422)
    #expect(refused.json?["line"] as? String == "Note length must be 0.3 s to 3.0 s, not 9.")
    #expect(try ask("PUT", "/settings/nothing", #"{"value":"9"}"#).status == 404)
    #expect(try ask("PUT", "/settings/tick", #"{"value":true}"#).status == 400)
    #expect(try ask("PUT", "/settings/tick", "").status == 400)
    #expect((try ask("GET", "/settings/list").json?["groups"] as? [Any])?.count == SettingsPage.order.count)
    let german = try ask("PUT", "/settings/language", #"{"value":"de"}"#)
    #expect(german.json?["label"] as? String == "Sprache der Texte")
    #expect(
      try ask("GET", "/nowhere").json?["line"] as? String
        == "Hier ist nichts. Die Seiten beginnen bei \(server.address)")
    #expect(try ask("DELETE", "/settings").status == 200)
    #expect(server.parts.settings().values == Settings())
    #expect(try ask("GET", "/texts").json?["language"] as? String == "en")
  }

  @Test("begins a page with its texts and the current state, which no browser keeps")
  func first() throws {
    let server = try TestServer()
    var view = ViewState()
    view.beginning.comparisons[.unison] = FirstEstimate(answers: 5, more: 26)
    for state in [ViewState(), view] {
      server.views.publish(state)
      let first = try #require(try server.ask("GET", "/assets/first.js"))
      #expect(first.status == 200 && first["content-type"] == "text/javascript; charset=utf-8")
      #expect(first["cache-control"] == "no-store")
      let look = FirstLook(texts: PageTexts(Catalogue(.english)), state: PageState(state, Catalogue(.english)))
      #expect(first.text == "export default \(String(decoding: try #require(Reply.bytes(look)), as: UTF8.self))")
    }
  }

  @Test("shows the profile in numbers and pictures, and reports if it cannot")
  func profile() throws {
    let server = try TestServer()
    server.parts.know(ContentTests.report)
    #expect(try server.ask("GET", "/profile/summary")?.json?["interval"] as? String == "P1")
    let picture = try #require(try server.ask("GET", "/profile/curve.svg?theme=contrast&width=320"))
    #expect(picture.status == 200 && picture["content-type"] == "image/svg+xml; charset=utf-8")
    #expect(picture.text.contains("width=\"320\""))
    let tag = try #require(picture["etag"])
    let again = try server.ask("GET", "/profile/curve.svg?theme=contrast&width=320", fields: ["If-None-Match": tag])
    #expect(again?.status == 304)
    #expect(try server.ask("GET", "/profile/curve.svg?width=0")?.status == 404)
    server.parts.loseStore()
    let failed = try #require(try server.ask("GET", "/profile/summary"))
    #expect(failed.status == 500 && failed.json?["line"] as? String == "The store is away.")
  }

  @Test("counts answers only on the profile, and never moves a threshold away by answering")
  func beginning() throws {
    var view = ViewState()
    view.beginning.comparisons[.unison] = FirstEstimate(answers: 5, more: 26)
    let server = try TestServer()
    server.views.publish(view)
    var comparison = ComparisonReport(intervalClass: .unison, answers: 5)
    comparison.first = FirstEstimate(answers: 5, more: 27)
    server.parts.know(ProfileReport(range: .standard, comparisons: [comparison]))
    let line = "5 answers kept; about 26 more for a first estimate"
    let summary = try #require(try server.ask("GET", "/profile/summary")?.json)
    #expect(summary["preview"] as? String == "Your pitch profile. Nothing is known yet.")
    #expect((summary["sentences"] as? [String])?.first == "Unison: \(line).")
    #expect(try server.ask("GET", "/profile/curve.svg")?.text.contains("26") == true)
  }

  @Test("shows the plugged controllers, and lights one if possible")
  func controllers() throws {
    let server = try TestServer()
    server.parts.plug(
      ScreenController(id: "20:0", name: "Pads", mapping: "Generic", lines: [], asleep: false, roles: []))
    let list = try #require(try server.ask("GET", "/controllers/list")?.json?["controllers"] as? [[String: Any]])
    #expect(list.first?["id"] as? String == "20:0")
    for id in ["20:0", "20%3A0", "20%3a0"] {
      #expect(try server.ask("POST", "/controllers/\(id)/lights", body: #"{"cue":"correct"}"#)?.status == 204)
    }
    #expect(server.parts.shown == Array(repeating: .correct(pressed: .higher), count: 3))
    let refused = try #require(try server.ask("POST", "/controllers/21:0/lights", body: #"{"cue":"correct"}"#))
    #expect(refused.status == 409 && refused.json?["line"] is String)
    #expect(try server.ask("POST", "/controllers/20:0/lights", body: #"{"cue":"all"}"#)?.status == 400)
  }

  @Test("identifies itself")
  func info() throws {
    let server = try TestServer()
    let info = try #require(try server.ask("GET", "/info/list")?.json)
    #expect(info["name"] as? String == "Peach" && info["version"] as? String == "1.2")
    #expect(info["address"] as? String == server.address)
    #expect((info["check"] as? [[String: Any]])?.first?["state"] as? String == "good")
  }

  @Test("makes the contents on the first request, and not before")
  func late() throws {
    let server = try TestServer()
    #expect(!server.server.isServing)
    let answer = try server.ask("GET", "/")
    #expect(answer?.status == 200 && server.server.isServing)
    let date = try #require(answer?["date"])
    let form = #/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/#
    #expect(try form.wholeMatch(in: date) != nil, "\(date)")
  }

  @Test("releases its port without requests")
  func closingUnasked() throws {
    let server = try TestServer()
    server.server.close(within: .seconds(5))
    let second = ScreenServer(
      port: server.port, mailbox: server.mailbox, views: server.views, parts: server.parts, time: SystemTime())
    let status = Waiting<PagesStatus>()
    second.start { status.set($0) }
    #expect(status.wait() == .served(address: server.address))
    second.close(within: .seconds(5))
  }

  @Test("ends in time with pages open, and releases its port")
  func closing() throws {
    let views = ViewPublisher()
    let server = ScreenServer(
      port: 0, mailbox: Mailbox(bell: nil), views: views, parts: FakeParts(), time: SystemTime())
    let status = Waiting<PagesStatus>()
    server.start { status.set($0) }
    guard case .served(let address) = status.wait(), let port = URL(string: address)?.port else {
      Issue.record("not listening")
      return
    }
    let client = try RawClient(port: port)
    client.send("GET /state?page=page-0001 HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(client.answer()?.status == 200)
    let clock = ContinuousClock()
    let time = clock.measure { server.close(within: .seconds(5)) }
    #expect(time < .seconds(2))
    #expect(client.closes(within: .seconds(2)))
    // A later change signals no client, and does no harm.
    var view = ViewState()
    view.leaving = true
    views.publish(view)
  }
}
