import Controllers
import Glibc
import Linux

/// Reads controller mappings. Blocks on files: any thread but the loop's and the real-time one.
enum MappingReader {
  /// Reads every `*.yaml` and `*.yml` in the player's `folder`; a missing folder counts as empty. The files of
  /// `shipped` come after them: they are read when a port is matched or all mappings are needed, and decoded when a
  /// port fits them.
  static func library(_ folder: String, shipped: String? = nil) -> MappingLibrary {
    let later = AsyncOnce {
      FolderMappings(shipped.map(files) ?? []) { decode in
        let decoded = AsyncOnce(decode)
        return { decoded.value }
      }
    }
    return MappingLibrary(own: [FolderMappings(files(in: folder))], shipped: { later.value })
  }

  /// Reads the mapping files of `folder`, in the order of their names.
  private static func files(in folder: String) -> [MappingFile] {
    guard let names = Descriptor.names(in: folder) else {
      return errno == ENOENT ? [] : [MappingFile(folder, unreadable: .unreadable(code: errno))]
    }
    return names.sorted().filter { !$0.hasPrefix(".") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }
      .map { file("\(folder)/\($0)") }
  }

  /// Reads the file at `path`. Never waits: a pipe or device is refused.
  static func file(_ path: String) -> MappingFile {
    do throws(SmallFile.Failure) {
      return MappingFile(path, bytes: try SmallFile.read(path, limit: MappingFile.sizeLimit))
    } catch {
      return MappingFile(path, unreadable: MappingProblemReason(error))
    }
  }
}

extension MappingProblemReason {
  fileprivate init(_ failure: SmallFile.Failure) {
    self =
      switch failure {
      case .unreadable(let code): .unreadable(code: code)
      case .notAFile: .notAFile
      case .tooLarge(let limit): .tooLarge(limit: limit)
      }
  }
}
