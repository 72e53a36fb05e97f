import Controllers
import Foundation
import Ports
import Texts
import Timers
import Training

/// What pages show and change besides practice itself: given by the one place where everything is put together.
///
/// Called on the pages' own threads, never on the loop's: a call may take as long as a file or the database does.
public protocol ScreenParts: Sendable {
  /// All texts, in the language of the settings as they are now.
  var catalogue: Catalogue { get }
  /// The settings as they are now, and what is wrong with their file.
  func settings() -> (values: Settings, problems: [SettingsFileProblem])
  /// Saves one setting, `value` being in the words of the settings file, and tells practice, where it counts from the next
  /// exercise. Returns all settings, as they are then.
  @discardableResult func set(_ key: SettingKey, to value: String) throws(SettingRefusal) -> Settings
  /// Takes every setting back to its default, as `set` does for one. Returns all settings, as they are then, and what is still
  /// wrong with their file.
  func resetSettings() throws(SettingRefusal) -> (values: Settings, problems: [SettingsFileProblem])
  /// The outputs that are there now, for the setting `output`.
  func outputs() -> [OutputName]
  /// What is known of the player's ear now.
  func profile() throws(ScreenFailure) -> ProfileReport
  /// The controllers that are plugged in, in the order of plugging.
  func controllers() -> [ScreenController]
  /// What controllers send, as it comes: `take` is called on a thread of its own, which is neither the hands' nor the loop's,
  /// and must return at once. Ends when the returned value is released.
  func listen(_ take: @escaping @Sendable (HeardMessage) -> Void) -> any Sendable
  /// Lets a controller show a cue for a moment, at the hub; false where that cannot be.
  func show(_ cue: Cue, on id: String) -> Bool
  /// Wants the control for `role` that is pressed or moved next on a controller, at the hub: until then nothing that is done on
  /// it acts. What was wanted before is not wanted any more. `tell` is called once, on a thread of its own, when practice
  /// uses the control, or when there will be none.
  /// - Throws: where that cannot be now; then `tell` is not called.
  func learn(_ role: Role, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void) throws(ScreenFailure)
  /// Wants no control of a controller any more; nothing where none is wanted.
  func endLearning(on id: String)
  /// Takes a controller's mapping back to what was there before `learn` wrote it, or to what it wrote. `tell` is called as by
  /// `learn`.
  /// - Throws: where that cannot be now; then `tell` is not called.
  func go(
    _ way: ScreenController.Way, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void
  ) throws(ScreenFailure)
  /// Timed practices that are kept, newest first: at most `limit` of those that are older than the one called `before`, or of
  /// all where that is nil.
  func summaries(before: UUID?, limit: Int) throws(ScreenFailure) -> [WorkoutSummary]
  /// One of them with its sets and rounds; nil where it is not there.
  func workout(_ id: UUID) throws(ScreenFailure) -> Workout?
  /// Takes one of them away, with its sets and rounds; nothing where it is not there. It can be brought back until practice is
  /// started next.
  func removeWorkout(_ id: UUID) throws(ScreenFailure)
  /// Brings one back that was taken away; nothing where it was not.
  func restoreWorkout(_ id: UUID) throws(ScreenFailure)
  /// What the program is.
  var about: ScreenAbout { get }
  /// What `peach check` says of this machine, without sounding anything.
  func check() -> [ScreenCheckLine]
}

/// Something that pages cannot show.
public struct ScreenFailure: Error, Hashable, Sendable {
  /// What, where and what to do, in the player's language.
  public var line: String

  /// Memberwise.
  public init(line: String) { self.line = line }
}

/// A controller that is plugged in, as pages show it.
public struct ScreenController: Hashable, Sendable {
  /// Its address, `client:port`.
  public var id: String
  /// Its name as the sequencer tells it.
  public var name: String
  /// The name of the mapping that serves it.
  public var mapping: String
  /// Why that mapping serves it.
  public var why: String
  /// All else that `peach devices` says of it.
  public var lines: [String]
  /// It must be woken by holding two keys before it starts anything.
  public var asleep: Bool
  /// Its roles, and where each of them is.
  public var roles: [PlacedRole]
  /// The controls that have them.
  public var drawing: ControlDrawing
  /// Roles that have none.
  public var free: [FreeRole]
  /// Where its mapping can be taken, if a page has written it.
  public var way: Way?

  /// Which way a mapping can go. The raw values are what pages send.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    /// To what was there before a page wrote it.
    case before
    /// To what the page wrote.
    case learned
  }

  /// A role that no control has.
  public struct FreeRole: Hashable, Sendable {
    /// Which one.
    public var role: Role
    /// Its name in the player's language.
    public var label: String

    /// Memberwise.
    public init(role: Role, label: String) {
      self.role = role
      self.label = label
    }
  }

  /// A role and where it is, in words.
  public struct PlacedRole: Hashable, Sendable {
    /// Which one.
    public var role: Role
    /// Its name in the player's language.
    public var label: String
    /// Where it is: `Pads 5–8`.
    public var place: String
    /// Whether a light that is sure to be there shows it.
    public var hasLight: Bool

    /// Memberwise.
    public init(role: Role, label: String, place: String, hasLight: Bool = false) {
      self.role = role
      self.label = label
      self.place = place
      self.hasLight = hasLight
    }
  }

  /// Memberwise.
  public init(
    id: String, name: String, mapping: String, why: String = "", lines: [String], asleep: Bool, roles: [PlacedRole],
    drawing: ControlDrawing = ControlDrawing(parts: []), free: [FreeRole] = [], way: Way? = nil
  ) {
    self.id = id
    self.name = name
    self.mapping = mapping
    self.why = why
    self.lines = lines
    self.asleep = asleep
    self.roles = roles
    self.drawing = drawing
    self.free = free
    self.way = way
  }
}

/// A message a controller has sent, as pages show it.
public struct HeardMessage: Hashable, Sendable {
  /// The controller's address, `client:port`.
  public var id: String
  /// The message in words.
  public var text: String
  /// The role its control has now; nil for none.
  public var role: Role?
  /// Its note, 0…127; nil for what is none.
  public var note: Int?

  /// Memberwise.
  public init(id: String, text: String, role: Role?, note: Int? = nil) {
    self.id = id
    self.text = text
    self.role = role
    self.note = note
  }
}

/// What came of asking for a control, or for another mapping.
public struct LearnOutcome: Hashable, Sendable {
  /// The controller's address, `client:port`.
  public var id: String
  /// The role that was asked for; nil where it was for a mapping.
  public var role: Role?
  /// What there is to say, in the player's language.
  public var line: String
  /// Whether anything is other than before.
  public var hasChanged: Bool

  /// Memberwise.
  public init(id: String, role: Role?, line: String, hasChanged: Bool) {
    self.id = id
    self.role = role
    self.line = line
    self.hasChanged = hasChanged
  }
}

/// What the program is, for the page Info.
public struct ScreenAbout: Hashable, Sendable {
  /// Its version, without a letter before it.
  public var version: String
  /// Its parts that others have made: name, licence, address.
  public var parts: [Part]

  /// A library and its licence.
  public struct Part: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The licence's SPDX identifier.
    public var licence: String
    /// Where it comes from.
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

/// A line of `peach check`.
public struct ScreenCheckLine: Hashable, Sendable {
  /// Whether practice works as far as this line goes.
  public var isGood: Bool
  /// In the player's language, with the command that mends it if something is missing.
  public var line: String

  /// Memberwise.
  public init(isGood: Bool, line: String) {
    self.isGood = isGood
    self.line = line
  }
}
