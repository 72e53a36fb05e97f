import Foundation
import Glibc
import Linux
import Ports

/// A client of the chosen server, and its destination.
struct ServerConnection {
  /// The open, inactive client.
  var client: JACKClient
  /// The kind of server.
  var server: SoundDescription.Server
  /// The server's process if it is ours.
  var ownServer: OwnServer?
  /// The ports to play to.
  var destination: Destination
  /// The name of the output on the server: nil on a server that Peach started, which has one output.
  var output: String?
  /// Replaces the destination's name: the card of a jackd that Peach started is better known than `system`.
  var outputName: String?
}

/// The order in which sound is looked for. Control thread.
///
/// 1. `libjack.so.0` with a running jackd; 2. PipeWire's JACK library, if it has a physical playback port; 3. a new
///    jackd on a free card; 4. a new dummy, only if the machine has no playback device (a service waits for one) or if
///    requested.
struct ServerSearch {
  /// The requested options.
  var options: JACKOptions
  /// The machine to search.
  var machine: Machine
  /// Whether this search may start servers.
  var mayStart = true
  /// The owner of this search.
  var host: any ServerSearchHost = OneSearch()

  /// The time a new jackd may take to answer, in steps of 50 ms: 30 s. One that fails ends by itself; one on a slow
  /// card next to other work has taken more than 5 s.
  private static let startSteps = 600

  /// The result of a search.
  enum Plan {
    /// A running server.
    case connect(ServerConnection)
    /// Start a jackd on the first of these devices that accepts it. `tried` has the reasons against the others,
    /// `failure` the problem of the running servers.
    case startOnCard(JACKLibrary, devices: [PlaybackDevice], tried: [String], failure: SoundFailure?)
    /// Start a dummy.
    case startDummy(JACKLibrary)
  }

  /// Finds sound, starting a server if necessary.
  /// - Throws: the failure nearest to the request.
  func find() throws(SoundFailure) -> ServerConnection {
    switch try plan() {
    case .connect(let connection): return connection
    case .startDummy(let library): return try start(library, driver: .dummy)
    case .startOnCard(let library, let devices, var tried, let failure):
      for device in devices where !host.isCancelled {
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
  /// - Throws: the failure nearest to the request.
  func plan() throws(SoundFailure) -> Plan {
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
        // It has ports, so it holds the cards: only the requested one is missing.
        if case .outputMissing = reason { throw failure ?? reason }
      }
    }
    if host.awaitsOutput(pipeWireAnswers: pipewireRuns) { throw failure ?? .noPlaybackPort }
    guard mayStart else { throw failure ?? (jack == nil && !pipewireRuns ? .libraryMissing : noServer()) }
    if !devices.isEmpty {
      guard let jack = jack ?? jackLibrary() else { throw failure ?? .libraryMissing }
      return try planCard(jack, devices: devices, servers: servers, failure: failure)
    }
    // Nothing is audible on this machine in any case, so reporting the missing output helps more than a dummy server.
    guard options.audio == .auto else {
      throw failure ?? ((jack ?? jackLibrary()) == nil ? .libraryMissing : noServer())
    }
    if let output = options.output { throw failure ?? .outputMissing(output) }
    // A service would then play to a dummy forever: it waits for an interface that arrives late.
    if options.willRetry { throw failure ?? .noPlaybackPort }
    do { return try planDummy() } catch { throw failure ?? error }
  }

  // MARK: - Libraries

  /// Loads jackd's own library.
  func jackLibrary() -> JACKLibrary? {
    machine.jackLibraries.lazy.compactMap { try? JACKLibrary($0) }.first { !$0.isPipeWire }
  }

  /// Loads PipeWire's library, which may also have been installed in place of jackd's.
  func pipewireLibrary() -> JACKLibrary? {
    (machine.pipewireLibraries + machine.jackLibraries).lazy.compactMap { try? JACKLibrary($0) }.first { $0.isPipeWire }
  }

  // MARK: - Running servers

  /// Determines whether jackd plays to a dummy. Searches all processes while the library is loading, which takes as
  /// long.
  private func isDummy(among servers: RunningServers) -> AsyncOnce<Bool> {
    let isDummy = AsyncOnce { [name = options.serverName] in servers.isDummy(jackServer: name) }
    isDummy.prepare()
    return isDummy
  }

  /// Opens a client on a running jackd; nil if none runs.
  private func openJACK(_ library: JACKLibrary) -> JACKClient? {
    host.willStep()
    return host.isCancelled ? nil : library.open(client: options.clientName, server: options.serverName)
  }

  /// Opens a connection to a running jackd; nil if none runs, or only a dummy where there is an audible alternative.
  private func runningJACK(
    _ library: JACKLibrary, among servers: RunningServers, devices: [PlaybackDevice], isDummy: AsyncOnce<Bool>
  ) -> Result<ServerConnection?, SoundFailure> {
    if options.audio == .auto, !devices.isEmpty, isDummy.value { return .success(nil) }
    var client = openJACK(library)
    while client == nil, host.hasPatience, !host.isCancelled, servers.isRunning(jackServer: options.serverName) {
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
    host.willStep()
    guard let client = library.open(client: options.clientName, server: nil) else {
      return .failure(.noServer(detail: JACKLibrary.lastMessage))
    }
    return Result { () throws(SoundFailure) in try choose(on: client) }
      .map { ServerConnection(client: client, server: .pipewire, destination: $0, output: options.output) }
  }

  /// Returns the destination on this client's server.
  private func choose(on client: JACKClient) throws(SoundFailure) -> Destination {
    let others = options.output == nil ? [] : client.playbackPorts(physical: false)
    return try Destination.choose(
      physical: client.playbackPorts(physical: true), others: others, output: options.output)
  }

  // MARK: - Servers that Peach starts

  /// Returns the cards a new jackd may use: those not in use by another program, and audible.
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

  /// Starts a jackd. One that ends at once or is cut off is restarted for a while, under each of the names in turn: a
  /// jackd of the same name that is just ending, as after a crash of ours, removes the new one's entry in JACK's
  /// registry or its socket, and a killed one keeps its name as long as any process has its process id.
  private func start(_ library: JACKLibrary, driver: OwnServer.Driver) throws(SoundFailure) -> ServerConnection {
    var attempt = 1
    while true {
      do throws(StartFailure) {
        return try startOnce(library, driver: driver, attempt: attempt)
      } catch {
        guard error.isWorthRepeating, attempt < Self.startAttempts, !host.isCancelled else { throw error.failure }
        attempt += 1
        usleep(Self.startPause)
      }
    }
  }

  private struct StartFailure: Error {
    var failure: SoundFailure
    /// It ran and has ended, or clients cannot reach it, which may succeed the next time.
    var isWorthRepeating = false
  }

  /// The number of attempts, and the microseconds between them.
  private static let startAttempts = 12
  private static let startPause: UInt32 = 200_000

  private func startOnce(
    _ library: JACKLibrary, driver: OwnServer.Driver, attempt: Int
  ) throws(StartFailure) -> ServerConnection {
    guard let program = machine.program("jackd") else { throw StartFailure(failure: Self.noProgram) }
    host.willStep()
    let name = nameForOwnServer(attempt)
    guard
      let server = OwnServer(
        program: program, name: name, driver: driver, period: options.period, environment: machine.environment)
    else { throw StartFailure(failure: .noServer(detail: "jackd: \(SystemFailure.words(errno))")) }
    host.didStart(server.process)
    let servers = RunningServers(machine: machine)
    var isCutOff = false
    for _ in 0..<Self.startSteps where server.isRunning && !host.isCancelled {
      usleep(50_000)
      host.willStep()
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
    host.didStart(nil)
    let detail = server.lastLine
    let isWorthRepeating = isCutOff || !server.isRunning
    server.end()
    throw StartFailure(
      failure: .noServer(detail: detail.isEmpty ? "" : "jackd: \(detail)"), isWorthRepeating: isWorthRepeating)
  }

  /// Returns a name no running jackd has, a different one at each attempt, from 1 up. The first is always the same if
  /// possible: JACK's registry has room for eight servers, and a killed one keeps its place until a server of the same
  /// name starts.
  private func nameForOwnServer(_ attempt: Int) -> String {
    let servers = RunningServers(machine: machine)
    let names = [options.clientName] + (2...8).map { "\(options.clientName)-\($0)" }
    let free = names.filter { !servers.isRunning(jackServer: $0) }
    return free.isEmpty ? options.clientName : free[(attempt - 1) % free.count]
  }

  private func noServer() -> SoundFailure { .noServer(detail: JACKLibrary.lastMessage) }
}

extension OwnServer.Driver {
  /// Returns the kind of server as the listener sees it. `asked`: the dummy was requested.
  func server(asked: Bool) -> SoundDescription.Server {
    guard self == .dummy else { return .ownJack }
    return asked ? .dummy : .unheard
  }

  /// The output's name as a musician knows it; nil for the dummy.
  var outputName: String? {
    guard case .alsa(let device) = self else { return nil }
    return device.title
  }
}

extension SoundFailure {
  /// The error message of a server that did not start.
  fileprivate var detail: String {
    if case .noServer(let detail) = self { detail } else { String(describing: self) }
  }
}
