import type { ClientReadableStream } from "@grpc/grpc-js";

/** How long a server may take to end a call after the last message. */
const ENDING_MS = 5_000;

/**
 * The messages of a server-streaming call, as fast as they are read. Not the iterator of the stream: that one does not cancel the call
 * when its reader leaves. After the last message, the server gets time to end the call: servers close connections with many canceled calls.
 */
export function messagesOf(
  call: ClientReadableStream<Buffer>,
  toError: (error: unknown) => unknown,
  hasLast: () => boolean,
): AsyncIterableIterator<Buffer, undefined> {
  const ready: Buffer[] = [];
  let failure: { readonly error: unknown } | undefined;
  let isOver = false;
  let hasEnded = false;
  let wake: (() => void) | undefined;
  const settle = () => {
    wake?.();
    wake = undefined;
  };
  call.on("data", (message: Buffer) => {
    ready.push(message);
    call.pause();
    settle();
  });
  call.once("end", () => {
    hasEnded = true;
    isOver = true;
    settle();
  });
  call.once("error", (error: unknown) => {
    failure = { error: toError(error) };
    isOver = true;
    settle();
  });
  call.pause();
  return {
    async next() {
      for (;;) {
        const value = ready.shift();
        if (value !== undefined) return { done: false, value };
        if (failure) throw failure.error;
        if (isOver) return DONE;
        const more = new Promise<void>((resolve) => {
          wake = resolve;
        });
        call.resume();
        await more;
      }
    },
    async return() {
      isOver = true;
      ready.length = 0;
      failure = undefined;
      if (hasLast() && !hasEnded) letEnd(call);
      else call.cancel();
      settle();
      return DONE;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
/** Reads on until the call ends. */
function letEnd(call: ClientReadableStream<Buffer>): void {
  const timer = setTimeout(() => call.cancel(), ENDING_MS).unref();
  call.once("end", () => clearTimeout(timer));
  call.once("error", () => clearTimeout(timer));
  call.removeAllListeners("data");
  call.resume();
}

const DONE = { done: true as const, value: undefined };
