/** A stream that has begun: its first event, or its failure, is there. What is not read of it is closed by leaving it. */
export async function opened<T>(stream: AsyncGenerator<T, void, void>): Promise<AsyncGenerator<T, void, void>> {
  const first = await stream.next();
  return replayed(first, stream);
}

async function* replayed<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
