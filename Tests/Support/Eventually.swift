import Glibc

/// How long a test waits for a state that must come. It says nothing of how fast that should be: only a test that fails
/// waits so long, and the machine may be an emulated one, or be busy with three compilers.
package let testLimit: Duration = .seconds(60)

/// Polls until `holds` or for at most `limit`. Returns whether it does.
package func eventually(within limit: Duration = testLimit, _ holds: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while try !holds() {
    guard ContinuousClock.now < end else { return false }
    usleep(1000)
  }
  return true
}
