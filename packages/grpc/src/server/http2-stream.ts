import { constants, type ServerHttp2Stream } from "node:http2";

/** Ends a call whose reader has stopped reading: a status would have to wait behind the unread messages. */
export function resetStream(stream: ServerHttp2Stream | undefined): void {
  stream?.close(constants.NGHTTP2_CANCEL);
}

/** Ends a call once its status was sent. The rest of its message need not arrive, and what did is forgotten. */
export function closeStream(stream: ServerHttp2Stream | undefined): void {
  // A reset overtakes a status that is not written yet.
  setImmediate(() => stream?.close(constants.NGHTTP2_NO_ERROR));
}

/**
 * Calls a function once when the client has read the answer to a call, or has disconnected. One that takes nothing for so long is
 * disconnected.
 */
export function whenTaken(stream: ServerHttp2Stream | undefined, stalledMs: number, done: () => void): void {
  if (stream === undefined || stream.closed) {
    done();
    return;
  }
  stream.once("close", done);
  // Node starts over whenever a part of it was sent.
  stream.setTimeout(stalledMs, () => stream.close(constants.NGHTTP2_CANCEL));
}

/** Calls a function with each piece of a call's messages as it arrives, until that returns `false`. */
export function onPiece(stream: ServerHttp2Stream | undefined, take: (piece: Buffer) => boolean): void {
  let isTaking = true;
  // It stays: removing a listener costs more than calling one that does nothing, and most messages are one piece.
  stream?.on("data", (piece: Buffer) => {
    if (isTaking) isTaking = take(piece);
  });
}

/** The HTTP/2 stream of a call. grpc-js has no public way to it. */
export function http2StreamOf(call: object): ServerHttp2Stream | undefined {
  const { stream }: { readonly stream?: unknown } = call; // a private member, which may be missing
  return isHttp2Stream(stream) ? stream : undefined;
}

function isHttp2Stream(value: unknown): value is ServerHttp2Stream {
  return typeof value === "object" && value !== null && "close" in value && "rstCode" in value;
}
