import NIOHTTP1
import Texts
import Timers

/// Why a request is refused. Each is answered by its status and one calm line.
enum Refusal: Error, Hashable, Sendable {
  /// The Host is not ours: another name may have been pointed here.
  case host
  /// Another site's page asks.
  case origin
  /// Not one of our methods.
  case method
  /// A change that is not JSON.
  case type
  /// A target, header or body beyond its limit.
  case targetTooLong, headerTooLong, bodyTooLong
  /// More requests than anybody needs.
  case tooMany
  /// More streams than anybody needs.
  case streams
  /// Not HTTP, or not the JSON that is expected.
  case unreadable
  /// Nothing is there.
  case notFound
  /// Lights are not shown now.
  case notNow
  /// What was asked for cannot be now; the line says why.
  case later(line: String)
  /// What was asked for cannot be; the line says why.
  case cannot(line: String)
  /// A timer's configuration is out of its range.
  case timer(TimerConfigurationError)
  /// Something that should work did not; the line says what, where there is one.
  case failed(line: String?)

  var status: HTTPResponseStatus {
    switch self {
    case .host: .misdirectedRequest
    case .origin: .forbidden
    case .method: .methodNotAllowed
    case .type: .unsupportedMediaType
    case .targetTooLong: .uriTooLong
    case .headerTooLong: .requestHeaderFieldsTooLarge
    case .bodyTooLong: .payloadTooLarge
    case .tooMany: .tooManyRequests
    case .streams: .serviceUnavailable
    case .unreadable: .badRequest
    case .notFound: .notFound
    case .notNow, .later: .conflict
    case .cannot, .timer: .unprocessableEntity
    case .failed: .internalServerError
    }
  }

  /// Whether the connection ends with the answer: what none of our pages does is not to be heard again on it, and a body
  /// that was not read cannot be told from the next request.
  var closes: Bool {
    switch self {
    case .host, .origin, .method, .targetTooLong, .headerTooLong, .bodyTooLong, .tooMany: true
    case .type, .streams, .unreadable, .notFound, .notNow, .later, .cannot, .timer, .failed: false
    }
  }

  /// The key of the field that is in error; nil where there is none.
  var field: String? {
    if case .timer(let error) = self { TimerFields.key(of: error) } else { nil }
  }

  /// What is said of it; `address` is where the pages are.
  func line(_ catalogue: Catalogue, address: String) -> String {
    switch self {
    case .host: catalogue(.refusedHost, ["address": address])
    case .origin: catalogue(.refusedOrigin)
    case .method: catalogue(.refusedMethod)
    case .type: catalogue(.refusedType)
    case .targetTooLong, .headerTooLong, .bodyTooLong: catalogue(.refusedTooLong)
    case .tooMany: catalogue(.refusedTooMany)
    case .streams: catalogue(.refusedStreams)
    case .unreadable: catalogue(.refusedUnreadable)
    case .notFound: catalogue(.refusedNotFound, ["address": address])
    case .notNow: catalogue(.refusedNotNow)
    case .later(let line), .cannot(let line): line
    case .timer(let error): catalogue.line(error)
    case .failed(let line): line ?? catalogue(.refusedFailed)
    }
  }
}

/// What a refusal is sent as.
struct RefusalLine: Encodable {
  var line: String
  /// The field that is in error, where it is one of a timer's.
  var field: String?
}
