import Foundation
import Ports

extension PageRoutes {
  static func addControllers(to router: inout PageRouter, _ host: PageHost) {
    router.get("controllers/list") { _ in
      try Reply.json(try await host.work { ControllersPage($0.controllers(), host.views.state, $1) })
    }
    router.get("controllers/live") { request in
      var page: PageID?
      if let text = request.query["page"] {
        guard let id = PageID(text) else { throw Refusal.unreadable }
        page = id
      }
      let slot = try host.takeSlot()
      return Reply.stream(host.live.stream(on: request.connection.channel, page: page), slot)
    }
    router.post("controllers/:id/lights") { request in
      guard let id = request.parameters["id"]?.removingPercentEncoding else { throw Refusal.notFound }
      let posted = try await request.decoded(as: PostedCue.self, upTo: host.limits.body)
      guard try await host.work({ parts, _ in parts.show(posted.cue, on: id) }) else { throw Refusal.notNow }
      return Reply.done
    }
    router.post("controllers/:id/learn") { request in
      guard let id = request.parameters["id"]?.removingPercentEncoding else { throw Refusal.notFound }
      let posted = try await request.decoded(as: PostedRole.self, upTo: host.limits.body)
      let outcome = try await host.work { parts, catalogue in
        host.live.learn(posted.role, on: id, for: posted.page, catalogue)
      }
      return try Reply.json(outcome.get())
    }
    router.delete("controllers/:id/learn") { request in
      guard let id = request.parameters["id"]?.removingPercentEncoding else { throw Refusal.notFound }
      try await host.work { parts, _ in parts.endLearning(on: id) }
      return Reply.done
    }
    router.post("controllers/:id/mapping") { request in
      guard let id = request.parameters["id"]?.removingPercentEncoding else { throw Refusal.notFound }
      let posted = try await request.decoded(as: PostedWay.self, upTo: host.limits.body)
      let outcome = try await host.work { parts, _ -> Result<Void, Refusal> in
        do throws(ScreenFailure) {
          return .success(try parts.go(posted.way, on: id) { host.live.tell($0) })
        } catch {
          return .failure(.later(line: error.line))
        }
      }
      try outcome.get()
      return Reply.done
    }
  }
}

/// The reply to a page's request for a control: the next step for the player.
struct LearningLine: Encodable {
  var line: String
}
