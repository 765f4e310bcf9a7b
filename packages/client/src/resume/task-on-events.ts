import type { Task } from "@a2a/types";

/**
 * The current task at the beginning of a stream and after its events, for events that only say that the task has changed. Reads the task
 * once for all events that arrived in the meantime, and also every `everyMs` if that is set. Ends with the stream; calls `leave` when
 * nothing more is read from it.
 */
export async function* taskOnEvents(
  stream: AsyncIterable<unknown>,
  read: () => Promise<Task>,
  leave: () => void,
  everyMs?: number,
): AsyncGenerator<Task, void, void> {
  let changed = true;
  let closed = false;
  let wake = () => {};
  const noteChange = () => {
    changed = true;
    wake();
  };
  const reading = (async () => {
    try {
      for await (const _ of stream) noteChange();
    } finally {
      closed = true;
      wake();
    }
  })();
  // It is awaited below, unless the caller leaves first.
  reading.catch(() => undefined);
  try {
    while (changed || !closed) {
      if (!changed) {
        const timer = everyMs !== undefined && setTimeout(noteChange, everyMs);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (timer) clearTimeout(timer);
        continue;
      }
      changed = false;
      yield await read();
    }
    await reading;
  } finally {
    // A stream that is waiting for its next event cannot be left otherwise.
    leave();
  }
}
