import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "@a2a/types";
import type { Contestant } from "./compare-servers.ts";
import { versionProbes } from "./compare-versions.ts";
import {
  dialect1_0,
  errorCode,
  follow,
  post,
  type RawSend,
  type RawTask,
  readTask,
  resultOf,
  rpc,
  sendParams,
} from "./compare-wire.ts";
import { LINES, type MatrixPeer, MISHAP } from "./matrix/peer.ts";
import { until } from "./until.ts";

/** The result of a probe. */
export interface Verdict {
  /** `undefined` where the question cannot be asked. */
  readonly holds: boolean | undefined;
  readonly because?: string;
}

/** Where a server lives for the time of one question. */
export interface Setting {
  readonly folder: string;
  readonly waitMs: number;
}

/** One question, asked over plain HTTP. */
export interface Probe {
  /** What is asked, so that yes is the answer one would like. */
  readonly title: string;
  ask(contestant: Contestant, peer: MatrixPeer, setting: Setting): Promise<Verdict>;
}

const FORGOTTEN = "the task is gone";

/** Everything that is asked. */
export const probes: readonly Probe[] = [
  ...versionProbes,
  {
    title: "runs a message that is sent twice only once",
    async ask(contestant, peer) {
      const first = await sent(contestant, peer, "tides", { messageId: "m-twice" });
      const second = await sent(contestant, peer, "tides", { messageId: "m-twice" });
      const holds = first.id !== "" && first.id === second.id && second.texts.length === LINES.length;
      return holds ? { holds } : { holds, because: "there are two tasks" };
    },
  },
  {
    title: "resumes an interrupted stream with the next event (`Last-Event-ID`)",
    async ask(contestant, peer) {
      const [first, ...rest] = LINES;
      const cut = await readStream(contestant, peer, "steps", ({ texts }) => texts.includes(first));
      peer.release();
      await until(async () => (await called(contestant, peer, "get", cut.taskId)).texts.length === 2);
      await until(() => peer.holding() === 1);
      const resumed = await resume(contestant, peer, cut, () => peer.release());
      const updates = resumed.filter(({ isUpdate }) => isUpdate).flatMap(({ texts }) => texts);
      const holds = updates.join("|") === rest.join("|");
      return holds ? { holds } : { holds, because: "it sends a snapshot and later events" };
    },
  },
  {
    title: "replays missed events to a new subscriber, even after the task has ended",
    async ask(contestant, peer) {
      const cut = await readStream(contestant, peer, "hold", ({ state }) => state === "working");
      await until(() => peer.holding() === 1);
      peer.release();
      await untilState(contestant, peer, cut.taskId, "completed");
      const resumed = await resume(contestant, peer, cut);
      const all = resumed.flatMap((event) => event.texts).join("|") === LINES.join("|");
      const holds = all && resumed.at(-1)?.state === "completed";
      return holds ? { holds } : { holds, because: "it refuses the subscription" };
    },
  },
  {
    title: "aborts the agent when its task is canceled",
    async ask(contestant, peer, { waitMs }) {
      const { id } = await held(contestant, peer);
      await called(contestant, peer, "cancel", id);
      try {
        await until(() => peer.holding() === 0, waitMs);
        await untilState(contestant, peer, id, "canceled", waitMs);
        return { holds: true };
      } catch {
        return { holds: false, because: "the agent keeps running" };
      }
    },
  },
  {
    title: "keeps tasks across a restart",
    async ask(contestant, peer, { folder }) {
      const { id } = await sent(contestant, peer, "tides");
      await peer[Symbol.asyncDispose]();
      await using again = await contestant.open(folder);
      const task = await called(contestant, again, "get", id);
      const holds = task.state === "completed" && task.texts.join("") === LINES.join("");
      return holds ? { holds } : { holds, because: FORGOTTEN };
    },
  },
  {
    title: "keeps pending questions across a restart",
    async ask(contestant, peer, { folder }) {
      const { id, state } = await sent(contestant, peer, "ask");
      await peer[Symbol.asyncDispose]();
      await using again = await contestant.open(folder);
      const answered = await sent(contestant, again, "Kiel", { taskId: id });
      const holds = state === "input-required" && answered.texts.join("") === "tides of Kiel";
      return holds ? { holds } : { holds, because: FORGOTTEN };
    },
  },
  {
    title: "lists tasks page by page, newest first, each once",
    async ask(contestant, peer) {
      if (contestant.speaks !== dialect1_0) return { holds: undefined, because: "0.3 cannot list tasks over JSON-RPC" };
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push((await sent(contestant, peer, "tides")).id);
      const listed: string[] = [];
      let pageToken = "";
      do {
        const params = { pageSize: 2, ...(pageToken && { pageToken }) };
        const { json } = await post(peer.url + contestant.rpc, rpc("ListTasks", params), contestant.speaks.headers);
        const { tasks = [], nextPageToken = "" } = resultOf(json);
        for (const task of Array.isArray(tasks) ? tasks : []) if (isJsonObject(task)) listed.push(String(task.id));
        pageToken = String(nextPageToken);
      } while (pageToken !== "" && listed.length < 20);
      const holds = listed.join() === ids.reverse().join();
      return holds ? { holds } : { holds, because: "the order or the pages differ" };
    },
  },
  {
    title: "refuses webhooks to addresses that are not public",
    async ask(contestant, peer) {
      const { methods, headers } = contestant.speaks;
      // An address for documentation, which nobody has.
      const body = rpc(methods.send, sendParams(contestant.speaks, "tides", { hook: "https://192.0.2.1/hook" }));
      const answer = await post(peer.url + contestant.rpc, body, headers);
      return errorCode(answer) === undefined ? { holds: false, because: "it accepted 192.0.2.1" } : { holds: true };
    },
  },
  {
    title: "refuses requests with a foreign `Host` on loopback (DNS rebinding)",
    async ask(contestant, peer) {
      const { methods, headers } = contestant.speaks;
      const body = rpc(methods.send, sendParams(contestant.speaks, "tides"));
      const answer = await post(peer.url + contestant.rpc, body, { ...headers, Host: "elsewhere.example" });
      const holds = readTask(resultOf(answer.json)).id === "";
      return holds ? { holds } : { holds, because: "it answers" };
    },
  },
  {
    title: "hides the text of an agent's exception from callers",
    async ask(contestant, peer) {
      const { methods, headers } = contestant.speaks;
      const body = rpc(methods.send, sendParams(contestant.speaks, "throw"));
      const { text } = await post(peer.url + contestant.rpc, body, headers);
      const holds = !text.includes(MISHAP);
      return holds ? { holds } : { holds, because: "the caller sees it" };
    },
  },
];

/** Asks one server one question, in a folder of its own. */
export async function askOne(probe: Probe, contestant: Contestant, waitMs = 10_000): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "a2a-compare-"));
  try {
    await using peer = await contestant.open(folder);
    return await probe.ask(contestant, peer, { folder, waitMs });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sent(contestant: Contestant, peer: MatrixPeer, text: string, options?: RawSend): Promise<RawTask> {
  const { methods, headers } = contestant.speaks;
  const params = sendParams(contestant.speaks, text, options);
  const { json } = await post(peer.url + contestant.rpc, rpc(methods.send, params), headers);
  return readTask(resultOf(json));
}

/** A task that the agent is at work on until it is released. */
async function held(contestant: Contestant, peer: MatrixPeer): Promise<RawTask> {
  const task = await sent(contestant, peer, "hold", { atOnce: true });
  await until(() => peer.holding() === 1);
  await untilState(contestant, peer, task.id, "working");
  return task;
}

async function called(
  contestant: Contestant,
  peer: MatrixPeer,
  method: "get" | "cancel",
  id: string,
): Promise<RawTask> {
  const { methods, headers } = contestant.speaks;
  const { json } = await post(peer.url + contestant.rpc, rpc(methods[method], { id }), headers);
  return readTask(resultOf(json));
}

async function untilState(
  contestant: Contestant,
  peer: MatrixPeer,
  id: string,
  state: string | RegExp,
  waitMs?: number,
): Promise<void> {
  await until(async () => {
    const found = (await called(contestant, peer, "get", id)).state;
    return typeof state === "string" ? found === state : state.test(found);
  }, waitMs);
}

interface Cut {
  readonly taskId: string;
  readonly lastId: string | undefined;
}

/** Reads a stream until something is seen, and leaves. */
async function readStream(
  contestant: Contestant,
  peer: MatrixPeer,
  text: string,
  enough: (event: RawTask) => boolean,
): Promise<Cut> {
  const { methods, headers } = contestant.speaks;
  const body = rpc(methods.stream, sendParams(contestant.speaks, text));
  let taskId = "";
  let lastId: string | undefined;
  for await (const { id, result } of follow(peer.url + contestant.rpc, body, headers)) {
    const event = readTask(result);
    taskId ||= event.id;
    lastId = id ?? lastId;
    if (enough(event)) break;
  }
  return { taskId, lastId };
}

/** Resumes a stream where it was cut, and reads it to its end; nothing if it cannot be resumed. */
async function resume(
  contestant: Contestant,
  peer: MatrixPeer,
  { taskId, lastId }: Cut,
  onFirst: () => void = () => undefined,
): Promise<RawTask[]> {
  const { methods, headers } = contestant.speaks;
  const from = lastId === undefined ? {} : { "Last-Event-ID": lastId };
  const stream = follow(peer.url + contestant.rpc, rpc(methods.resume, { id: taskId }), { ...headers, ...from });
  const events: RawTask[] = [];
  for await (const { result } of stream) {
    if (events.length === 0) onFirst();
    events.push(readTask(result));
  }
  return events;
}
