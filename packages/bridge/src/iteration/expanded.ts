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

  const next = () =>
    new Promise<Read<Out>>((resolve, reject) => {
      // Not a chain of promises: a stream may bring thousands of comments before its next event.
      const settle = () => {
        const value = ready.shift();
        if (value !== undefined) resolve({ done: false, value });
        else if (!isOver) items.next().then(take).then(settle, reject);
        else if (failure) reject(failure.error);
        else resolve(DONE);
        if (isOver && value === undefined) failure = undefined;
      };
      settle();
    });

  function take({ done, value }: IteratorResult<In>): Promise<unknown> | undefined {
    if (isOver) return undefined;
    if (done) {
      isOver = true;
      atEnd?.(ready);
      return undefined;
    }
    try {
      isOver = !expand(value, ready);
    } catch (error) {
      isOver = true;
      // What came before it is shown first.
      failure = { error };
    }
    return isOver ? items.return?.() : undefined;
  }

  return {
    next,
    async return() {
      isOver = true;
      failure = undefined;
      ready.length = 0;
      await items.return?.();
      return DONE;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

type Read<Out> = IteratorResult<Out, undefined>;
const DONE = { done: true as const, value: undefined };
