import Controllers
import Practice
import Texts
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
  /// exercise.
  func set(_ key: SettingKey, to value: String) throws(SettingRefusal)
  /// Takes every setting back to its default, as `set` does for one.
  func resetSettings() throws(SettingRefusal)
  /// What is known of the player's ear now.
  func profile() throws(ScreenFailure) -> ProfileReport
  /// The controllers that are plugged in, in the order of plugging.
  func controllers() -> [ScreenController]
  /// What controllers send, as it comes: `take` is called on the hands' thread and must return at once. Ends when the
  /// returned value is released.
  func listen(_ take: @escaping @Sendable (HeardMessage) -> Void) -> any Sendable
  /// Lets a controller show a cue for a moment, at the hub; false where that cannot be.
  func show(_ cue: Cue, on id: String) -> Bool
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

/// Why a setting was not saved.
public enum SettingRefusal: Error, Hashable, Sendable {
  /// The value cannot be.
  case value(SettingProblem)
  /// The settings file cannot be changed, or a file that the value names cannot be used.
  case file(SettingsFileProblem)
}

/// A controller that is plugged in, as pages show it.
public struct ScreenController: Hashable, Sendable {
  /// Its address, `client:port`.
  public var id: String
  /// Its name as the sequencer tells it.
  public var name: String
  /// The name of the profile that serves it.
  public var profile: String
  /// Why that profile serves it.
  public var why: String
  /// All else that `peach devices` says of it.
  public var lines: [String]
  /// It must be woken by holding two keys before it starts anything.
  public var asleep: Bool
  /// Its roles, and where each of them is.
  public var roles: [PlacedRole]

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
    id: String, name: String, profile: String, why: String = "", lines: [String], asleep: Bool, roles: [PlacedRole]
  ) {
    self.id = id
    self.name = name
    self.profile = profile
    self.why = why
    self.lines = lines
    self.asleep = asleep
    self.roles = roles
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

  /// Memberwise.
  public init(id: String, text: String, role: Role?) {
    self.id = id
    self.text = text
    self.role = role
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
