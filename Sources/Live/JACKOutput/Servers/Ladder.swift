import Foundation
import Glibc
import Linux
import Ports

/// A client on the server that is to be used, and what it plays to.
struct ServerConnection {
  /// The open, inactive client.
  var client: JACKClient
  /// What kind of server it is.
  var server: SoundDescription.Server
  /// The server's process if it is ours.
  var ownServer: OwnServer?
  /// What is played to.
  var destination: Destination
  /// By what name it is chosen there: none on a server of our own, which has one output.
  var output: String?
  /// Replaces the destination's name: a card of our own jackd is better known than `system`.
  var outputName: String?
}

/// The order in which sound is looked for. Control thread, or that of an `EarlyClient`.
///
/// 1. `libjack.so.0` with a running jackd; 2. PipeWire's JACK library, where it has a physical playback port; 3. a jackd of
/// our own on a free card; 4. a dummy of our own, only where the machine has no playback device (a service waits for one) or when asked for.
struct Ladder {
  /// What is asked for.
  var options: JACKOptions
  /// Where to look.
  var machine: Machine
  /// What was asked for before the first climb.
  var early: EarlyClient?
  /// Whether servers of our own may be started on this climb.
  var mayStart = true
  /// Told whether PipeWire answers, without an output; tells whether it is given time to have one.
  var awaitsOutput: (Bool) -> Bool = { _ in false }
  /// Called before every step that may block.
  var willStep: () -> Void = {}
  /// Told a server's process as soon as it runs, and nil when it is given up.
  var didStart: (pid_t?) -> Void = { _ in }
  /// Asked while waiting.
  var isCancelled: () -> Bool = { false }
  /// Asked while a jackd that runs lets no client in, as one does that has just been started: whether it is asked again.
  var hasPatience: () -> Bool = { false }

  /// How long a jackd of our own may take to answer, in steps of 50 ms: 30 s. One that fails ends by itself; one from a slow
  /// card beside other work has taken more than 5 s.
  private static let startSteps = 600

  /// What a climb has found.
  enum Plan {
    /// A running server.
    case connect(ServerConnection)
    /// A jackd of our own on the first of these devices that takes it. `tried` says why others are not among them,
    /// `failure` what is wrong with the servers that do run.
    case startOnCard(JACKLibrary, devices: [PlaybackDevice], tried: [String], failure: SoundFailure?)
    /// A dummy of our own.
    case startDummy(JACKLibrary)
  }

  /// Finds sound, starting a server if it must.
  /// - Throws: the failure nearest to what was asked for.
  func climb() throws(SoundFailure) -> ServerConnection {
    switch try plan() {
    case .connect(let connection): return connection
    case .startDummy(let library): return try start(library, driver: .dummy)
    case .startOnCard(let library, let devices, var tried, let failure):
      for device in devices where !isCancelled() {
        do {
          return try start(library, driver: .alsa(device))
        } catch {
          tried.append(error.detail.isEmpty ? device.address : "\(device.address): \(error.detail)")
        }
      }
      throw failure ?? .noServer(detail: tried.joined(separator: "; "))
    }
  }

  /// Finds sound without starting anything.
  /// - Throws: the failure nearest to what was asked for.
  func plan() throws(SoundFailure) -> Plan {
    // With a plan it is taken or not wanted. jackd's library knows one server at a time, and another may be started then.
    defer { early?.close(within: nil) }
    if options.audio == .dummy { return try planDummy() }
    let devices = PlaybackDevice.all(on: machine)
    let servers = RunningServers(machine: machine)
    var failure: SoundFailure?

    let pipewireRuns = servers.pipewire
    let isDummy = servers.areWorthJACK(besidePipeWire: pipewireRuns) ? isDummy(among: servers) : nil
    let jack = isDummy == nil ? nil : jackLibrary()
    if let jack, let isDummy {
      switch runningJACK(jack, among: servers, devices: devices, isDummy: isDummy) {
      case .success(let connection?): return .connect(connection)
      case .success(nil): break
      case .failure(let reason): failure = reason
      }
    }
    if pipewireRuns {
      guard let library = pipewireLibrary() else { throw failure ?? .pipewireJACKMissing }
      switch runningPipeWire(library) {
      case .success(let connection): return .connect(connection)
      case .failure(let reason):
        failure = failure ?? reason
        // It has ports, so the cards are its own: only the one that was asked for is not there.
        if case .outputMissing = reason { throw failure ?? reason }
      }
    }
    if awaitsOutput(pipewireRuns) { throw failure ?? .noPlaybackPort }
    guard mayStart else { throw failure ?? (jack == nil && !pipewireRuns ? .libraryMissing : noServer()) }
    if !devices.isEmpty {
      guard let jack = jack ?? jackLibrary() else { throw failure ?? .libraryMissing }
      return try planCard(jack, devices: devices, servers: servers, failure: failure)
    }
    // Nothing can be heard here on any account. A named output is missing then, and saying so helps more than a dummy.
    guard options.audio == .auto else {
      throw failure ?? ((jack ?? jackLibrary()) == nil ? .libraryMissing : noServer())
    }
    if let output = options.output { throw failure ?? .outputMissing(output) }
    // A service would play to nobody from then on: it waits for the interface that comes late.
    if options.willRetry { throw failure ?? .noPlaybackPort }
    do { return try planDummy() } catch { throw failure ?? error }
  }

  // MARK: - Libraries

  /// jackd's own library.
  func jackLibrary() -> JACKLibrary? {
    machine.jackLibraries.lazy.compactMap { try? JACKLibrary($0) }.first { !$0.isPipeWire }
  }

  /// PipeWire's, which may also have been installed in jackd's place.
  func pipewireLibrary() -> JACKLibrary? {
    (machine.pipewireLibraries + machine.jackLibraries).lazy.compactMap { try? JACKLibrary($0) }.first { $0.isPipeWire }
  }

  // MARK: - Running servers

  /// The client that a climb asks for first, where that is jackd's; of PipeWire's the library is only loaded, which takes a while.
  func openEarly() -> JACKClient? {
    let servers = RunningServers(machine: machine)
    guard servers.areWorthJACK(besidePipeWire: servers.pipewire) else {
      _ = pipewireLibrary()
      return nil
    }
    let isDummy = isDummy(among: servers)
    guard let library = jackLibrary(), isWanted(isDummy, beside: PlaybackDevice.all(on: machine)) else { return nil }
    return openJACK(library)
  }

  /// Whether jackd plays to nothing. All processes are looked at for it, beside the loading of the library, which takes as long.
  private func isDummy(among servers: RunningServers) -> Deferred<Bool> {
    let isDummy = Deferred { [name = options.serverName] in servers.isDummy(jackServer: name) }
    isDummy.prepare()
    return isDummy
  }

  /// Whether a running jackd may be played to: not where it is a dummy and something could be heard.
  private func isWanted(_ isDummy: Deferred<Bool>, beside devices: [PlaybackDevice]) -> Bool {
    options.audio != .auto || devices.isEmpty || !isDummy.value
  }

  /// A client on a running jackd; nil if there is none.
  private func openJACK(_ library: JACKLibrary) -> JACKClient? {
    willStep()
    switch early?.take(for: options) {
    case .client(let client): return client
    case .refused: return nil
    case .notAsked, nil:
      return isCancelled() ? nil : library.open(client: options.clientName, server: options.serverName)
    }
  }

  /// A connection to a running jackd; nil if none runs, or none that is wanted.
  private func runningJACK(
    _ library: JACKLibrary, among servers: RunningServers, devices: [PlaybackDevice], isDummy: Deferred<Bool>
  ) -> Result<ServerConnection?, SoundFailure> {
    guard isWanted(isDummy, beside: devices) else { return .success(nil) }
    var client = openJACK(library)
    while client == nil, hasPatience(), !isCancelled(), servers.isRunning(jackServer: options.serverName) {
      usleep(Self.startPause)
      client = openJACK(library)
    }
    guard let client else { return .success(nil) }
    return Result { () throws(SoundFailure) in try choose(on: client) }
      .map {
        ServerConnection(
          client: client, server: isDummy.value ? .dummy : .jack, destination: $0, output: options.output)
      }
  }

  private func runningPipeWire(
    _ library: JACKLibrary
  ) -> Result<ServerConnection, SoundFailure> {
    willStep()
    guard let client = library.open(client: options.clientName, server: nil) else {
      return .failure(.noServer(detail: JACKLibrary.lastMessage))
    }
    return Result { () throws(SoundFailure) in try choose(on: client) }
      .map { ServerConnection(client: client, server: .pipewire, destination: $0, output: options.output) }
  }

  /// What to play to on this client's server.
  private func choose(on client: JACKClient) throws(SoundFailure) -> Destination {
    let others = options.output == nil ? [] : client.playbackPorts(physical: false)
    return try Destination.choose(
      physical: client.playbackPorts(physical: true), others: others, output: options.output)
  }

  // MARK: - Servers of our own

  /// The cards a jackd of our own may use: nobody else's, and such as can be heard.
  static func free(_ devices: [PlaybackDevice], output: String?) -> [PlaybackDevice] {
    devices.filter { device in
      guard device.kind != .hdmiUnplugged, device.isPermitted, !device.isBusy else { return false }
      guard let output else { return true }
      return [device.cardID, device.name, device.address].contains { $0.localizedCaseInsensitiveContains(output) }
    }
  }

  private func planCard(
    _ library: JACKLibrary, devices: [PlaybackDevice], servers: RunningServers, failure: SoundFailure?
  ) throws(SoundFailure) -> Plan {
    guard !servers.pulseAudio else { throw failure ?? .noServer(detail: "pulseaudio: holds the cards") }
    guard machine.program("jackd") != nil else { throw failure ?? Self.noProgram }
    let free = Self.free(devices, output: options.output)
    if free.isEmpty, let output = options.output { throw failure ?? .outputMissing(output) }
    let tried = devices.filter { !free.contains($0) }.map { device in
      "\(device.address): \(!device.isPermitted ? "not permitted" : device.isBusy ? "busy" : "not connected")"
    }
    if free.isEmpty { throw failure ?? .noServer(detail: tried.joined(separator: "; ")) }
    return .startOnCard(library, devices: free, tried: tried, failure: failure)
  }

  private func planDummy() throws(SoundFailure) -> Plan {
    guard let library = jackLibrary() else { throw .libraryMissing }
    guard machine.program("jackd") != nil else { throw Self.noProgram }
    guard mayStart else { throw noServer() }
    return .startDummy(library)
  }

  private static let noProgram = SoundFailure.noServer(detail: "jackd: not installed")

  /// Starts a jackd of our own. One that ends at once or is cut off is started again for a while, by each of the names in turn:
  /// a jackd of the same name that is just ending, as after a crash of ours, takes the new one's places in JACK's registry or
  /// its socket with it, and one that was killed keeps its name as long as any process has its number.
  private func start(_ library: JACKLibrary, driver: OwnServer.Driver) throws(SoundFailure) -> ServerConnection {
    var attempt = 1
    while true {
      do throws(StartFailure) {
        return try startOnce(library, driver: driver, attempt: attempt)
      } catch {
        guard error.isWorthRepeating, attempt < Self.startAttempts, !isCancelled() else { throw error.failure }
        attempt += 1
        usleep(Self.startPause)
      }
    }
  }

  private struct StartFailure: Error {
    var failure: SoundFailure
    /// It ran and has ended, or no client finds it, which may go better the next time.
    var isWorthRepeating = false
  }

  /// How often, and how many microseconds apart.
  private static let startAttempts = 12
  private static let startPause: UInt32 = 200_000

  private func startOnce(
    _ library: JACKLibrary, driver: OwnServer.Driver, attempt: Int
  ) throws(StartFailure) -> ServerConnection {
    guard let program = machine.program("jackd") else { throw StartFailure(failure: Self.noProgram) }
    willStep()
    let name = nameForOwnServer(attempt)
    guard
      let server = OwnServer(
        program: program, name: name, driver: driver, period: options.period, environment: machine.environment)
    else { throw StartFailure(failure: .noServer(detail: "jackd: \(String(cString: strerror(errno)))")) }
    didStart(server.process)
    let servers = RunningServers(machine: machine)
    var isCutOff = false
    for _ in 0..<Self.startSteps where server.isRunning && !isCancelled() {
      usleep(50_000)
      willStep()
      guard let client = library.open(client: options.clientName, server: name) else {
        isCutOff = servers.isCutOff(jackServer: name)
        if isCutOff { break }
        continue
      }
      guard
        let destination = try? Destination.choose(
          physical: client.playbackPorts(physical: true), others: [], output: nil)
      else { break }
      return ServerConnection(
        client: client, server: driver.server(asked: options.audio == .dummy), ownServer: server,
        destination: destination,
        outputName: driver.outputName)
    }
    didStart(nil)
    let detail = server.lastLine
    let isWorthRepeating = isCutOff || !server.isRunning
    server.end()
    throw StartFailure(
      failure: .noServer(detail: detail.isEmpty ? "" : "jackd: \(detail)"), isWorthRepeating: isWorthRepeating)
  }

  /// A name no running jackd has, another one at each attempt, from 1 up. The first is always the same if it can be: JACK's
  /// registry has room for eight servers, and one that was killed keeps its place until a server of the same name starts.
  private func nameForOwnServer(_ attempt: Int) -> String {
    let servers = RunningServers(machine: machine)
    let names = [options.clientName] + (2...8).map { "\(options.clientName)-\($0)" }
    let free = names.filter { !servers.isRunning(jackServer: $0) }
    return free.isEmpty ? options.clientName : free[(attempt - 1) % free.count]
  }

  private func noServer() -> SoundFailure { .noServer(detail: JACKLibrary.lastMessage) }
}

extension OwnServer.Driver {
  /// What it is to the listener. `asked`: the dummy was asked for.
  func server(asked: Bool) -> SoundDescription.Server {
    guard self == .dummy else { return .ownJack }
    return asked ? .dummy : .unheard
  }

  /// What a musician knows the output by; nil for the dummy.
  var outputName: String? {
    guard case .alsa(let device) = self else { return nil }
    return device.title
  }
}

extension SoundFailure {
  /// The words of a server that did not start.
  fileprivate var detail: String {
    if case .noServer(let detail) = self { detail } else { String(describing: self) }
  }
}
