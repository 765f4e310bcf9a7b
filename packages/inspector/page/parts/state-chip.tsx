import { stateName } from "../state/task-log.ts";

/** The state of a task. */
export function StateChip({ state }: { state: string }) {
  return <span class={`state state-${stateName(state).replaceAll(" ", "-")}`}>{stateName(state)}</span>;
}
