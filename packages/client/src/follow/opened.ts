/** A stream that has begun: its first event, or its failure, is there. What is not read of it is closed by leaving it. */
export async function opened<T>(stream: AsyncGenerator<T, void, void>): Promise<AsyncGenerator<T, void, void>> {
  const first = await stream.next();
  return replayed(first, stream);
}

/** A stream whose first event has been asked for, from the beginning. */
export async function* replayed<T>(
  first: IteratorResult<T, void> | Promise<IteratorResult<T, void>>,
  rest: AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  try {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
