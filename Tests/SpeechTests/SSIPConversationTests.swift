import Testing

@testable import Speech

@Suite("The dialogue with speech-dispatcher")
struct SSIPConversationTests {
  static let openReplies =
    "208 OK CLIENT NAME SET\r\n220 OK NOTIFICATION SET\r\n201 OK LANGUAGE SET\r\n205 OK PUNCTUATION SET\r\n202 OK PRIORITY SET\r\n"

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A conversation whose settings are made.
  static func opened() -> SSIPConversation {
    var conversation = SSIPConversation()
    _ = conversation.open(language: "de")
    #expect(conversation.handle(openReplies.utf8) == [.ready])
    return conversation
  }

  @Test("settings come first")
  func open() {
    var conversation = SSIPConversation()
    #expect(
      Self.text(conversation.open(language: "de")) == """
        SET self CLIENT_NAME peach:practice:main\r
        SET self NOTIFICATION ALL on\r
        SET self LANGUAGE de\r
        SET self PUNCTUATION none\r
        SET self PRIORITY message\r\n
        """)
  }

  /// As recorded from speech-dispatcher 0.11.4, whole and byte by byte.
  @Test("an utterance begins and ends", arguments: [1, 1000])
  func utterance(pieces: Int) {
    var conversation = Self.opened()
    #expect(Self.text(conversation.speak("4 cents sharp.", number: 7)) == "SPEAK\r\n4 cents sharp.\r\n.\r\n")
    let replies = Array(
      "230 OK RECEIVING DATA\r\n225-1\r\n225 OK MESSAGE QUEUED\r\n701-1\r\n701-1\r\n701 BEGIN\r\n702-1\r\n702-1\r\n702 END\r\n"
        .utf8)
    var outcomes: [SSIPConversation.Outcome] = []
    for start in stride(from: 0, to: replies.count, by: pieces) {
      outcomes += conversation.handle(replies[start..<min(start + pieces, replies.count)])
    }
    #expect(outcomes == [.begun(7), .ended(7)])
  }

  @Test("an end that comes before the reply to its text is not lost")
  func early() {
    var conversation = Self.opened()
    _ = conversation.speak("a", number: 3)
    let replies =
      "230 OK RECEIVING DATA\r\n701-9\r\n701-2\r\n701 BEGIN\r\n702-9\r\n702-2\r\n702 END\r\n225-9\r\n225 OK MESSAGE QUEUED\r\n"
    #expect(conversation.handle(replies.utf8) == [.begun(3), .ended(3)])
  }

  @Test("a cancelled utterance is not reported any more, and the following one is")
  func cancel() {
    var conversation = Self.opened()
    _ = conversation.speak("a", number: 1)
    #expect(Self.text(conversation.cancel()) == "CANCEL self\r\n")
    _ = conversation.speak("b", number: 2)
    let replies =
      "230 OK RECEIVING DATA\r\n225-2\r\n225 OK MESSAGE QUEUED\r\n703-2\r\n703-1\r\n703 CANCELED\r\n213 OK CANCELED\r\n"
      + "230 OK RECEIVING DATA\r\n225-3\r\n225 OK MESSAGE QUEUED\r\n703-3\r\n703-1\r\n703 CANCELED\r\n"
    #expect(conversation.handle(replies.utf8) == [.ended(2)])
  }

  @Test("an empty message has ended at once")
  func empty() {
    var conversation = Self.opened()
    _ = conversation.speak(" ", number: 5)
    #expect(conversation.handle("230 OK RECEIVING DATA\r\n227 OK MESSAGE CANCELED\r\n".utf8) == [.ended(5)])
  }

  @Test(
    "no text ends itself or becomes a command",
    arguments: [
      (".", "SPEAK\r\n..\r\n.\r\n"), (".5 cents", "SPEAK\r\n..5 cents\r\n.\r\n"),
      ("a\r\n.\r\nSTOP all", "SPEAK\r\na . STOP all\r\n.\r\n"),
      ("a\u{0}b\u{85}c\u{2028}d", "SPEAK\r\na b c d\r\n.\r\n"),
    ])
  func stuffing(text: String, sent: String) {
    var conversation = Self.opened()
    #expect(Self.text(conversation.speak(text, number: 1)) == sent)
  }

  @Test(
    "without events the conversation ends; a missing language does not matter",
    arguments: [
      ("208 OK\r\n401 ERROR UNKNOWN\r\n", [.refused("ERROR UNKNOWN")]),
      ("208 OK\r\n220 OK\r\n409 ERROR\r\n409 ERROR\r\n202 OK\r\n", [.ready]), ("hello\r\n", [.refused("hello")]),
    ] as [(String, [SSIPConversation.Outcome])])
  func refused(replies: String, outcomes: [SSIPConversation.Outcome]) {
    var conversation = SSIPConversation()
    _ = conversation.open(language: "xx")
    #expect(conversation.handle(replies.utf8) == outcomes)
  }

  @Test("a server that does not take the text is refused, one that does not report its end has ended")
  func errors() {
    var conversation = Self.opened()
    _ = conversation.speak("a", number: 1)
    #expect(conversation.handle("300 ERR INTERNAL\r\n".utf8) == [.refused("ERR INTERNAL")])
    var other = Self.opened()
    _ = other.speak("a", number: 1)
    #expect(other.handle("230 OK RECEIVING DATA\r\n300 ERR INTERNAL\r\n".utf8) == [.ended(1)])
  }
}
