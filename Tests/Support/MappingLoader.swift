import Controllers
import Foundation
import Linux

extension MappingLibrary {
  /// The mappings in the files of `folders`, and after them those of `shipped`, read and decoded on first use as in the
  /// program.
  public static func load(folders: [String], shipped: String? = nil) -> MappingLibrary {
    let later = AsyncOnce {
      FolderMappings(shipped.map(folder) ?? []) { decode in
        let decoded = AsyncOnce(decode)
        return { decoded.value }
      }
    }
    return MappingLibrary(own: folders.map { FolderMappings(folder($0)) }, shipped: { later.value })
  }

  /// The mapping in one file, nil if it has errors, and the problems of the file.
  public static func load(file: String) -> (mapping: ControllerMapping?, problems: [MappingProblem]) {
    MappingFile(file, bytes: bytes(file)).decoded
  }

  /// The mappings that could have served `port`, as the program finds them.
  public func passedOver(_ port: PortDescription) -> [PassedOver] {
    passedOver(port) { MappingFile($0, bytes: Self.bytes($0)) }
  }

  /// The texts of the mappings' files.
  public var texts: [String: String] {
    files.reduce(into: [:]) { $0[$1] = String(decoding: Self.bytes($1), as: UTF8.self) }
  }

  private static func folder(_ folder: String) -> [MappingFile] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { $0.hasSuffix(".yaml") }
      .map { MappingFile("\(folder)/\($0)", bytes: bytes("\(folder)/\($0)")) }
  }

  /// A file that is not there is as an empty one, which is an error.
  private static func bytes(_ file: String) -> [UInt8] { Array(FileManager.default.contents(atPath: file) ?? Data()) }
}
