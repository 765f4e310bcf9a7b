import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useFollow } from "../parts/follow.ts";
import type { Turn } from "../state/model.ts";
import { asOf, seen } from "../state/store.ts";
import { taskAsOf } from "../state/task-log.ts";
import { TurnView } from "./turn.tsx";

/** Turns of a conversation, as of the moment that the page shows. They follow the newest content until the user scrolls up. */
export function Messages({
  connection,
  turns,
  label,
  children,
}: {
  connection: number;
  turns: readonly Turn[];
  label: string;
  /** Shown while there are no turns. */
  children: ComponentChildren;
}) {
  const { model } = seen.value;
  const until = asOf.value;
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const shown = until === undefined ? turns : turns.filter(({ n }) => n <= until);
  // What the user says comes into view, wherever the user was reading.
  useFollow(box, content, `${connection}/${turns.at(-1)?.call ?? ""}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys would not scroll it.
    <div ref={box} class="chat" role="log" aria-label={label} tabIndex={0}>
      <div ref={content}>
        {shown.length === 0 && children}
        {shown.map((turn) => {
          const log = turn.taskKey === undefined ? undefined : model.logs.get(turn.taskKey);
          return (
            <TurnView
              key={turn.call}
              turn={turn}
              log={log}
              task={log && taskAsOf(log, until)}
              isNewest={shown.findLast(({ taskKey }) => taskKey === turn.taskKey) === turn}
              until={until}
            />
          );
        })}
      </div>
    </div>
  );
}
