import Foundation

/// What a layer's code may not do, and how that looks in its source.
///
/// Imports do not show this: `Foundation` and `Glibc` hold mathematics beside files, clocks and threads.
struct CallRule {
  /// What the calls reach, for the reader of a failure.
  var reach: String
  /// The folders of `Sources` that may not.
  var layers: Set<String>
  /// Functions of the system; not what the file itself declares under such a name, nor a case of an enumeration.
  var functions: [String] = []
  /// Types, constants and labels, as patterns that begin with a word.
  var names: [String] = []

  /// The places in `source`, code of `layer`, that do it, by line: `3: open`.
  func calls(in source: String, of layer: String) -> [String] {
    guard layers.contains(layer) else { return [] }
    let code = withoutComments(source)
    let own = Set(matches(of: #"\b(?:func (?=\w+)|(?=\w+: (?:@\w+ )*\())(\w+)"#, in: code).map(\.text))
    let called = functions.filter { !own.contains($0) }.joined(separator: "|")
    let patterns =
      (called.isEmpty ? [] : [#"(?<![\w.])(?<!\bcase )(?:Glibc\.)?(\#(called))\("#])
      + (names.isEmpty ? [] : [#"(?<![\w`])(\#(names.joined(separator: "|")))"#])
    return patterns.flatMap { matches(of: $0, in: code) }.map { "\($0.line): \($0.text)" }
  }

  private func matches(of pattern: String, in code: String) -> [(line: Int, text: String)] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [(0, "no pattern: \(pattern)")] }
    let text = code as NSString
    return expression.matches(in: code, range: NSRange(location: 0, length: text.length)).map { match in
      let before = text.substring(to: match.range(at: 1).location)
      return (before.count { $0 == "\n" } + 1, text.substring(with: match.range(at: 1)))
    }
  }

  /// The lines of `source` without comments, which begin with `//` at a line's start or after a space.
  private func withoutComments(_ source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.firstRange(of: /(^|\s)\/\//).map { line[..<$0.lowerBound] } ?? line
    }.joined(separator: "\n")
  }
}

/// The rules of the layers' table in ARCHITECTURE.md.
let callRules = [
  CallRule(
    reach: "files", layers: ["Model", "Sound", "Practice"],
    functions: [
      "open", "openat", "read", "pread", "write", "close", "fopen", "fdopen", "fread", "stat", "lstat", "fstat",
      "access", "opendir", "readdir", "glob", "realpath", "mkdir", "rmdir", "unlink", "rename", "remove", "symlink",
      "chdir", "getcwd", "mmap", "print", "puts", "readLine",
    ],
    names: [
      #"O_[A-Z]+\b"#, "FileManager", "FileHandle", "contentsOfFile:", #"\w+\(contentsOf: (?:URL|url)"#, "toFile:",
      "filePath:", "fileURLWithPath:", "Bundle", "InputStream", "OutputStream", "URLSession",
      "STD(?:IN|OUT|ERR)_FILENO",
      #"std(?:in|out|err)\b"#,
    ]),
  CallRule(
    reach: "clocks", layers: ["Model", "Sound"],
    functions: ["clock_gettime", "gettimeofday", "clock", "localtime_r", "usleep", "nanosleep", "sleep", "alarm"],
    names: [
      #"Date\(\)"#, #"Date\.now\b"#, #"timeInterval(?:SinceNow|UntilNow)"#, "ContinuousClock", "SuspendingClock",
      "DispatchTime", "CFAbsoluteTime", "CLOCK_[A-Z]+", #"time\((?:nil|&)"#,
    ]),
  CallRule(
    reach: "threads, and what they share", layers: ["Model"],
    functions: ["fork", "poll", "ppoll", "linux_wait"],
    names: [
      #"Dispatch\w*"#, #"Thread\b"#, #"Task\b"#, "TaskGroup", "withTaskGroup", "OperationQueue", #"pthread_\w+"#,
      #"async\b"#, #"await\b"#, #"actor\b"#, "AsyncStream", "Synchronization", #"Atomic\b"#, #"Mutex\b"#,
      #"NS\w*Lock\b"#, "NSCondition", "semaphore", #"nonisolated\(unsafe\)"#,
    ]),
  CallRule(
    reach: "chance without a seed", layers: ["Model", "Sound"],
    functions: ["rand", "random", "drand48", "getrandom", "getentropy", "arc4random"],
    names: [
      "SystemRandomNumberGenerator", #"UUID\(\)"#, #"(?:random|randomElement|shuffled?)\((?![^\n]*using:)"#,
      #"hashValue\b"#, #"Hasher\(\)"#,
    ]),
  CallRule(
    reach: "the machine and its player", layers: ["Model", "Sound"],
    functions: ["getenv", "setenv", "setlocale", "exit", "_exit", "abort", "getpid", "sysconf"],
    names: [
      "ProcessInfo", "CommandLine", "(?:Calendar|TimeZone|Locale)\\.(?:current|autoupdatingCurrent)",
      "UserDefaults", #"Process\(\)"#, "NSUserName", "homeDirectory",
    ]),
  CallRule(
    reach: "handlers of the whole process", layers: ["Model", "Sound", "Practice", "C"],
    functions: ["signal", "sigaction", "atexit", "on_exit", "sigprocmask", "setrlimit", "umask", "setuid"],
    names: [#"SIG_(?:IGN|DFL)\b"#, "DispatchSource"]),
]
