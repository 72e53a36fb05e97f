import Foundation
import NIOCore
import NIOHTTP1

/// Responses by kind of content.
enum Reply {
  /// The media type of most responses.
  static let json = "application/json; charset=utf-8"

  /// Returns `value` as JSON in one line, the same bytes for the same value.
  static func bytes(_ value: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map(Array.init)
  }

  /// Returns `value` as a server-sent event.
  static func event(_ name: String, _ value: some Encodable) -> [UInt8]? {
    bytes(value).map { Array("event: \(name)\ndata: ".utf8) + $0 + Array("\n\n".utf8) }
  }

  /// Returns a response with `value`.
  static func json(_ value: some Encodable, _ status: HTTPResponseStatus = .ok) throws(Refusal) -> PageResponse {
    guard let bytes = bytes(value) else { throw .failed(line: nil) }
    return PageResponse(status, ["Content-Type": json], ByteBuffer(bytes: bytes))
  }

  /// Returns a response with a module that exports `value`.
  static func module(_ value: some Encodable) throws(Refusal) -> PageResponse {
    guard let bytes = bytes(value) else { throw .failed(line: nil) }
    var buffer = ByteBuffer(string: "export default ")
    buffer.writeBytes(bytes)
    return PageResponse(.ok, ["Content-Type": PageFile.types["js"] ?? ""], buffer)
  }

  /// The response to a successful action.
  static var done: PageResponse { PageResponse(.noContent) }

  /// The response to an intent: the version of the state that will include it.
  static func included(in version: Int) -> PageResponse {
    PageResponse(.noContent, ["State-Version": "\(version)"])
  }

  /// Returns a page's document. Its styles have `nonce`, which is unique to the response, so it must not be cached.
  static func document(
    _ document: String, nonce: String, to head: RequestHead, _ status: HTTPResponseStatus = .ok
  ) -> PageResponse {
    let fields: HTTPHeaders = [
      "Content-Type": PageFile.types["html"] ?? "", "Content-Security-Policy": BrowserPolicy.document(nonce: nonce),
      "Cross-Origin-Opener-Policy": BrowserPolicy.opener(of: head),
    ]
    return PageResponse(status, fields, ByteBuffer(string: document))
  }

  /// Returns `file`, or the status that the client already has it.
  static func file(_ file: PageFile, to head: RequestHead) -> PageResponse {
    let fields: HTTPHeaders = ["Content-Type": file.type, "ETag": file.tag, "Cache-Control": "no-cache"]
    let known = head["If-None-Match"].joined(separator: ",").split(separator: ",")
      .map { $0.filter { $0 != " " } }
    // A proxy may turn our tag into a weak one; the bytes are the same.
    guard !known.contains(where: { $0 == file.tag || $0 == "W/\(file.tag)" || $0 == "*" }) else {
      return PageResponse(.notModified, fields)
    }
    return PageResponse(.ok, fields, ByteBuffer(bytes: file.bytes))
  }

  /// Returns a stream of server-sent events.
  static func stream(_ lease: StreamRoom.Lease, _ slot: StreamSlots.Slot) -> PageResponse {
    PageResponse(["Content-Type": "text/event-stream; charset=utf-8"], streaming: lease, slot)
  }
}
