import type { TaskPushNotificationConfig } from "@a2a/types";
import { useState } from "preact/hooks";
import { Empty, NoAgent } from "../parts/empty.tsx";
import { Failure } from "../parts/failure.tsx";
import { JsonBlock } from "../parts/json-view.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { ShortId } from "../parts/short-id.tsx";
import { api } from "../state/api.ts";
import { connected, host, seen, shownLog } from "../state/store.ts";

/** Webhooks of a task, and the deliveries to the receiver of this page. */
export function Push() {
  const log = shownLog.value;
  const { model } = seen.value;
  const receiver = host.value?.receiver ?? "";
  const [taskId, setTaskId] = useState<string | undefined>(undefined);
  const [url, setUrl] = useState(receiver);
  const [configs, setConfigs] = useState<readonly TaskPushNotificationConfig[] | undefined>(undefined);
  const [error, setError] = useState("");
  const id = taskId ?? log?.id ?? "";
  const act = async (work: () => Promise<readonly TaskPushNotificationConfig[]>) => {
    setError("");
    try {
      setConfigs(await work());
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  const agent = connected.value;
  const on = agent ? { connection: agent.connection } : {};
  const list = () => api.call<TaskPushNotificationConfig[]>("listTaskPushNotificationConfigs", { taskId: id }, on);
  // Some agents of old protocol versions cannot list webhooks: then those that this page knows of are shown.
  const known = configs ?? [];
  const register = async () => {
    const config = { taskId: id, id: crypto.randomUUID(), url };
    const made = await api.call<TaskPushNotificationConfig>("createTaskPushNotificationConfig", config, on);
    return list().catch(() => [...known, made]);
  };
  const remove = async (config: TaskPushNotificationConfig) => {
    await api.call("deleteTaskPushNotificationConfig", { taskId: id, id: config.id ?? "" }, on);
    return list().catch(() => known.filter((other) => other !== config));
  };
  if (agent === undefined) return <NoAgent />;
  return (
    <div class="split">
      <section class="pane" aria-label="Webhooks">
        <div class="pane-head">
          <h2>Webhooks</h2>
        </div>
        <form
          class="filters column"
          onSubmit={(event) => {
            event.preventDefault();
            void act(register);
          }}
        >
          <label>
            Task id
            <input value={id} onInput={({ currentTarget }) => setTaskId(currentTarget.value)} />
          </label>
          <label>
            URL; the default is the receiver of this page
            <input value={url} onInput={({ currentTarget }) => setUrl(currentTarget.value)} />
          </label>
          <div>
            <button type="submit" class="primary" disabled={id === ""}>
              Register
            </button>{" "}
            <button type="button" disabled={id === ""} onClick={() => void act(list)}>
              List
            </button>
          </div>
        </form>
        <Failure reason={error} />
        <ul class="configs">
          {(configs ?? []).map((config) => (
            <li key={config.id ?? config.url}>
              <code>{config.url}</code>{" "}
              <button
                type="button"
                class="quiet"
                aria-label={`Delete the webhook ${config.url}`}
                onClick={() => void act(() => remove(config))}
              >
                Delete
              </button>
            </li>
          ))}
          {configs?.length === 0 && <li class="muted">The task has no webhooks.</li>}
        </ul>
      </section>
      <section class="pane" aria-label="Deliveries">
        <div class="pane-head">
          <h2>Deliveries</h2>
          <span class="muted">{model.deliveries.length}</span>
        </div>
        <Scroll label="List of deliveries">
          {model.deliveries.length === 0 && (
            <Empty icon="Push" title="No deliveries">
              Register a webhook for a task. Each notification that the agent posts to it appears here.
            </Empty>
          )}
          {model.deliveries.slice(-100).map((delivery, index) => (
            <details key={index} class="delivery">
              <summary>
                <time>{new Date(delivery.at).toLocaleTimeString()}</time>{" "}
                <span class="version">{delivery.version}</span>{" "}
                {delivery.refused === undefined ? (
                  Object.keys(delivery.event ?? {})[0]
                ) : (
                  <span class="error">{delivery.refused}</span>
                )}{" "}
                {delivery.taskId !== undefined && <ShortId id={delivery.taskId} />}
              </summary>
              <JsonBlock value={delivery.event ?? null} label="Delivery" />
            </details>
          ))}
        </Scroll>
      </section>
    </div>
  );
}
