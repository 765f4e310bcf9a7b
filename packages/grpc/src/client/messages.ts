import type { ClientReadableStream } from "@grpc/grpc-js";

/**
 * The messages of a server-streaming call, as fast as they are read. Not the iterator of the stream: that one does not cancel the call
 * when its reader leaves.
 */
export function messagesOf(
  call: ClientReadableStream<Buffer>,
  toError: (error: unknown) => unknown,
): AsyncIterableIterator<Buffer, undefined> {
  const ready: Buffer[] = [];
  let failure: { readonly error: unknown } | undefined;
  let isOver = false;
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
      call.cancel();
      settle();
      return DONE;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
const DONE = { done: true as const, value: undefined };
