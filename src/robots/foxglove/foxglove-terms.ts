/** Bounds of connections of Foxglove. */
export const foxgloveLimits = {
  /** Connections of one key and of the box. */
  perKey: 4,
  perBox: 16,
  /** One message of a client, in bytes; beyond it the connection is closed (1009). */
  messageBytes: 256 * 1024,
  /** Messages of one client in a second; beyond it the connection ends. */
  messagesPerSecond: 100,
  /** Messages and bytes that wait for a client that is slower; beyond either the oldest are dropped. */
  waitingMessages: 500,
  waitingBytes: 8 * 1024 * 1024,
  /** Bytes in the socket from which on messages wait. */
  socketBytes: 256 * 1024,
  /** Largest map that is sent, in cells. */
  mapCells: 4_000_000,
  /** How long an address with a ticket is valid, in milliseconds, and how many there are. */
  ticketMs: 12 * 3_600_000,
  tickets: 100,
} as const;

/** Subprotocols of the WebSocket, the present name first; their messages are the same. */
export const foxgloveProtocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"] as const;
