import { type ListTasksResponse, type Task, taskStates } from "@a2a/types";
import { useState } from "preact/hooks";
import { Scroll } from "../parts/scroll.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { api } from "../state/api.ts";
import { stateName } from "../state/model.ts";
import { choose, panel, seen } from "../state/store.ts";

/** The tasks that the agent lists, and any task by its id. */
export function Tasks() {
  const [state, setState] = useState("");
  const [contextId, setContextId] = useState("");
  const [since, setSince] = useState("");
  const [id, setId] = useState("");
  const [tasks, setTasks] = useState<readonly Task[] | undefined>(undefined);
  const [next, setNext] = useState("");
  const [error, setError] = useState("");
  const { connected } = seen.value.model;
  if (connected === undefined) return <p class="blank">Connect to an agent to see its tasks.</p>;
  const load = async (pageToken: string) => {
    setError("");
    try {
      const page = await api.call<ListTasksResponse>("listTasks", {
        pageSize: 50,
        ...(state !== "" && { status: state }),
        ...(contextId !== "" && { contextId }),
        ...(since !== "" && { statusTimestampAfter: new Date(since).toISOString() }),
        ...(pageToken !== "" && { pageToken }),
      });
      setTasks(pageToken === "" ? page.tasks : [...(tasks ?? []), ...page.tasks]);
      setNext(page.nextPageToken ?? "");
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  const open = async (taskId: string) => {
    setError("");
    try {
      await api.follow(taskId);
      choose(`${connected.connection}/${taskId}`);
      panel.value = "Conversation";
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <section class="pane" aria-label="Tasks">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          void load("");
        }}
      >
        <label>
          State
          <select value={state} onChange={({ currentTarget }) => setState(currentTarget.value)}>
            <option value="">any</option>
            {taskStates.map((name) => (
              <option key={name} value={name}>
                {stateName(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Context id
          <input value={contextId} onInput={({ currentTarget }) => setContextId(currentTarget.value)} />
        </label>
        <label>
          Changed since
          <input type="datetime-local" value={since} onInput={({ currentTarget }) => setSince(currentTarget.value)} />
        </label>
        <button type="submit" class="primary">
          List tasks
        </button>
        <span class="spring" />
        <label>
          Task id
          <input value={id} onInput={({ currentTarget }) => setId(currentTarget.value)} />
        </label>
        <button type="button" disabled={id === ""} onClick={() => void open(id)}>
          Open
        </button>
      </form>
      {error !== "" && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <Scroll label="List of tasks">
        {tasks && tasks.length === 0 && <p class="blank">No task matches.</p>}
        {tasks && tasks.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Task</th>
                <th scope="col">State</th>
                <th scope="col">Changed</th>
                <th scope="col">Context</th>
              </tr>
            </thead>
            <tbody>
              {tasks.map((task) => (
                <tr key={task.id}>
                  <td>
                    <button type="button" class="quiet id" onClick={() => void open(task.id)}>
                      {task.id}
                    </button>
                  </td>
                  <td>
                    <StateChip state={task.status.state} />
                  </td>
                  <td title={task.status.timestamp}>
                    {task.status.timestamp === undefined ? "" : new Date(task.status.timestamp).toLocaleString()}
                  </td>
                  <td>
                    <code class="id">{task.contextId}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {next !== "" && (
          <button type="button" class="quiet" onClick={() => void load(next)}>
            More
          </button>
        )}
      </Scroll>
    </section>
  );
}
