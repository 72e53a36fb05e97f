import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Time
import Timers

/// How answers are written.
enum Reply {
  /// The media type of most of them.
  static let json = "application/json; charset=utf-8"

  /// `value` as JSON in one line, the same bytes for the same value.
  static func bytes(_ value: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map(Array.init)
  }

  /// `value` as a server-sent event.
  static func event(_ name: String, _ value: some Encodable) -> [UInt8]? {
    bytes(value).map { Array("event: \(name)\ndata: ".utf8) + $0 + Array("\n\n".utf8) }
  }

  /// An answer that holds `value`.
  static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) throws(Refusal) -> Response {
    guard let bytes = bytes(value) else { throw .failed(line: nil) }
    return Response(
      status: status, headers: [.contentType: json], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// An answer that is a module which exports `value`.
  static func module(_ value: some Encodable) throws(Refusal) -> Response {
    guard let bytes = bytes(value) else { throw .failed(line: nil) }
    var buffer = ByteBuffer(string: "export default ")
    buffer.writeBytes(bytes)
    return Response(
      status: .ok, headers: [.contentType: PageFile.types["js"] ?? ""], body: ResponseBody(byteBuffer: buffer))
  }

  /// The answer to something that was done.
  static var done: Response { Response(status: .noContent) }

  /// A page's document, whose styles have `nonce`, which no other answer has: it is not kept.
  static func document(
    _ document: String, nonce: String, to request: Request, _ status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: PageFile.types["html"] ?? "", .contentSecurityPolicy: BrowserPolicy.document(nonce: nonce),
        .openerPolicy: BrowserPolicy.opener(of: request.head),
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: document)))
  }

  /// `file`, or only that the asker has it already.
  static func file(_ file: PageFile, to request: Request) -> Response {
    let fields: HTTPFields = [.contentType: file.type, .eTag: file.tag, .cacheControl: "no-cache"]
    let known = request.headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",")
      .map { $0.filter { $0 != " " } }
    // A proxy may turn our tag into a weak one; the bytes are the same.
    guard !known.contains(where: { $0 == file.tag || $0 == "W/\(file.tag)" || $0 == "*" }) else {
      return Response(status: .notModified, headers: fields)
    }
    return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }

  /// A stream of server-sent events.
  static func stream(
    _ lease: StreamRoom.Lease, _ slot: StreamSlots.Slot, to request: Request, time: any TimeSource
  ) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"],
      body: ResponseBody { writer in
        defer { withExtendedLifetime((lease, slot)) {} }
        try await lease.stream.write(to: &writer, request, time: time)
      })
  }
}

extension Request {
  /// The body as JSON of `Value`, at most `limit` bytes of it.
  func decoded<Value: Decodable>(as type: Value.Type, upTo limit: Int) async throws(Refusal) -> Value {
    let bytes: ByteBuffer
    do {
      bytes = try await body.collect(upTo: limit)
    } catch is NIOTooManyBytesError {
      throw .bodyTooLong
    } catch {
      throw .unreadable
    }
    do {
      return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
    } catch DecodingError.dataCorrupted(let context) {
      // What can be said in words is.
      if let error = context.underlyingError as? TimerConfigurationError { throw .timer(error) }
      throw .unreadable
    } catch {
      throw .unreadable
    }
  }
}
