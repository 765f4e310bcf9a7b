import { isTerminal } from "@a2a/types";
import { api } from "../state/api.ts";
import { hereLink } from "../state/here.ts";
import {
  connected,
  connectTo,
  cursor,
  host,
  isOffered,
  isWireOpen,
  openTask,
  panel,
  panels,
  redraw,
  seen,
  showAgent,
  shownLog,
  startConversation,
} from "../state/store.ts";
import { listedTasks } from "../state/task-list.ts";
import { toggleTheme } from "../state/theme.ts";

/** Something that the page can do at once. */
export interface Command {
  readonly name: string;
  /** The key that runs it, outside of inputs. */
  readonly key?: string;
  run(): void;
}

/** Everything that can be done as the page stands. */
export function commands(): Command[] {
  const { model } = seen.value;
  const agent = connected.value;
  const log = shownLog.value;
  const rows = log?.rows.length ?? 0;
  const step = (by: number) => {
    cursor.value = Math.min(rows - 1, Math.max(0, (cursor.value ?? rows - 1) + by));
  };
  const task = log?.task;
  const offered = (host.value?.agents ?? []).filter(
    ({ url }) => ![...model.connections.values()].some(({ address }) => address === url),
  );
  return [
    ...panels.filter(isOffered).map((name, index) => ({
      name: `Go to ${name}`,
      key: String(index + 1),
      run: () => {
        panel.value = name;
      },
    })),
    {
      name: "Write a message",
      key: "/",
      run: () => focusOn("textarea[aria-label=Message], textarea[aria-label=Answer]"),
    },
    { name: "Change the agent's address", key: "a", run: () => focusOn("[aria-label=Agent]") },
    ...(agent ? [{ name: "New conversation", key: "n", run: startConversation }] : []),
    ...(rows > 0
      ? [
          { name: "Previous event", key: "[", run: () => step(-1) },
          { name: "Next event", key: "]", run: () => step(1) },
          { name: "Go to the newest event", key: "l", run: () => (cursor.value = undefined) },
          { name: "Copy the link to this place", key: "c", run: () => void navigator.clipboard.writeText(hereLink()) },
        ]
      : []),
    ...(task && agent && !isTerminal(task.status.state)
      ? [
          {
            name: "Cancel the task",
            run: () => void api.call("cancelTask", { id: task.id }, { connection: agent.connection }),
          },
        ]
      : []),
    {
      name: isWireOpen.value ? "Hide the wire" : "Show the wire",
      key: "w",
      run: () => (isWireOpen.value = !isWireOpen.value),
    },
    {
      name: "Clear the wire",
      run: () => {
        model.clearExchanges();
        redraw();
      },
    },
    { name: "Change the theme", key: "t", run: toggleTheme },
    ...(host.value?.actions ?? []).map(({ name, label }) => ({ name: label, run: () => void api.action(name) })),
    ...[...model.connections.values()].map(({ connection, card }) => ({
      name: `Show agent ${card.name}`,
      run: () => showAgent(connection),
    })),
    ...offered.map(({ name, url }) => ({ name: `Connect to ${name}`, run: () => void connectTo({ agent: url }) })),
    ...(agent ? listedTasks([], model, agent.connection) : []).slice(0, 20).map(({ id, title }) => ({
      name: `Open task “${title.slice(0, 60)}” ${id}`,
      run: () => void openTask(id),
    })),
  ];
}

/** The commands that have a key, by that key. */
export function shortcuts(): ReadonlyMap<string, Command> {
  return new Map(commands().flatMap((command) => (command.key === undefined ? [] : [[command.key, command] as const])));
}

/** Moves the focus, in the panel that has the element. */
function focusOn(selector: string): void {
  if (!document.querySelector(selector)) panel.value = "Conversation";
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
