// The tables of `make bench-ear`, documented in Benchmarks/README.md. `Benchmarks/ear` runs this.
//
//   EarBenchmark listeners [--seed N]            the listeners for questplus_listeners.py, as lines of JSON
//   EarBenchmark tables [--seed N] [--listeners N] [--questplus FILE] [--markdown FILE] [--strategy WORD] [TABLE]...
//
// Exit code 1 if a bar is not met, 2 if the command line could not be understood.
import Foundation
import Simulation
import Training

let usage = """
  usage: EarBenchmark listeners [--seed N]
         EarBenchmark tables [--seed N] [--listeners N] [--questplus FILE] [--markdown FILE] [--strategy WORD] [TABLE]...
  """

func fail(_ line: String) -> Never {
  FileHandle.standardError.write(Data((line + "\n").utf8))
  exit(2)
}

var words = CommandLine.arguments.dropFirst()
var options: [String: String] = [:]
var plain: [String] = []
while let word = words.popFirst() {
  if word.hasPrefix("--") {
    guard let value = words.popFirst() else { fail(usage) }
    options[word] = value
  } else {
    plain.append(word)
  }
}
guard let seed = UInt64(options["--seed"] ?? "1"), let listeners = Int(options["--listeners"] ?? "1500"), listeners > 0
else { fail(usage) }
let standard = Contender.strategy(TrainingSettings.standard.strategy)
guard let subject = options["--strategy"].map({ Contender(word: $0) }) ?? standard else {
  fail("There is no such strategy. There are: " + Contender.all.map(\.word).joined(separator: ", "))
}

switch plain.first {
case "listeners":
  for line in try Bench(subject: subject, seed: seed, questplus: []).peerLines() { print(line) }
case "tables":
  let peers = try options["--questplus"].map { try Bench.peerResults(String(contentsOfFile: $0, encoding: .utf8)) }
  let bench = try Bench(subject: subject, seed: seed, listeners: listeners, questplus: peers ?? [])
  let asked = Set(plain.dropFirst())
  let unknown = asked.subtracting(bench.tables.map(\.name))
  guard unknown.isEmpty else { fail("There is no table \(unknown.sorted().joined(separator: ", ")).") }
  var page = """
    # The ear

    Written by `make bench-ear`: \(subject.word) with simulated listeners, seed \(seed). `README.md` describes the tables.


    """
  var missed = 0
  for (name, make) in bench.tables where asked.isEmpty || asked.contains(name) {
    let start = ContinuousClock().now
    let table = try make()
    missed += table.missed
    page += table.markdown + "\n"
    FileHandle.standardOutput.write(Data((table.markdown + "\n").utf8))
    let spent = (ContinuousClock().now - start) / .seconds(1)
    FileHandle.standardError.write(Data("(\(name): \(decimals(spent, 1)) s)\n".utf8))
  }
  let verdict = missed == 0 ? "All bars are met." : "Bars that are not met: \(missed)."
  FileHandle.standardOutput.write(Data((verdict + "\n").utf8))
  page += verdict + "\n"
  if let file = options["--markdown"] { try page.write(toFile: file, atomically: true, encoding: .utf8) }
  exit(missed == 0 ? 0 : 1)
default:
  fail(usage)
}
