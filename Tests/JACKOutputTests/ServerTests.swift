import Testing

/// All that starts servers: one after the other, as they share processors and time limits are measured.
@Suite(.serialized) struct ServerTests {}
