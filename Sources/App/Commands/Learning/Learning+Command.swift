import ALSASequencer
import ArgumentParser
import Glibc
import JACKOutput
import Ports
import Practice
import SQLiteStore
import Terminal
import Texts

extension Learning {
  /// Talks about `topic` to whoever is at a controller, and ends the process.
  /// - Throws: an exit code, after a line that says what is in the way.
  static func run(
    _ topic: Topic, common: CommonOptions, controller: String? = nil, audio: JACKOptions.Audio = .auto,
    output: String? = nil
  ) throws {
    // Before anything that could hang: a share that is gone, say.
    let signals = Signals(limit: OrderlyEnd.limit, atForcedEnd: { RawMode.leave() })
    let setup = try Setup(common: common, controller: controller)
    let lock = try takeLock(setup.catalogue)
    do throws(MappingFolderFailure) {
      try MappingFolder(path: setup.paths.controllers).checkWritable()
      if case .report(let file) = topic { try file.checkWritable() }
    } catch {
      complain(setup.catalogue.line(error))
      throw ExitCode.failure
    }
    let ports = ALSASequencer(options: SequencerOptions(controller: setup.controllerName))
    let spoken = voice(setup, setup.soundOptions(audio, output))
    guard let learning = Learning(topic, setup: setup, ports: ports, spoken: spoken, signals: signals) else {
      complain(setup.catalogue.line(SequencerFailure.failed(call: "eventfd", code: EMFILE)))
      throw ExitCode.failure
    }
    let code = withExtendedLifetime(lock) { learning.run() }
    // As in practice: what a hung sound server still holds is not waited for.
    fflush(nil)
    _exit(code.rawValue)
  }

  /// The lock of practice: pads that are pressed here would start and answer exercises of a practice beside this.
  /// - Throws: `ExitCode.store`, after a line that says who holds it.
  private static func takeLock(_ texts: Catalogue) throws -> PracticeLock {
    do throws(PracticeLockFailure) {
      return try PracticeLock.take(texts)
    } catch {
      complain(texts.line(error))
      throw ExitCode.store
    }
  }

  /// The voice, unless the setting `speech` wants none: `auto` speaks in a terminal too, as eyes are on the controller here.
  /// Without sound nothing is said, and a line tells so.
  private static func voice(_ setup: Setup, _ options: JACKOptions) -> SpokenLines? {
    guard SpeechPlace(outputIsTerminal: false, hasEvents: false).speaks(setup.settings) else {
      return nil
    }
    do throws(SoundFailure) {
      return try SpokenLines(setup, options: options)
    } catch {
      complain(setup.catalogue.line(error))
      return nil
    }
  }
}
