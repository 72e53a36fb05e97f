import Controllers

/// A role that a page wants a control for. Decoded strictly, as `PageIntent` is.
struct PostedRole: Decodable, Hashable, Sendable {
  let page: PageID
  let role: Role

  init(from decoder: any Decoder) throws {
    let fields = try [String: String](from: decoder)
    guard fields.count == 2, let page = fields["page"].flatMap({ PageID($0) }),
      let role = fields["role"].flatMap(Role.init)
    else { throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "page, role")) }
    self.page = page
    self.role = role
  }
}

/// Which way a page wants a controller's mapping to go. Decoded strictly.
struct PostedWay: Decodable, Hashable, Sendable {
  let way: ScreenController.Way

  init(from decoder: any Decoder) throws {
    let fields = try [String: String](from: decoder)
    guard fields.count == 1, let way = fields["to"].flatMap(ScreenController.Way.init) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "to"))
    }
    self.way = way
  }
}
