import type { Task } from "@a2a/types";

/**
 * The task as it stands at the beginning of a stream and after its events, for events that only tell that the task has changed. It is read
 * once for all events that came meanwhile, and `everyMs` if that is given. Ends with the stream; `leave` is called when nothing more
 * is read of it.
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
