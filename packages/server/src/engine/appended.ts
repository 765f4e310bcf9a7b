import type { EngineCore } from "./engine-core.ts";
import type { EventText } from "./event-text.ts";
import type { Decided } from "./lease.ts";
import type { TaskRow } from "./task-row.ts";

/** What was appended by one call, on its way to the store. */
export interface Appended {
  readonly texts: readonly EventText[];
  /** The number of its last event, once it is taken. */
  seq: number;
  refusal: unknown;
  readonly decided: Decided;
}

/** Adds what several calls appended to a log as if it had been one call. What is refused is refused alone, and throws if it was all. */
export function extendByAll(core: EngineCore, row: TaskRow, appended: readonly Appended[]): void {
  try {
    let { seq } = row;
    core.extend(row, textsOf(appended));
    for (const one of appended) {
      seq += one.texts.length;
      one.seq = seq;
      one.refusal = undefined;
    }
  } catch (error) {
    if (appended.length === 1) throw error;
    extendOneByOne(core, row, appended);
  }
}

/** One of them is refused, and with it those that came after it in good faith. */
function extendOneByOne(core: EngineCore, row: TaskRow, appended: readonly Appended[]): void {
  let refusal: unknown;
  for (const one of appended) {
    try {
      if (refusal === undefined) core.extend(row, one.texts);
    } catch (error) {
      refusal = error;
    }
    one.seq = row.seq;
    one.refusal = refusal;
  }
}

function textsOf(appended: readonly Appended[]): readonly EventText[] {
  const [first] = appended;
  if (first && appended.length === 1) return first.texts;
  const all: EventText[] = [];
  for (const { texts } of appended) for (const text of texts) all.push(text);
  return all;
}
