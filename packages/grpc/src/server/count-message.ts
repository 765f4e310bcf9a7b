import type { HeldMessage } from "./call-port.ts";
import { onPiece, whenClosed } from "./http2-stream.ts";

/** The flag and the length in front of a message. */
const PREFIX = 5;

/**
 * Counts the first message of a call while it arrives: grpc-js keeps it until it is complete, and has no limit for all calls together. A
 * message that arrives at once does not count. Returns a function that gives the bytes back. `refuse` is called when there is no room.
 */
export function countMessage(call: object, hold: () => HeldMessage, refuse: (error: unknown) => void): () => void {
  let held: HeldMessage | undefined;
  onPiece(call, (piece) => {
    if (held === undefined) {
      if (piece.length >= PREFIX && piece.length >= PREFIX + piece.readUInt32BE(1)) return false;
      held = hold();
      whenClosed(call, held.release);
    }
    try {
      held.take(piece.length);
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  });
  return () => held?.release();
}
