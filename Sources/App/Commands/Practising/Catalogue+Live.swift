import Controllers
import Foundation
import Ports
import SQLiteStore
import Sound
import Texts

/// Lines for the failures of the live parts, which `Terminal` does not know.
extension Catalogue {
  /// Returns one line on why the store cannot be used.
  func line(_ failure: StoreFailure) -> String {
    switch failure {
    case .newerVersion(let path): self(.storeNewerVersion, ["path": path])
    case .preRelease(let path): self(.storePreRelease, ["path": path])
    case .notPeachDatabase(let path): self(.storeNotOurs, ["path": path])
    case .corrupt(let path, let reason): self(.storeCorrupt, ["path": path, "reason": translated(reason: reason)])
    case .notPermitted(let path, let reason):
      self(.storeNotPermitted, ["path": path, "reason": translated(reason: reason)])
    case .readOnlyMedium(let path): self(.storeReadOnly, ["path": path])
    case .notReadable(let path, let reason):
      self(.fileNotRead, ["path": path, "reason": translated(reason: reason)])
    case .diskFull(let path): self(.storeFull, ["path": path])
    case .locked(let path): self(.storeLocked, ["path": path])
    case .notDurable(let path): self(.storeNotDurable, ["path": path])
    case .failed(let path, let reason): self(.storeFailed, ["path": path, "reason": translated(reason: reason)])
    }
  }

  /// Returns a line for each step of opening the store that matters to the player.
  func lines(_ opening: StoreOpening) -> [String] {
    (opening.backup.map { [self(.storeBackup, ["path": $0])] } ?? [])
      + opening.adopted.map { self(.storeAdopted, ["path": $0]) } + opening.left.map { self(.storeLeft, ["path": $0]) }
      + opening.unread.sorted { $0.key < $1.key }.map {
        self(.fileNotRead, ["path": $0.key, "reason": words($0.value)])
      }
  }

  /// Returns one line on why practice may not start next to another one.
  func line(_ failure: PracticeLockFailure) -> String {
    switch failure {
    case .held(let process?, let pages):
      self(.lockHeld, ["pid": "\(process)"]) + (pages.map { " \(self(.lockPages, ["address": $0]))" } ?? "")
    case .held(nil, _): self(.lockHeldUnknown)
    case .unavailable(let path, let reason):
      self(.lockUnavailable, ["path": path, "reason": translated(reason: reason)])
    case .foreign(let folder, let owner): self(.lockForeign, ["path": folder, "user": "\(owner)"])
    }
  }

  /// Returns one line on why a file was left untouched, or could not be written.
  func line(_ failure: FileFailure) -> String {
    let path = ["path": failure.path]
    return switch failure.refusal {
    case .exists: self(.usageFileExists, path)
    case .database: self(.keptDatabase, path)
    case .settings: self(.keptSettings, path)
    case .mapping: self(.keptMapping, path)
    case .scale: self(.keptScale, path)
    case nil: self(.fileNotWritten, ["path": failure.path, "reason": words(failure.code)])
    }
  }

  /// Returns one line on incomplete standard output, from an errno.
  func outputEnded(_ code: Int32) -> String { self(.outputNotWritten, ["reason": words(code)]) }

  /// Returns one line on why a recording is incomplete.
  func recordingEnded(_ failure: FileFailure) -> String {
    self(.recordingEnded, ["path": failure.path, "reason": words(failure.code)])
  }
}
