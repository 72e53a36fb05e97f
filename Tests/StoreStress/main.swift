// A tool for crash tests, native (SIGKILL) and in the rig (power cut). See usage below.

import Foundation
import GRDB
import Glibc
import Ports
import SQLiteStore

let usage = """
  StoreStress stream DATABASE [--synchronous off]
    Streams answers and matching commits in turn into the store until it is killed, every fifth answer withdrawn.
    Prints `ready`, then `saved ID` and `withdrawn ID` for each report, each line in one write.
  StoreStress verify DATABASE LOG
    Checks the database's integrity and that every whole line of LOG holds in it. Prints what it found as
    `saved N withdrawn N lost N integrity ok matching N`, the last of them how many of the saved were commits; exit 0 if
    nothing is lost, else 1.
  StoreStress workouts DATABASE
    Saves timed practices one after the other, of four sets of fifty rounds each, until it is killed. Each time what was left before is restored
    first. Prints `ready`, then `change ID N KIND` for each change that is handed over, and `saved-workout ID N` for each report.
  StoreStress restore DATABASE LOG
    Opens the database as practice would, and checks that of the changes that LOG calls saved none is lost, that what was not over
    is paused, and that nothing is there twice. Prints `saved N lost N paused N rounds N integrity ok`; exit 0 if nothing is lost, else 1.
  StoreStress lock FOLDER
    Takes the lock of a practice, prints `held`, and waits to be killed.
  """

var arguments = CommandLine.arguments.dropFirst()[...]
switch (arguments.popFirst(), arguments.popFirst()) {
case ("stream", let path?) where arguments.isEmpty || Array(arguments) == ["--synchronous", "off"]:
  exit(stream(path, synchronous: arguments.isEmpty ? .full : .off))
case ("verify", let path?) where arguments.count == 1:
  exit(verify(path, log: arguments.first ?? ""))
case ("workouts", let path?) where arguments.isEmpty:
  exit(streamWorkouts(path))
case ("restore", let path?) where arguments.count == 1:
  exit(restore(path, log: arguments.first ?? ""))
case ("lock", let folder?) where arguments.isEmpty:
  exit(holdLock(folder))
default:
  FileHandle.standardError.write(Data((usage + "\n").utf8))
  exit(2)
}
