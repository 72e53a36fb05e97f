import Controllers
import Foundation
import PlainText
import Ports
import Texts
import Timers
import Training

/// The data pages show and change apart from practice itself, provided where the program is assembled.
///
/// Called on the pages' own threads, never on the loop's: a call may take as long as a file or the database does.
public protocol ScreenParts: Sendable {
  /// All texts, in the current language of the settings.
  var catalogue: Catalogue { get }
  /// Returns the current settings, and the problems of their file.
  func settings() -> (values: Settings, problems: [SettingsFileProblem])
  /// Saves one setting, with `value` in the format of the settings file, and passes it to practice, where it applies
  /// from the next exercise. Returns all settings after the change.
  @discardableResult func set(_ key: SettingKey, to value: String) throws(SettingRefusal) -> Settings
  /// Resets every setting to its default, as `set` does for one. Returns all settings after the change, and the
  /// remaining problems of their file.
  func resetSettings() throws(SettingRefusal) -> (values: Settings, problems: [SettingsFileProblem])
  /// The outputs that are there now, for the setting `output`.
  func outputs() -> [OutputName]
  /// Returns the current profile of the player's ear.
  func profile() throws(ScreenFailure) -> ProfileReport
  /// Returns the connected controllers, in the order of connection.
  func controllers() -> [ScreenController]
  /// Passes on controller messages as they arrive: `take` is called on a separate thread, which is neither the
  /// sequencer's nor the loop's, and must return at once. Ends when the returned value is released.
  func listen(_ take: @escaping @Sendable (HeardMessage) -> Void) -> any Sendable
  /// Shows a cue on a controller for a moment, at the hub; returns false if that is impossible.
  func show(_ cue: Cue, on id: String) -> Bool
  /// Requests the control for `role` that is pressed or moved next on a controller, at the hub: until then the
  /// controller's input has no other effect. Replaces an earlier request. `tell` is called once, on a separate thread,
  /// when practice uses the control, or when the request has ended without one.
  /// - Throws: if that is impossible now; then `tell` is not called.
  func learn(_ role: Role, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void) throws(ScreenFailure)
  /// Withdraws the request for a control of a controller, if there is one.
  func endLearning(on id: String)
  /// Switches a controller's mapping back to its state before `learn` wrote it, or forward to the written one. `tell`
  /// is called as by `learn`.
  /// - Throws: if that is impossible now; then `tell` is not called.
  func go(
    _ way: ScreenController.Way, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void
  ) throws(ScreenFailure)
  /// Returns stored timed practices, newest first: up to `limit` of those older than the one called `before`, or of all
  /// if it is nil.
  func summaries(before: UUID?, limit: Int) throws(ScreenFailure) -> [WorkoutSummary]
  /// Returns one of them with its sets and rounds; nil if it does not exist.
  func workout(_ id: UUID) throws(ScreenFailure) -> Workout?
  /// Removes one of them, with its sets and rounds; does nothing if it does not exist. It can be restored until the
  /// next start of practice.
  func removeWorkout(_ id: UUID) throws(ScreenFailure)
  /// Restores a removed one; does nothing if none was removed.
  func restoreWorkout(_ id: UUID) throws(ScreenFailure)
  /// The program's name, version and parts.
  var about: ScreenAbout { get }
  /// Returns the results of `peach check` on this machine, without making a sound.
  func check() -> [ScreenCheckLine]
}

/// A failure to provide data or to perform an action for a page.
public struct ScreenFailure: Error, Hashable, Sendable {
  /// The problem, its place and its remedy, in the player's language.
  public var line: String

  /// Memberwise.
  public init(line: String) { self.line = line }
}

/// A connected controller, as pages show it; sent to them as JSON. Its texts are made fit to be shown.
public struct ScreenController: Hashable, Sendable, Encodable {
  /// Its address, `client:port`.
  public var id: String
  /// Its name in the sequencer.
  public var name: String
  /// The name of its mapping.
  public var mapping: String
  /// The reason for that mapping.
  public var why: String
  /// All other lines of `peach devices` on it.
  public var lines: [String]
  /// The player must wake it by holding two keys before it starts anything.
  public var asleep: Bool
  /// Other software that listens to it.
  public var others: [String] = []
  /// Its roles and their places.
  public var roles: [PlacedRole]
  /// The controls with roles.
  public var drawing: ControlDrawing
  /// Roles without a control.
  public var free: [FreeRole]
  /// The possible switch of its mapping, if a page has written it.
  public var way: Way?

  /// A switch of a mapping. The raw values are the words of pages.
  public enum Way: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Back to the mapping from before a page wrote it.
    case before
    /// Forward to the mapping that the page wrote.
    case learned
  }

  /// A role without a control.
  public struct FreeRole: Hashable, Sendable, Encodable {
    /// The role.
    public var role: Role
    /// Its name in the player's language.
    public var label: String

    /// Memberwise.
    public init(role: Role, label: String) {
      self.role = role
      self.label = CleanText.line(label)
    }
  }

  /// A role and its place, in words.
  public struct PlacedRole: Hashable, Sendable, Encodable {
    /// The role.
    public var role: Role
    /// Its name in the player's language.
    public var label: String
    /// Its place: `Pads 5–8`.
    public var place: String
    /// Whether a light that certainly exists shows it.
    public var hasLight: Bool

    private enum CodingKeys: String, CodingKey {
      case role, label
      case place = "where"
      case hasLight = "light"
    }

    /// Memberwise.
    public init(role: Role, label: String, place: String, hasLight: Bool = false) {
      self.role = role
      self.label = CleanText.line(label)
      self.place = CleanText.line(place)
      self.hasLight = hasLight
    }
  }

  /// Memberwise.
  public init(
    id: String, name: String, mapping: String, why: String = "", lines: [String], asleep: Bool, roles: [PlacedRole],
    drawing: ControlDrawing = ControlDrawing(parts: []), free: [FreeRole] = [], way: Way? = nil
  ) {
    self.id = id
    self.name = CleanText.line(name)
    self.mapping = CleanText.line(mapping)
    self.why = CleanText.line(why)
    self.lines = lines.map(CleanText.line)
    self.asleep = asleep
    self.roles = roles
    self.drawing = drawing
    self.free = free
    self.way = way
  }
}

/// A message of a controller, as pages show it.
public struct HeardMessage: Hashable, Sendable {
  /// The controller's address, `client:port`.
  public var id: String
  /// The message in words.
  public var text: String
  /// The current role of its control; nil for none.
  public var role: Role?
  /// Its note, 0…127; nil if it is not a note.
  public var note: Int?

  /// Memberwise.
  public init(id: String, text: String, role: Role?, note: Int? = nil) {
    self.id = id
    self.text = text
    self.role = role
    self.note = note
  }
}

/// The result of a request for a control, or for another mapping; sent to pages as JSON.
public struct LearnOutcome: Hashable, Sendable, Encodable {
  /// The controller's address, `client:port`.
  public var id: String
  /// The requested role; nil if the request was for a mapping.
  public var role: Role?
  /// The message to show, in the player's language.
  public var line: String
  /// Whether anything has changed.
  public var hasChanged: Bool

  private enum CodingKeys: String, CodingKey {
    case id, role, line
    case hasChanged = "changed"
  }

  /// Memberwise.
  public init(id: String, role: Role?, line: String, hasChanged: Bool) {
    self.id = id
    self.role = role
    self.line = line
    self.hasChanged = hasChanged
  }
}

/// The program, as the Info page shows it.
public struct ScreenAbout: Hashable, Sendable {
  /// Its version, without a leading letter.
  public var version: String
  /// Its third-party parts: name, licence, address.
  public var parts: [Part]

  /// A library and its licence.
  public struct Part: Hashable, Sendable, Encodable {
    /// Its name.
    public var name: String
    /// The licence's SPDX identifier.
    public var licence: String
    /// The address it comes from.
    public var address: String

    /// Memberwise.
    public init(name: String, licence: String, address: String) {
      self.name = name
      self.licence = licence
      self.address = address
    }
  }

  /// Memberwise.
  public init(version: String, parts: [Part]) {
    self.version = version
    self.parts = parts
  }
}

/// A line of `peach check`; sent to pages as JSON.
public struct ScreenCheckLine: Hashable, Sendable, Encodable {
  private enum State: String, Encodable { case good, missing }

  private let state: State
  /// The text in the player's language, with the remedy if something is missing.
  public let line: String

  /// Creates a line, which is made fit to be shown.
  public init(isGood: Bool, line: String) {
    state = isGood ? .good : .missing
    self.line = CleanText.line(line)
  }

  /// Whether practice works as far as this line is concerned.
  public var isGood: Bool { state == .good }
}
