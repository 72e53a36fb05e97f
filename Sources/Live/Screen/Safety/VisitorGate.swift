import Glibc
import Linux
import NIOCore

/// A client that requested the pages without permission.
enum Stranger: Hashable, Sendable {
  /// Another user of this computer.
  case user(uid_t)
  /// The connection closed before its owner could be determined.
  case gone

  /// Nil if unknown.
  var user: UInt32? { if case .user(let user) = self { user } else { nil } }
}

/// Accepts only the player's own connections: access to a port grants no rights by itself. It decides when a connection
/// is accepted, before reading a byte of it and before it occupies a slot.
///
/// In the pipeline of the listening socket. Event loop only.
final class VisitorGate: ChannelInboundHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel

  private let owners: SocketOwners
  private let player = geteuid()
  private let refused: @Sendable (Stranger) -> Void
  private var told: Set<Bool> = []

  /// `refused` is called once for other users, and once for unknown owners.
  init(_ owners: SocketOwners, refused: @escaping @Sendable (Stranger) -> Void) {
    self.owners = owners
    self.refused = refused
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let visitor = unwrapInboundIn(data)
    switch Self.socket(of: visitor).map(owners.owner(ofPeer:)) ?? .none {
    case .user(player): context.fireChannelRead(data)
    case .user(let user): refuse(visitor, .user(user))
    case .none: refuse(visitor, .gone)
    }
  }

  /// Returns the socket of `visitor`. Not by `withUnsafeTransportIfAvailable`: finding a channel by its socket type
  /// takes the runtime twice as long as the kernel takes to report the owner.
  private static func socket(of visitor: any Channel) -> NIOBSDSocket.Handle? {
    func socket(of core: some NIOTransportAccessibleChannelCore) -> NIOBSDSocket.Handle? {
      try? core.withUnsafeTransport { $0 as? NIOBSDSocket.Handle }
    }
    return (visitor._channelCore as? any NIOTransportAccessibleChannelCore).flatMap { socket(of: $0) }
  }

  private func refuse(_ visitor: any Channel, _ stranger: Stranger) {
    visitor.close(promise: nil)
    if told.insert(stranger == .gone).inserted { refused(stranger) }
  }
}
