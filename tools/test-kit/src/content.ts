/** An event of a task's log, or of a stream, as JSON. */
export interface LoggedEvent {
  readonly [member: string]: unknown;
}

/**
 * The problem with the content of a task, if there is one. A completed task has every chunk exactly once and in order; one that
 * ended otherwise, or has not ended, has the beginning of that.
 *
 * @param expected The texts that the agent yields, in order.
 */
export function contentProblem(
  events: readonly LoggedEvent[],
  state: string,
  expected: readonly string[],
): string | undefined {
  const texts = events.flatMap(textsIn);
  const wanted = state.endsWith("_COMPLETED") ? expected : expected.slice(0, texts.length);
  const isWhole = texts.length === wanted.length && texts.every((text, index) => text === wanted[index]);
  return isWhole ? undefined : `is ${state} with ${JSON.stringify(texts)} instead of ${JSON.stringify(wanted)}`;
}

/** The texts that the probe agent yields for `chunks:NxMS`; `undefined` for any other message. */
export function chunksOf(message: string): string[] | undefined {
  const count = /^chunks:(\d+)x/.exec(message)?.[1];
  return count === undefined ? undefined : Array.from({ length: Number(count) }, (_, n) => `#${n}`);
}

function textsIn({ artifactUpdate }: LoggedEvent): string[] {
  const { artifact } = (artifactUpdate ?? {}) as { artifact?: { parts?: { text?: string }[] } };
  return (artifact?.parts ?? []).map(({ text = "" }) => text);
}
