import { isTerminal, taskStates } from "@a2a/types";
import { useEffect, useState } from "preact/hooks";
import { Empty, NoAgent } from "../parts/empty.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { ShortId } from "../parts/short-id.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { agoOf, spanOf } from "../parts/time.ts";
import { connected, openTask, seen } from "../state/store.ts";
import { groupsOf, type ListedTask, listedTasks } from "../state/task-list.ts";
import { stateName } from "../state/task-log.ts";
import { useTasks } from "./use-tasks.ts";

/** The tasks that the agent lists and those of this session, by conversation. They change as the tasks do. */
export function Tasks() {
  const [search, setSearch] = useState("");
  const [state, setState] = useState("");
  const [failure, setFailure] = useState("");
  const agent = connected.value;
  const { tasks, next, error, isLoading, loadMore, reload } = useTasks(agent?.connection);
  if (agent === undefined) return <NoAgent />;
  const { model } = seen.value;
  const listed = listedTasks(tasks, model, agent.connection);
  const wanted = search.trim().toLowerCase();
  const found = listed.filter(
    (task) =>
      (state === "" || task.state === state) &&
      [task.title, task.id, task.contextId, stateName(task.state)].some((text) => text.toLowerCase().includes(wanted)),
  );
  const open = (id: string) => {
    setFailure("");
    openTask(id).catch((reason: Error) => setFailure(reason.message));
  };
  return (
    <section class="pane" aria-label="Tasks">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (search.trim() !== "") open(search.trim());
        }}
      >
        <input
          type="search"
          class="wide"
          aria-label="Search, or task id to open"
          placeholder="Search, or paste a task id"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <button type="submit" disabled={search.trim() === ""}>
          Open
        </button>
        <select aria-label="State" value={state} onChange={({ currentTarget }) => setState(currentTarget.value)}>
          <option value="">Any state</option>
          {taskStates.map((name) => (
            <option key={name} value={name}>
              {stateName(name)}
            </option>
          ))}
        </select>
        <span class="spring" />
        <span class="muted" aria-live="polite">
          {found.length} {found.length === 1 ? "task" : "tasks"}
        </span>
        <button type="button" class="quiet" onClick={reload}>
          Refresh
        </button>
      </form>
      {(failure || error) !== "" && (
        <p class="error strip" role="alert">
          {failure || error}
        </p>
      )}
      <Scroll kind="task-list" label="List of tasks">
        {found.length === 0 && !isLoading && (
          <Empty icon="Tasks" title={listed.length === 0 ? "No tasks yet" : "No task matches"}>
            {listed.length === 0
              ? "Every message that is more than a quick answer becomes a task, and appears here."
              : "Change the search or the state."}
          </Empty>
        )}
        {groupsOf(found).map((group) => (
          <Group key={group[0]?.id} tasks={group} onOpen={open} />
        ))}
        {next !== "" && (
          <button type="button" class="quiet more" onClick={loadMore}>
            Show more
          </button>
        )}
      </Scroll>
    </section>
  );
}

/** The tasks of one conversation. */
function Group({ tasks, onOpen }: { tasks: readonly ListedTask[]; onOpen(id: string): void }) {
  const [first] = tasks;
  return (
    <ul class={tasks.length > 1 ? "task-group many" : "task-group"} aria-label="Conversation">
      {tasks.length > 1 && first && (
        <li class="task-group-head">
          {tasks.length} tasks in conversation <ShortId id={first.contextId} />
        </li>
      )}
      {tasks.map((task) => (
        <li key={task.id} class="task">
          <StateChip state={task.state} />
          <button type="button" class="task-title" onClick={() => onOpen(task.id)}>
            {task.title || "Task without a message"}
          </button>
          <ShortId id={task.id} />
          <span class="muted figures task-events">
            {task.events === undefined ? "" : `${task.events} ${task.events === 1 ? "event" : "events"}`}
          </span>
          <span class="figures task-time">
            <Duration task={task} />
          </span>
          <span class="muted figures task-ago">
            {task.changedAt === undefined ? "" : agoOf(task.changedAt, Date.now())}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How long the task took, or has taken so far. */
function Duration({ task: { state, begunAt, changedAt } }: { task: ListedTask }) {
  const isRunning = !isTerminal(state);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (begunAt === undefined) return null;
  const end = isRunning ? now : (changedAt ?? begunAt);
  return <>{spanOf(Math.max(0, end - begunAt))}</>;
}
