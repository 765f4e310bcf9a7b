import { constants, type ServerHttp2Stream } from "node:http2";

/** Ends a call whose reader has stopped reading: a status would have to wait behind the unread messages. */
export function resetStream(call: object): void {
  http2StreamOf(call)?.close(constants.NGHTTP2_CANCEL);
}

/** Ends a call once its status was sent. The rest of its message need not arrive, and what did is forgotten. */
export function closeStream(call: object): void {
  const stream = http2StreamOf(call);
  // A reset overtakes a status that is not written yet.
  setImmediate(() => stream?.close(constants.NGHTTP2_NO_ERROR));
}

/**
 * Calls a function once when the client has read the answer to a call, or has disconnected. One that takes nothing for so long is
 * disconnected.
 */
export function whenTaken(call: object, stalledMs: number, done: () => void): void {
  const stream = http2StreamOf(call);
  if (stream === undefined || stream.closed) {
    done();
    return;
  }
  stream.once("close", done);
  // Node starts over whenever a part of it was sent.
  stream.setTimeout(stalledMs, () => stream.close(constants.NGHTTP2_CANCEL));
}

/** Calls a function with each piece of a call's messages as it arrives, until that returns `false`. */
export function onPiece(call: object, take: (piece: Buffer) => boolean): void {
  const stream = http2StreamOf(call);
  const onData = (piece: Buffer) => {
    if (!take(piece)) stream?.off("data", onData);
  };
  stream?.on("data", onData);
}

/** Calls a function when a call is over. */
export function whenClosed(call: object, done: () => void): void {
  http2StreamOf(call)?.once("close", done);
}

/** The HTTP/2 stream of a call. grpc-js has no public way to it, and keeps it in the innermost of the calls that wrap each other. */
function http2StreamOf(call: object): ServerHttp2Stream | undefined {
  let wrapper: Wrapper | undefined = call; // private members, which may be missing
  for (let depth = 0; wrapper && depth < MAX_WRAPPERS; depth++) {
    if (isHttp2Stream(wrapper.stream)) return wrapper.stream;
    wrapper = wrapper.call ?? wrapper.nextCall;
  }
  return undefined;
}
const MAX_WRAPPERS = 8;

interface Wrapper {
  readonly call?: Wrapper;
  readonly nextCall?: Wrapper;
  readonly stream?: unknown;
}

function isHttp2Stream(value: unknown): value is ServerHttp2Stream {
  return typeof value === "object" && value !== null && "close" in value && "rstCode" in value;
}
