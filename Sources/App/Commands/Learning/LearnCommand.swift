import ArgumentParser
import JACKOutput
import Texts

/// `peach learn`: asks for each role, listens, writes a mapping file, and tests it, entirely by ear and from the
/// controller.
struct LearnCommand: NamedCommand {
  static let name = "learn"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.learn), discussion: Help.example("peach learn"))

  @OptionGroup var common: CommonOptions
  @Option(help: Help.text(.controller), completion: .file(extensions: ["yaml", "yml"]))
  var controller: String?
  @Option(help: Help.text(.audio))
  var audio: JACKOptions.Audio = .auto
  @Option(help: Help.text(.output))
  var output: String?
  /// Learning writes lines and never redraws: the option exists for consistency with practice.
  @Flag(help: Help.text(.plain))
  var plain = false

  func run() throws {
    try Learning.run(.learning, common: common, controller: controller, audio: audio, output: output)
  }
}
