import CLinux
import Glibc
import Testing

@Suite struct CLinuxTests {
  @Test func `a priority out of range is refused`() {
    #expect(linux_set_realtime(1000) == -EINVAL)
    #expect(linux_thread_id() > 0)
  }

  @Test("a started program inherits only the standard descriptors", arguments: [false, true])
  func starts(isBound: Bool) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    try #require(limit.rlim_max > 2000, "the limits do not allow this many descriptors")
    limit.rlim_cur = max(limit.rlim_cur, 2001)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var ends: [Int32] = [-1, -1]
    var stray: [Int32] = [-1, -1]
    #expect(linux_pipe(&ends, true) == 0 && pipe(&stray) == 0)  // `pipe` leaves its ends open for programs
    stray.append(fcntl(stray[0], F_DUPFD, 2000))
    #expect(stray[2] >= 2000)
    let words: [String] = ["sh", "-c", "ls /proc/self/fd | wc -l; grep SigBlk /proc/self/status"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), nil]
    defer { for pointer in arguments + environment { free(pointer) } }
    let spawn = isBound ? linux_spawn_bound : linux_spawn
    let process = spawn("/bin/sh", &arguments, &environment, [-1, ends[1], -1])
    close(ends[1])
    #expect(process > 0)
    var bytes = [UInt8](repeating: 0, count: 1000)
    var text = ""
    while true {
      let count = read(ends[0], &bytes, bytes.count)
      guard count > 0 else { break }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    for descriptor in [ends[0]] + stray { close(descriptor) }
    // `ls` has its folder open besides.
    #expect(text == "4\nSigBlk:\t0000000000000000\n")
    #expect(waitpid(process, nil, 0) == process)
  }

  @Test func `a missing program is refused with its reason`() {
    var none: [UnsafeMutablePointer<CChar>?] = [nil]
    #expect(linux_spawn("/nowhere/at-all", &none, &none, [-1, -1, -1]) == -ENOENT)
  }
}
