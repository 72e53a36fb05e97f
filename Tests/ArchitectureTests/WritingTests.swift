import Testing

@Suite("Streams and files that are written")
struct WritingTests {
  /// Besides the one place for it: a signal's handler, and a lock, whose file is never emptied before it is held.
  private static let exempt = [
    "C/Linux/Descriptor", "C/Linux/ProcessOutput", "Live/Terminal/RawMode", "Live/SQLiteStore/Opening/PracticeLock",
  ].map { "Sources/\($0).swift" }

  @Test(
    "only Descriptor opens a file for writing, and only ProcessOutput writes to the process's streams")
  func sources() throws {
    let files = HouseTests.swiftFiles.filter { $0.hasPrefix("Sources/") }
    #expect(files.count > 300)
    #expect(Self.exempt.allSatisfy(files.contains))
    let found = try files.filter { !Self.exempt.contains($0) }.flatMap { file in
      ownWriting(in: try Repository.text(file)).map { "\(file): \($0)" }
    }
    #expect(found == [])
  }

  @Test(
    "direct writing is found; writing through them, reading, and names in a comment are not",
    arguments: [
      ("    print(line)", true), ("    for line in lines { text ? say(line) : print(line) }", true),
      ("    debugPrint(self)", true), ("    FileHandle.standardError.write(Data(text.utf8))", true),
      ("    let file = FileHandle(fileDescriptor: 3)", true), ("    fputs(text, stderr)", true),
      ("    _ = Glibc.write(descriptor, bytes, count)", true), ("    _ = write(input.write, bytes, bytes.count)", true),
      ("    let file = open(path, O_WRONLY | O_CREAT, 0o644)", true), ("    try data.write(to: url)", true),
      ("    try text.write(toFile: path, atomically: true, encoding: .utf8)", true),
      ("    let file = fopen(path, \"w\")", true), ("    manager.createFile(atPath: path, contents: nil)", true),
      ("    put(line)", false), ("    ProcessOutput.write(text, to: STDERR_FILENO)", false),
      ("    if let code = Descriptor.write(bytes, to: descriptor) { throw Failure(code) }", false),
      ("    // print(line)", false), ("    let file = open(path, O_RDONLY | O_CLOEXEC)", false),
      ("    ear.write(to: &writer)", false),
      ("    case .withdraw(let id): try write(id, Self.withdraw, Self.id)", false),
    ])
  func control(line: String, isFound: Bool) {
    #expect(ownWriting(in: line).isEmpty == !isFound)
  }
}

/// Lines of `source` that write to a stream of the process, or open a file for writing, by themselves.
func ownWriting(in source: String) -> [String] {
  let calls =
    /(^|[^\w.])(print|debugPrint|dump|puts|fputs|fwrite|fprintf|printf|vprintf|putchar|perror|fopen|freopen|creat)\(/
  // Between letters a full stop is no boundary of words.
  let names = /(^|\W)(FileHandle|OutputStream|O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|createFile)(\W|$)/
  let files = /\.write\(to(File)?: *[^& ]/
  let writes = /(^|\W)(Glibc|Foundation)\.p?write\(|(^|[^\w.])p?write\([^()]*, [^()]*, [\w.]*count\)/
  return source.split(separator: "\n").filter { line in
    let code = line.drop { $0 == " " }
    guard !code.hasPrefix("//") else { return false }
    return code.contains(calls) || code.contains(names) || code.contains(files) || code.contains(writes)
  }.map(String.init)
}
