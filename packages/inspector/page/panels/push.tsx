import type { TaskPushNotificationConfig } from "@a2a/types";
import { useState } from "preact/hooks";
import { JsonView } from "../parts/json-view.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { api } from "../state/api.ts";
import { host, seen, shownLog } from "../state/store.ts";

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
  const act = async (work: () => Promise<unknown>) => {
    setError("");
    try {
      await work();
      setConfigs(await api.call<TaskPushNotificationConfig[]>("listTaskPushNotificationConfigs", { taskId: id }));
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  if (model.connected === undefined) return <p class="blank">Connect to an agent first.</p>;
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
            void act(() => api.call("createTaskPushNotificationConfig", { taskId: id, id: crypto.randomUUID(), url }));
          }}
        >
          <label>
            Task id
            <input value={id} onInput={({ currentTarget }) => setTaskId(currentTarget.value)} />
          </label>
          <label>
            URL, by default the receiver of this page
            <input value={url} onInput={({ currentTarget }) => setUrl(currentTarget.value)} />
          </label>
          <div>
            <button type="submit" class="primary" disabled={id === ""}>
              Register
            </button>{" "}
            <button type="button" disabled={id === ""} onClick={() => void act(async () => {})}>
              List
            </button>
          </div>
        </form>
        {error !== "" && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <ul class="configs">
          {(configs ?? []).map((config) => (
            <li key={config.id ?? config.url}>
              <code>{config.url}</code>{" "}
              <button
                type="button"
                class="quiet"
                aria-label={`Delete the webhook ${config.url}`}
                onClick={() =>
                  void act(() => api.call("deleteTaskPushNotificationConfig", { taskId: id, id: config.id ?? "" }))
                }
              >
                Delete
              </button>
            </li>
          ))}
          {configs?.length === 0 && <li class="muted">none</li>}
        </ul>
      </section>
      <section class="pane" aria-label="Deliveries">
        <div class="pane-head">
          <h2>Deliveries</h2>
          <span class="muted">{model.deliveries.length}</span>
        </div>
        <Scroll label="List of deliveries">
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
                <code class="id">{delivery.taskId ?? ""}</code>
              </summary>
              <div class="part-json">
                <JsonView value={delivery.event ?? null} label="Delivery" />
              </div>
            </details>
          ))}
        </Scroll>
      </section>
    </div>
  );
}
