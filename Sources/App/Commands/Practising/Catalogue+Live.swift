import Controllers
import Foundation
import Ports
import SQLiteStore
import Sound
import Texts

/// Lines for the failures of the live parts, which the terminal does not know.
extension Catalogue {
  /// One line on why the store cannot be used.
  func line(_ failure: StoreFailure) -> String {
    switch failure {
    case .newerVersion(let path): self(.storeNewerVersion, ["path": path])
    case .notPeachDatabase(let path): self(.storeNotOurs, ["path": path])
    case .corrupt(let path, let reason): self(.storeCorrupt, ["path": path, "reason": translated(reason: reason)])
    case .notPermitted(let path, let reason):
      self(.storeNotPermitted, ["path": path, "reason": translated(reason: reason)])
    case .diskFull(let path): self(.storeFull, ["path": path])
    case .locked(let path): self(.storeLocked, ["path": path])
    case .notDurable(let path): self(.storeNotDurable, ["path": path])
    case .failed(let path, let reason): self(.storeFailed, ["path": path, "reason": translated(reason: reason)])
    }
  }

  /// A line for each thing that opening the store has done and the player may want to know.
  func lines(_ opening: StoreOpening) -> [String] {
    (opening.backup.map { [self(.storeBackup, ["path": $0])] } ?? [])
      + opening.adopted.map { self(.storeAdopted, ["path": $0]) } + opening.left.map { self(.storeLeft, ["path": $0]) }
  }

  /// One line on why practice may not begin beside another one.
  func line(_ failure: PracticeLockFailure) -> String {
    switch failure {
    case .held(let process?, let pages):
      self(.lockHeld, ["pid": "\(process)"]) + (pages.map { " \(self(.lockPages, ["address": $0]))" } ?? "")
    case .held(nil, _): self(.lockHeldUnknown)
    case .unavailable(let path, let reason):
      self(.lockUnavailable, ["path": path, "reason": translated(reason: reason)])
    }
  }

  /// One line on why an event stream or a recording could not be begun.
  func line(_ failure: FileFailure) -> String {
    notWritten(failure.path, failure.code)
  }

  /// One line on why a recording is not whole.
  func recordingEnded(_ failure: FileFailure) -> String {
    self(.recordingEnded, ["path": failure.path, "reason": words(failure.code)])
  }

  /// One line on why a WAV file could not be written.
  func line(_ failure: WAVError) -> String {
    switch failure {
    case .notWritable(let path, let code), .failed(let path, let code): notWritten(path, code)
    case .diskFull(let path): notWritten(path, ENOSPC)
    case .tooLong(let path): notWritten(path, EFBIG)
    }
  }

  private func notWritten(_ path: String, _ code: Int32) -> String {
    self(.fileNotWritten, ["path": path, "reason": words(code)])
  }
}
