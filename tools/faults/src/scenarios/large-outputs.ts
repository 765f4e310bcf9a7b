import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "@a2a/types";
import { callAs, textMessage } from "../attacker.ts";
import { namedFor, type Scenario, setStage } from "../scenario.ts";
import type { Store } from "../victim/storage.ts";

const CALLER = "token-load";
const TASKS = 10;
const MEGABYTES = 20;
const DEADLINE_MS = 120_000;

/** Small requests to an agent that writes much: none of it may be lost, and the heap of a small container must do. */
export const largeOutputs = (store: Store): Scenario => ({
  name: namedFor({ kind: "server", store }, "large outputs"),
  async run() {
    await using stage = await setStage({}, { kind: "server", store });
    const { url } = stage;
    const text = `hang:${MEGABYTES}`;
    const ids = new Set<string>();
    for (let n = 0; n < TASKS; n++) {
      const params = textMessage(text, { returnImmediately: true });
      const { result } = await callAs(CALLER, url, "SendMessage", params).catch(() => ({}) as JsonObject);
      const id = (result as { task?: { id: string } } | undefined)?.task?.id;
      if (id !== undefined) ids.add(id);
    }
    const whole = new Set<string>();
    for (const started = performance.now(); performance.now() - started < DEADLINE_MS; await delay(200)) {
      for (const id of ids) if (!whole.has(id) && (await artifactsOf(url, id)) === MEGABYTES) whole.add(id);
      if (whole.size === ids.size) break;
    }
    const { growth, p99, calls, failed, problems } = await stage.measure();
    return {
      sent: `${TASKS} requests for ${MEGABYTES} MB each, all running`,
      growth,
      p99,
      calls,
      failed,
      note: `${whole.size} of ${ids.size} tasks have all of it`,
      problems: [
        ...problems,
        ...(ids.size < TASKS ? [`only ${ids.size} of ${TASKS} tasks were accepted`] : []),
        ...(whole.size < ids.size ? [`${ids.size - whole.size} tasks are short`] : []),
      ],
    };
  },
});

/** How many whole artifacts a task has. */
async function artifactsOf(url: string, id: string): Promise<number> {
  const { result } = await callAs(CALLER, url, "GetTask", { id }).catch(() => ({}) as JsonObject);
  const { artifacts = [] } = (result ?? {}) as { artifacts?: { parts: { text: string }[] }[] };
  return artifacts.filter(({ parts }) => parts[0]?.text.length === 1_000_000).length;
}
