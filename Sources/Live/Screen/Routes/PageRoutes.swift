import Ports

/// All routes of the server.
enum PageRoutes {
  /// Returns all routes of `host`; their requests have passed `PageResponder`.
  static func router(_ host: PageHost) -> PageRouter {
    var router = PageRouter()
    addDocuments(to: &router, host)
    addPractice(to: &router, host)
    addSettings(to: &router, host)
    addProfile(to: &router, host)
    addControllers(to: &router, host)
    addTimers(to: &router, host)
    return router
  }

  private static func addDocuments(to router: inout PageRouter, _ host: PageHost) {
    for page in PageModule.all {
      router.get(page.path) { request in
        let nonce = BrowserPolicy.nonce()
        let document = try await host.work { _, catalogue in host.files.document(of: page, catalogue, nonce: nonce) }
        return Reply.document(document, nonce: nonce, to: request.head)
      }
    }
    for path in host.files.names {
      router.get("assets/\(path)") { request in
        guard let file = host.files(path) else { throw Refusal.notFound }
        return Reply.file(file, to: request.head)
      }
    }
    router.get("assets/first.js") { _ in
      try Reply.module(
        try await host.work { _, catalogue in
          FirstLook(texts: PageTexts(catalogue), state: PageState(host.views.state, catalogue))
        })
    }
    router.get("texts") { _ in
      try Reply.json(try await host.work { _, catalogue in PageTexts(catalogue) })
    }
    router.get("info/list") { _ in
      let address = host.rule.address
      return try Reply.json(try await host.work { InfoPage($0.about, $0.check(), address: address, $1) })
    }
  }

  private static func addPractice(to router: inout PageRouter, _ host: PageHost) {
    router.get("state") { request in
      guard let page = request.query["page"].flatMap({ PageID($0) }) else { throw Refusal.unreadable }
      let slot = try host.takeSlot()
      host.attendance.note { $0.connected(page, at: $1) }
      let lease = host.states.stream(on: request.connection.channel, host.catalogue) {
        host.attendance.note { $0.disconnected(page, at: $1) }
      }
      return Reply.stream(lease, slot)
    }
    router.post("intents") { request in
      // Read before any wait: this is the time of the input.
      let now = host.time.now()
      let posted = try await request.decoded(as: PageIntent.self, upTo: host.limits.body)
      switch posted.action {
      case .practise(let intent):
        let version = host.mailbox.post(.intent(intent, at: now, source: .page))
        host.attendance.note { $0.played(posted.page, at: $1) }
        // Up to 125 a second, and no page waits for one.
        if case .slide = intent { return Reply.done }
        guard let version else { return Reply.done }
        host.states.expect(version)
        return Reply.included(in: version)
      case .hidden: host.attendance.note { $0.hidden(posted.page, at: $1) }
      case .shown: host.attendance.note { $0.shown(posted.page, at: $1) }
      }
      return Reply.done
    }
  }
}
