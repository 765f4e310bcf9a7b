/** Turns one item into any number of others, which it adds to `out`. Returns false when no more items are wanted. */
export type Expand<In, Out> = (item: In, out: Out[]) => boolean;

/**
 * The items of a source, each expanded into others; `atEnd` may add some after the last. Leaving it leaves the source. Not an async
 * generator: one that waits for its next item holds on to the last, and a stream may be idle for long after an event of many megabytes.
 */
export function expanded<In, Out>(
  source: AsyncIterable<In>,
  expand: Expand<In, Out>,
  atEnd?: (out: Out[]) => void,
): AsyncIterableIterator<Out, undefined> {
  const items = source[Symbol.asyncIterator]();
  const ready: Out[] = [];
  let isOver = false;
  let failure: { readonly error: unknown } | undefined;

  async function read(): Promise<void> {
    const { done, value } = await items.next();
    if (isOver) return;
    isOver = true;
    if (done) return atEnd?.(ready);
    try {
      isOver = !expand(value, ready);
    } catch (error) {
      // What came before it is shown first.
      failure = { error };
    }
    if (isOver) await items.return?.();
  }

  return {
    async next() {
      while (ready.length === 0 && !isOver) await read();
      const value = ready.shift();
      if (value !== undefined) return { done: false, value };
      const failed = failure;
      failure = undefined;
      if (failed) throw failed.error;
      return { done: true, value: undefined };
    },
    async return() {
      isOver = true;
      failure = undefined;
      ready.length = 0;
      await items.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
