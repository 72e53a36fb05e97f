import Glibc
import Linux
import NIOCore

/// Who must not see the pages, and asked for them.
enum Stranger: Hashable, Sendable {
  /// Another user of this computer.
  case user(uid_t)
  /// Whose connection was closed before it could be seen whose it is.
  case gone

  /// Nil where it is not known.
  var user: UInt32? { if case .user(let user) = self { user } else { nil } }
}

/// Lets in the player's own connections alone: reaching a port gives nobody a right to anything. It decides when a connection is
/// accepted, before a byte of it is read and before it takes a place among those there may be.
///
/// In the pipeline of the socket that listens. Event loop only.
final class VisitorGate: ChannelInboundHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel

  private let owners: SocketOwners
  private let player = geteuid()
  private let refused: @Sendable (Stranger) -> Void
  private var told: Set<Bool> = []

  /// `refused` is called once for other users, and once for those who are gone.
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

  /// Not by `withUnsafeTransportIfAvailable`: to look for a channel by the type of its socket takes the runtime twice as long as the
  /// kernel takes to say whose it is.
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
