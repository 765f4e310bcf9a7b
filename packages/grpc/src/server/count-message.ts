import { PREFIX_BYTES } from "../wire/frames.ts";
import type { HeldMessage } from "./call-port.ts";
import { onPiece } from "./http2-stream.ts";
import type { IncomingCall } from "./incoming-call.ts";

/**
 * Counts the message of a call while it arrives: grpc-js keeps it until it is complete, and has no limit for all calls together. A
 * message that arrives at once does not count. `refuse` is called when there is no room.
 */
export function countMessage(call: IncomingCall, hold: () => HeldMessage, refuse: (error: unknown) => void): void {
  onPiece(call.stream, (piece) => {
    if (call.held === undefined) {
      if (piece.length >= PREFIX_BYTES && piece.length >= PREFIX_BYTES + piece.readUInt32BE(1)) return false;
      const held = hold();
      call.held = held;
      call.stream?.once("close", () => held.release());
    }
    try {
      call.held.take(piece.length);
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  });
}
