import Glibc
import Linux
import Ports
import Time

/// A connection to speech-dispatcher. Voice's thread.
final class Dispatcher {
  private let socket: Int32
  private var conversation = SSIPConversation()
  private var unsent: [UInt8] = []

  /// The descriptor to poll.
  var descriptor: Int32 { socket }

  /// Connects to the server at `path`, without waiting; nil if no server listens there.
  init?(path: String) {
    guard case .connected(let socket) = LocalSocket.connect(to: path) else { return nil }
    self.socket = socket
  }

  deinit { Glibc.close(socket) }

  /// Starts the conversation; `ready` or `refused` follows.
  func open(language: String) { send(conversation.open(language: language)) }

  /// Sends `text` to be spoken as utterance `number`.
  func speak(_ text: String, number: UInt32) { send(conversation.speak(text, number: number)) }

  /// Cancels all our utterances.
  func cancel() { send(conversation.cancel()) }

  /// Says goodbye; the connection ends with this value.
  func quit() { send(conversation.quit()) }

  /// Returns the outcomes received so far, without waiting; nil once the server has gone.
  func advance() -> [SSIPConversation.Outcome]? {
    send([])
    var outcomes: [SSIPConversation.Outcome] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &bytes, bytes.count, 0)
      if count > 0 {
        outcomes += conversation.handle(bytes[..<count])
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return outcomes
      } else {
        return nil
      }
    }
  }

  /// Sends the bytes that the socket accepts and keeps the rest: our few bytes fit unless the server hangs.
  private func send(_ bytes: [UInt8]) {
    unsent += bytes
    let count = unsent.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count > 0 { unsent.removeFirst(count) }
  }
}
