import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { buildCard } from "@a2a/card";
import { type ClientOptions, createClient, type EndpointClient, jsonRpc } from "@a2a/client/core";
import { httpJson } from "@a2a/client/http-json";
import { bearer } from "@a2a/server";
import { extractText, foldEvents, type StreamResponse, type Task } from "@a2a/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveHarbour } from "../src/matrix/our-server.ts";
import { LINES, type MatrixPeer } from "../src/matrix/peer.ts";
import { until } from "../src/until.ts";

/** The versions and bindings, and the operations each lacks. */
const spoken: [string, Pick<ClientOptions, "codec" | "binding">, readonly string[]][] = [
  ["1.0 over JSON-RPC", { codec: v1_0 }, []],
  ["1.0 over HTTP+JSON", { codec: v1_0, binding: httpJson }, []],
  ["0.3 over JSON-RPC", { codec: v0_3, binding: jsonRpc }, ["listTasks"]],
  ["0.3 over HTTP+JSON", { codec: v0_3, binding: httpJson }, []],
  ["0.2 over JSON-RPC", { codec: v0_2 }, ["listTasks", "extendedCard"]],
  ["0.1 over JSON-RPC", { codec: v0_1 }, ["listTasks", "deletePushConfig", "extendedCard"]],
];

let peer: MatrixPeer;
beforeAll(async () => {
  peer = await serveHarbour({
    store: "memory",
    auth: [bearer({ tokens: { "t-77": "ann" } })],
    extendedCard: buildCard({ name: "Harbour, from inside", url: "https://harbour.example/a2a" }),
    webhooks: { egress: { allowPrivate: true, allowHttp: true } },
  });
});
afterAll(() => peer[Symbol.asyncDispose]());

const open = (how: Pick<ClientOptions, "codec" | "binding">) =>
  createClient(`${peer.url}/a2a`, { ...how, headers: { Authorization: "Bearer t-77" } });

async function collect(events: AsyncIterable<StreamResponse>): Promise<StreamResponse[]> {
  const all: StreamResponse[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** A task that runs until it is released. */
async function started(client: EndpointClient): Promise<{ task: Task; rest: AsyncGenerator<StreamResponse> }> {
  const rest = client.stream("hold");
  let task: Task | undefined;
  while (task?.status.state !== "TASK_STATE_WORKING") {
    const { value } = await rest.next();
    task = foldEvents(task ? [{ task }, value as StreamResponse] : [value as StreamResponse]);
  }
  return { task, rest };
}

describe.each(spoken)("the smallest client speaks %s with our server", (_, how, missing) => {
  const lacks = async (call: Promise<unknown>) =>
    expect(await call.catch((error: unknown) => error)).toMatchObject({ code: "UNSUPPORTED_OPERATION" });

  it("sends, and reads the task", async () => {
    const client = open(how);
    const answer = await client.send("tides");
    const task = "task" in answer ? answer.task : undefined;
    expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
    const read = await client.getTask(task?.id ?? "", { historyLength: 1 });
    expect(read.id).toBe(task?.id);
    expect(extractText(read)).toBe(LINES.join("\n"));
  });

  it("streams to the end", async () => {
    const ids: string[] = [];
    const events = await collect(open(how).stream("tides", { onEventId: (id) => ids.push(id) }));
    const task = foldEvents(events);
    expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
    expect(extractText(task as Task)).toBe(LINES.join("\n"));
    expect(ids.length).toBeGreaterThan(1);
    expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((a, b) => a - b));
  });

  it("subscribes to a task, from the event it names", async () => {
    const client = open(how);
    const { task, rest } = await started(client);
    await rest.return(undefined);
    let lastEventId = "";
    for await (const _event of client.subscribe(task.id, { onEventId: (id) => (lastEventId = id) })) break;
    const missed = collect(client.subscribe(task.id, { lastEventId }));
    peer.release();
    const chunks = (await missed).flatMap((event) =>
      "artifactUpdate" in event ? event.artifactUpdate.artifact.parts : [],
    );
    expect(chunks.map((part) => ("text" in part ? part.text : ""))).toEqual([...LINES]);
    expect((await client.getTask(task.id)).status.state).toBe("TASK_STATE_COMPLETED");
  });

  it("cancels", async () => {
    const client = open(how);
    const { task, rest } = await started(client);
    expect((await client.cancelTask(task.id)).id).toBe(task.id);
    await collect(rest);
    await until(async () => (await client.getTask(task.id)).status.state === "TASK_STATE_CANCELED");
    const done = await client.send("tides");
    const finished = client.cancelTask("task" in done ? done.task.id : "");
    await expect(finished).rejects.toMatchObject({ name: "A2AError", code: "TASK_NOT_CANCELABLE" });
  });

  it("lists tasks if the protocol version supports it", async () => {
    const client = open(how);
    if (missing.includes("listTasks")) return lacks(client.listTasks());
    await client.send("tides");
    await client.send("tides");
    const page = await client.listTasks({ pageSize: 1 });
    expect(page.tasks).toHaveLength(1);
    expect(page.totalSize).toBeGreaterThan(1);
    const all: string[] = [];
    for await (const task of client.tasks({ pageSize: 2 })) all.push(task.id);
    expect(new Set(all).size).toBe(page.totalSize);
  });

  it("registers, reads and removes webhooks as far as the protocol version supports it", async () => {
    const client = open(how);
    const { task, rest } = await started(client);
    const url = "http://127.0.0.1:9/hook";
    const config = await client.createPushConfig({ taskId: task.id, url, token: "tok" });
    expect(config.url).toBe(url);
    const id = config.id ?? "";
    expect((await client.getPushConfig(task.id, id)).url).toBe(url);
    expect((await client.listPushConfigs(task.id)).map((entry) => entry.url)).toEqual([url]);
    const deleting = client.deletePushConfig(task.id, id);
    if (missing.includes("deletePushConfig")) await lacks(deleting);
    else expect(await deleting.then(() => client.listPushConfigs(task.id))).toEqual([]);
    peer.release();
    await collect(rest);
  });

  it("reads the extended card if the protocol version has one", async () => {
    const client = open(how);
    if (missing.includes("extendedCard")) return lacks(client.extendedCard());
    expect(await client.extendedCard()).toMatchObject({ name: "Harbour, from inside" });
  });

  it("maps the agent's errors", async () => {
    await expect(open(how).getTask("no-such-task")).rejects.toMatchObject({
      name: "A2AError",
      code: "TASK_NOT_FOUND",
    });
    const stranger = createClient(`${peer.url}/a2a`, how);
    await expect(stranger.send("tides")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(stranger.stream("tides").next()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});
