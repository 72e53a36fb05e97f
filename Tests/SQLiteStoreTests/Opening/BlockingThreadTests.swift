import Foundation
import Glibc
import Ports
import Testing
import Time

@testable import SQLiteStore

@Suite struct BlockingThreadTests {
  @Test func `a hung call is abandoned after the limit`() {
    let start = SystemTime().now()
    let found = BlockingThread.result(name: "hangs", within: .milliseconds(50)) { () -> Int? in
      sleep(2)
      return 1
    }
    #expect(found == nil)
    #expect(SystemTime().now() - start < .seconds(1))
  }
}
