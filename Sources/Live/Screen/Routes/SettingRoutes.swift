import Ports
import Texts

/// The body of a page's request to change a setting.
private struct PostedValue: Decodable {
  var value: String
}

extension PageRoutes {
  static func addSettings(to router: inout PageRouter, _ host: PageHost) {
    router.get("settings/list") { _ in
      try Reply.json(try await host.work { parts, catalogue in SettingsPage(parts.settings(), parts, catalogue) })
    }
    router.put("settings/:key") { request in
      guard let key = request.parameters["key"].flatMap(SettingKey.init) else { throw Refusal.notFound }
      let posted = try await request.decoded(as: PostedValue.self, upTo: host.limits.body)
      let outcome = try await host.work { parts, catalogue -> Result<SettingsPage.Setting, Refusal> in
        do throws(SettingRefusal) {
          let settings = try parts.set(key, to: catalogue.written(posted.value, for: key, on: .pages))
          let outputs = key == .output ? parts.outputs() : []
          return .success(SettingsPage.Setting(key, settings, parts.catalogue, outputs: outputs))
        } catch {
          return .failure(.cannot(line: catalogue.line(error, on: .pages, typed: posted.value)))
        }
      }
      try await host.followLanguage(after: key)
      return try Reply.json(outcome.get())
    }
    router.delete("settings") { _ in
      let outcome = try await host.work { parts, catalogue -> Result<SettingsPage, Refusal> in
        do throws(SettingRefusal) {
          return .success(SettingsPage(try parts.resetSettings(), parts, parts.catalogue))
        } catch {
          return .failure(.cannot(line: catalogue.line(error, on: .pages)))
        }
      }
      try await host.followLanguage(after: .language)
      return try Reply.json(outcome.get())
    }
  }
}

extension PageHost {
  /// Reloads the texts if a change of `key` may have changed their language.
  fileprivate func followLanguage(after key: SettingKey) async throws(Refusal) {
    if key == .language { try await work { _, _ in } }
  }
}
