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
  /// Runs the dialogue on `topic`, and ends the process.
  /// - Throws: an exit code, after printing a line with the obstacle.
  static func run(
    _ topic: Topic, common: CommonOptions, controller: String? = nil, audio: JACKOptions.Audio = .auto,
    output: String? = nil
  ) throws {
    // Before any call that could hang, on a network share that is gone, for example.
    let signals = Signals(limit: ShutdownBudget.limit, atForcedEnd: { RawMode.leave() })
    let setup = try Setup(common: common, controller: controller)
    let lock = try takeLock(setup.catalogue)
    do throws(FileFailure) {
      try MappingFolder(path: setup.paths.controllers).checkWritable()
      if case .report(let file) = topic { try file.checkWritable() }
    } catch {
      complain(setup.catalogue.mappingLine(error))
      throw ExitCode.failure
    }
    let ports = ALSASequencer(options: SequencerOptions(controller: setup.controllerName))
    let spoken = voice(setup, setup.soundOptions(audio, output))
    guard let learning = Learning(topic, setup: setup, ports: ports, spoken: spoken, signals: signals) else {
      complain(setup.catalogue.line(SequencerFailure.failed(call: "eventfd", code: EMFILE)))
      throw ExitCode.failure
    }
    let code = withExtendedLifetime(lock) { learning.run() }
    // As in practice: do not wait for anything a hung sound server still holds.
    fflush(nil)
    _exit(code.rawValue)
  }

  /// Takes the practice lock: pads pressed here would otherwise also start and answer exercises of a running practice.
  /// - Throws: `ExitCode.store`, after printing a line with the lock's holder.
  private static func takeLock(_ texts: Catalogue) throws -> PracticeLock {
    do throws(PracticeLockFailure) {
      return try PracticeLock.acquire(texts)
    } catch {
      complain(texts.line(error))
      throw ExitCode.store
    }
  }

  /// Returns the voice, unless the setting `speech` disables it: `auto` also speaks in a terminal, as the player looks
  /// at the controller here. Without sound it stays silent, and a line reports that.
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
