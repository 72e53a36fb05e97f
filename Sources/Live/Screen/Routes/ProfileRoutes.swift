import Pictures
import Ports
import Texts
import Training

extension PageRoutes {
  static func addProfile(to router: inout PageRouter, _ host: PageHost) {
    router.get("profile/summary") { request in
      let interval = request.query["interval"].flatMap { IntervalClass(abbreviation: $0) }
      return try Reply.json(try await host.profile { ProfilePage($0, of: interval, $1) })
    }
    router.get("profile/:file") { request in
      let query = request.query
      guard
        let order = request.parameters["file"].flatMap({
          PictureOrder(file: $0, theme: query["theme"], width: query["width"], interval: query["interval"])
        }),
        let picture = try await host.profile({ order.svg($0, $1) })
      else { throw Refusal.notFound }
      return Reply.file(PageFile(name: "profile.svg", bytes: Array(picture.utf8)), to: request.head)
    }
  }
}

extension PageHost {
  /// Returns the result of `make` for the current profile; for an interval class without a threshold the distance to
  /// one never grows.
  fileprivate func profile<Made: Sendable>(
    _ make: @escaping @Sendable (ProfileReport, Catalogue) -> Made
  ) async throws(Refusal) -> Made {
    let beginning = views.state.beginning
    let made = try await work { parts, catalogue -> Result<Made, Refusal> in
      do throws(ScreenFailure) {
        var report = try parts.profile()
        report.tell(after: beginning)
        return .success(make(report, catalogue))
      } catch {
        return .failure(.failed(line: error.line))
      }
    }
    return try made.get()
  }
}
