import CWeb
import PlainText
import Texts

/// A file of the pages, ready to be served.
struct PageFile: Sendable {
  /// Its media type, from its suffix.
  let type: String
  /// A strong entity tag, with its quotation marks: other bytes, another tag.
  let tag: String
  /// The file's content.
  let bytes: [UInt8]

  init(name: String, bytes: [UInt8]) {
    let suffix = name.split(separator: ".").last.map(String.init) ?? ""
    type = Self.types[suffix] ?? "application/octet-stream"
    tag = Self.tag(of: bytes)
    self.bytes = bytes
  }

  /// The media types of all suffixes in use.
  static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8", "webmanifest": "application/manifest+json", "png": "image/png",
    "ico": "image/x-icon",
  ]

  /// Returns length and two hashes, forwards and backwards: the tag need not resist attacks, only change with the
  /// content.
  static func tag(of bytes: [UInt8]) -> String {
    let hashes = [FNV1a.hash64(bytes), FNV1a.hash64(bytes.reversed())].map { String($0, radix: 36) }
    return "\"\(bytes.count)-\(hashes[0])-\(hashes[1])\""
  }
}

/// The files embedded in the program, and the generated module that imports the pages.
struct PageFiles: Sendable {
  private let files: [String: PageFile]
  private let document: PageDocument

  /// Reads the table of `CWeb`.
  init() {
    var files: [String: PageFile] = [:]
    for file in (0..<CWebFileCount()).lazy.map(CWebFile) {
      let path = String(cString: file.name)
      guard path.hasPrefix("page/") else { continue }
      let name = String(path.dropFirst("page/".count))
      files[name] = PageFile(name: name, bytes: [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.length)))
    }
    let source = files.removeValue(forKey: PageDocument.name).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    let imports = "pages.js"
    files[imports] = PageFile(name: imports, bytes: [UInt8](PageModule.imports.utf8))
    document = PageDocument(of: source) { String(decoding: files[$0]?.bytes ?? [], as: UTF8.self) }
    self.files = files
  }

  /// Returns the file at this path below the pages' folder, such as `shared/dom.js`; nil if it does not exist, and for
  /// the document.
  func callAsFunction(_ name: String) -> PageFile? { files[name] }

  /// The paths of all files except the document.
  var names: Set<String> { Set(files.keys) }

  /// Returns the document of `page` in the catalogue's language; its policy must allow styles with this nonce.
  func document(of page: PageModule, _ catalogue: Catalogue, nonce: String) -> String {
    document(of: page, catalogue, nonce: nonce)
  }

  /// Returns the document for an unknown address.
  func missing(_ catalogue: Catalogue, nonce: String) -> String { document.missing(catalogue, nonce: nonce) }
}
