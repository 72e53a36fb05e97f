import Foundation
import Hummingbird
import Practice

extension PageRoutes {
  static func addControllers(to router: Router<PageContext>, _ host: PageHost) {
    router.get("controllers/list") { _, _ in
      try Answer.json(await host.work { ControllersPage($0.controllers(), host.views.state, $1) })
    }
    router.get("controllers/live") { request, context in
      let slot = try host.takeSlot()
      return Answer.stream(host.live.stream(on: context.channel), slot, to: request, time: host.time)
    }
    router.post("controllers/:id/lights") { request, context in
      guard let id = context.parameters.get("id")?.removingPercentEncoding else { throw Refusal.notFound }
      let posted = try await request.decoded(as: PostedCue.self, upTo: host.limits.body)
      guard await host.work({ parts, _ in parts.show(posted.cue, on: id) }) else { throw Refusal.notNow }
      return Answer.done
    }
  }
}
