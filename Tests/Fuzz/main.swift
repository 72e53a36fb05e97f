// Feeds absurd input to everything that must accept it. Everything is drawn from a seed, round by round: the last
// `round` printed is the one that trapped, and its seed alone repeats it.

import Foundation
import Glibc

let usage = """
  Fuzz midi BYTES SEED
    So many bytes, random ones and half-valid ones, through decoder, controls, gestures and sliders, a share of them
    through the whole of practice.
  Fuzz mappings COUNT SEED
    So many changed mapping files through the loader.
  Fuzz recordings COUNT SEED
    So many changed recordings through the reader and a replay.
  Fuzz readers COUNT SEED
    So many text files with other line ends, marks, separators and sizes through every reader, a change of settings among them.
  """

/// What was found wrong without a trap.
struct Finding: Error, CustomStringConvertible {
  var description: String
}

/// A trap must not be a machine without memory.
var memory = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  guard arguments.count == 3, let count = Int(arguments[1]), count > 0, let seed = UInt64(arguments[2]) else {
    throw Finding(description: usage)
  }
  switch arguments[0] {
  case "midi": print(try MIDIFuzz(seed: seed).run(bytes: count))
  case "mappings": print(try MappingFuzz(seed: seed).run(count: count))
  case "readers": print(try ReaderFuzz(seed: seed).run(count: count))
  case "recordings": print(try RecordingFuzz(seed: seed).run(count: count))
  default: throw Finding(description: usage)
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}

/// Names a round before it begins, in one write: a trap takes nothing of it away.
func begin(round: Int, seed: UInt64) {
  FileHandle.standardError.write(Data("round \(round), seed \(seed)\n".utf8))
}

/// Seconds of processor time this process has taken.
func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// Returns the most memory this process has had, in MiB. `getrusage` would not do: its maximum starts with the memory
/// of the parent process.
func mostMemory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1_024
}
