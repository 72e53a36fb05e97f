import Controllers
import Ports

/// One port of the sequencer as `peach devices` and `peach check` show it.
public struct ListedPort: Hashable, Sendable {
  /// The data for choosing a mapping.
  public var description: PortDescription
  /// Whether practice would connect it, or the reason against it.
  public var verdict: PortVerdict
  /// The sound card's number; nil for programs and Midi Through.
  public var card: Int?
}

extension ALSASequencer {
  /// Returns all current ports, by client and port number; connects and changes nothing. Throws if the sequencer cannot
  /// be opened. Any thread.
  public static func listPorts(options: SequencerOptions = SequencerOptions()) throws(SequencerFailure) -> [ListedPort]
  {
    let client = try SequencerClient(name: clientName, roots: options.roots)
    let rule = ConnectionRule(ownClient: client.number, controller: options.controller)
    return client.ports().map { port in
      let card = port.card.map { SoundCard(number: $0, roots: options.roots) }
      return ListedPort(
        description: port.description(card: card, listeners: client.listeners(to: port.id)),
        verdict: rule.verdict(on: port, card: card), card: port.card)
    }
  }
}
