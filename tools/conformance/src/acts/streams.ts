import { isTerminal, type JsonObject, type JsonValue, type TaskState } from "@a2a/types";
import { objectIn, objectsIn } from "./corpus.ts";
import { mismatch } from "./match.ts";

/** How the events of a stream differ from what the corpus expects; `undefined` if they do not. */
export function streamMismatch(expected: JsonObject, events: readonly JsonObject[]): string | undefined {
  const { min_count, max_count, ordering, final_event, each_event } = expected;
  if (typeof min_count === "number" && events.length < min_count) {
    return `expected ${min_count} events or more, received ${events.length}`;
  }
  if (typeof max_count === "number" && events.length > max_count) {
    return `expected ${max_count} events at most, received ${events.length}`;
  }
  const views = events.map(viewOf);
  return (
    (ordering === "monotonic_state" ? regression(views) : undefined) ??
    eventMismatch(objectsIn(expected.events), views) ??
    (final_event === undefined ? undefined : mismatch(views.at(-1), final_event, "final event")) ??
    views.map((view) => (each_event === undefined ? undefined : mismatch(view, each_event, "event"))).find(Boolean)
  );
}

function eventMismatch(assertions: readonly JsonObject[], views: readonly JsonObject[]): string | undefined {
  for (const [position, { description: _, match, index = position, ...assertion }] of assertions.entries()) {
    const found =
      match === "any_position"
        ? views.some((view) => mismatch(view, assertion) === undefined)
        : mismatch(views[Number(index)], assertion) === undefined;
    if (!found) return `no event matches ${JSON.stringify(assertion)}`;
  }
  return undefined;
}

/** An event under all names that the corpus has for its parts: its members, its kind in both spellings, and that of a raw frame. */
function viewOf(event: JsonObject): JsonObject {
  const { statusUpdate, artifactUpdate, task, message } = event;
  return {
    ...objectIn(task ?? statusUpdate ?? artifactUpdate),
    ...event,
    ...(statusUpdate !== undefined && { status_update: statusUpdate }),
    ...(artifactUpdate !== undefined && { artifact_update: artifactUpdate }),
    ...(message !== undefined && { message }),
  };
}

function regression(views: readonly JsonObject[]): string | undefined {
  let ended: JsonValue | undefined;
  for (const { status } of views) {
    const { state } = objectIn(status);
    if (state === undefined) continue;
    if (ended !== undefined && state !== ended) return `${String(state)} after ${String(ended)}`;
    if (isTerminal(state as TaskState)) ended = state;
  }
  return undefined;
}
