import { stateName } from "../state/model.ts";

/** The state of a task. */
export function StateChip({ state }: { state: string }) {
  return <span class={`chip state-${stateName(state).replaceAll(" ", "-")}`}>{stateName(state)}</span>;
}
