import Controllers
import PlainText
import Ports
import Texts

/// The connected controllers, as the Controllers page shows them; sent as JSON.
struct ControllersPage: Encodable, Equatable {
  struct Controller: Encodable, Equatable {
    var id: String
    var name: String
    var mapping: String
    var why: String
    var asleep: Bool
    var others: [String]
    var roles: [PlacedRole]
    var drawing: [DrawnPart]
    var free: [FreeRole]
    var way: String?
    var lines: [String]
  }

  struct FreeRole: Encodable, Equatable {
    var role: String
    var label: String
  }

  struct PlacedRole: Encodable, Equatable {
    var role: String
    var label: String
    var place: String
    var light: Bool

    enum CodingKeys: String, CodingKey {
      case role, label, light
      case place = "where"
    }
  }

  var controllers: [Controller]
  var lines: [String]

  /// Creates the page. Its `lines` give the reason if there are no controllers.
  init(_ controllers: [ScreenController], _ view: ViewState, _ catalogue: Catalogue) {
    self.controllers = controllers.map { controller in
      let listened = view.controllers.first { $0.id.text == controller.id }
      return Controller(
        id: controller.id, name: CleanText.line(controller.name), mapping: CleanText.line(controller.mapping),
        why: CleanText.line(controller.why), asleep: controller.asleep,
        others: (listened?.otherListeners ?? []).map(CleanText.line),
        roles: controller.roles.map {
          PlacedRole(
            role: $0.role.rawValue, label: CleanText.line($0.label), place: CleanText.line($0.place), light: $0.hasLight
          )
        }, drawing: controller.drawing.parts.map(DrawnPart.init),
        free: controller.free.map { FreeRole(role: $0.role.rawValue, label: CleanText.line($0.label)) },
        way: controller.way?.rawValue, lines: controller.lines.map(CleanText.line))
    }
    lines = view.notices.compactMap { notice in
      if case .noSequencer = notice { catalogue.line(notice) } else { nil }
    }
    if controllers.isEmpty, lines.isEmpty { lines = [catalogue(.controllerNone)] }
  }
}

/// A cue requested by a page, in the words of a controller's mapping.
struct PostedCue: Decodable, Hashable, Sendable {
  let cue: Cue

  private enum CodingKeys: String, CodingKey { case cue }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard let cue = Self.cues[try fields.decode(String.self, forKey: .cue)] else {
      throw DecodingError.dataCorruptedError(forKey: .cue, in: fields, debugDescription: "cue")
    }
    self.cue = cue
  }

  /// The cues that can be tried, each in its clearest form.
  static let cues: [String: Cue] = [
    "can-answer": .canAnswer, "correct": .correct(pressed: .higher), "incorrect": .incorrect(pressed: .higher),
    "sharp": .result(cents: 20, band: 2), "flat": .result(cents: -20, band: 2),
    "dead-centre": .result(cents: 0, band: 0), "mode": .mode(.startComparison), "trouble": .trouble, "idle": .idle,
  ]
}
