import Foundation
import Ports
import Texts

extension PageRoutes {
  static func addTimers(to router: inout PageRouter, _ host: PageHost) {
    router.get("timers/ranges") { _ in
      try Reply.json(try await host.work { _, catalogue in TimerFields(catalogue) })
    }
    router.get("history/list") { request in
      let query = request.query
      guard let order = HistoryOrder(before: query["before"], limit: query["limit"]) else { throw Refusal.unreadable }
      let page = try await host.work { parts, catalogue -> Result<HistoryPage, Refusal> in
        do throws(ScreenFailure) {
          // One more shows whether there are older ones.
          let workouts = try parts.summaries(before: order.before, limit: order.limit + 1)
          return .success(HistoryPage(workouts, limit: order.limit, now: Date(), catalogue))
        } catch {
          return .failure(.failed(line: error.line))
        }
      }
      return try Reply.json(page.get())
    }
    router.get("history/:id") { request in
      guard let id = request.parameters["id"].flatMap({ UUID(uuidString: $0) }) else { throw Refusal.notFound }
      let sets = try await host.work { parts, catalogue -> Result<HistoryPage.Sets, Refusal> in
        do throws(ScreenFailure) {
          guard let workout = try parts.workout(id) else { return .failure(.notFound) }
          return .success(HistoryPage.Sets(workout, catalogue))
        } catch {
          return .failure(.failed(line: error.line))
        }
      }
      return try Reply.json(sets.get())
    }
    router.delete("history/:id") { request in
      try await host.change(request) { parts, id throws(ScreenFailure) in try parts.removeWorkout(id) }
    }
    // Restores it.
    router.put("history/:id") { request in
      try await host.change(request) { parts, id throws(ScreenFailure) in try parts.restoreWorkout(id) }
    }
  }
}

extension PageHost {
  /// Applies `change` to the requested timed practice.
  fileprivate func change(
    _ request: PageRequest, _ change: @escaping @Sendable (any ScreenParts, UUID) throws(ScreenFailure) -> Void
  ) async throws(Refusal) -> PageResponse {
    guard let id = request.parameters["id"].flatMap({ UUID(uuidString: $0) }) else { throw .notFound }
    let outcome = try await work { parts, _ -> Result<Void, Refusal> in
      do throws(ScreenFailure) {
        return .success(try change(parts, id))
      } catch {
        return .failure(.failed(line: error.line))
      }
    }
    try outcome.get()
    return Reply.done
  }
}
