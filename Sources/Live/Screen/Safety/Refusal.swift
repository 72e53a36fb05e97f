import NIOHTTP1
import Texts
import Timers

/// The reason for refusing a request. Each is answered by its status and one calm line.
enum Refusal: Error, Hashable, Sendable {
  /// The Host is not ours: another name may point here.
  case host
  /// The request comes from another site's page.
  case origin
  /// The method is not one of ours.
  case method
  /// A change that is not JSON.
  case type
  /// A target, header or body beyond its limit.
  case targetTooLong, headerTooLong, bodyTooLong
  /// More requests than any player needs.
  case tooMany
  /// More streams than any player needs.
  case streams
  /// The request is not HTTP, or not the expected JSON.
  case unreadable
  /// The resource does not exist.
  case notFound
  /// Lights are not shown at the moment.
  case notNow
  /// The request is impossible at the moment; the line gives the reason.
  case later(line: String)
  /// The request is impossible; the line gives the reason.
  case cannot(line: String)
  /// A timer's configuration is out of its range.
  case timer(TimerConfigurationError)
  /// An internal error; the line describes it, if there is one.
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

  /// Whether the connection closes after the response: our pages never send such requests, so no more are accepted from
  /// it, and an unread body cannot be distinguished from the next request.
  var closes: Bool {
    switch self {
    case .host, .origin, .method, .targetTooLong, .headerTooLong, .bodyTooLong, .tooMany: true
    case .type, .streams, .unreadable, .notFound, .notNow, .later, .cannot, .timer, .failed: false
    }
  }

  /// The key of the field in error; nil if no field is.
  var field: String? {
    if case .timer(let error) = self { TimerFields.key(of: error) } else { nil }
  }

  /// Returns the message; `address` is the address of the pages.
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

/// The body of a refusal.
struct RefusalLine: Encodable {
  var line: String
  /// The field in error, if it belongs to a timer.
  var field: String?
}
