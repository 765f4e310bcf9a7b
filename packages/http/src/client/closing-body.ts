/**
 * A body that is closed by leaving it even when nothing of it was read: leaving a generator that was not started runs none of its
 * code, and the connection would stay open.
 */
export function closingBody(
  chunks: AsyncGenerator<Uint8Array, void, void>,
  close: () => void,
): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array, void, void> = {
    next: () => chunks.next(),
    return() {
      close();
      return chunks.return();
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
