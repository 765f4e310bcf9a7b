import { mkdirSync, writeFileSync } from "node:fs";
import { isEventStream } from "@a2a/bridge";
import { decodeSse } from "@a2a/bridge/sse";
import { type AgentClient, connect, type FollowedEvent } from "@a2a/client";
import { isJsonObject, type JsonObject } from "@a2a/types";
import { knownFailure } from "../sdks/failures/known-failures.ts";
import { AgentProcess, freePort } from "../sdks/process.ts";
import type { OfferedInterface, Sdk } from "../sdks/sdk.ts";
import { build } from "../sdks/try-sdk.ts";
import { until } from "../until.ts";
import { oddExchanges } from "./odd-exchanges.ts";
import { type Recorder, serveRecorder, type WireExchange } from "./recorder.ts";

const STREAMS = new URL("../../../../packages/client/test/recordings/", import.meta.url);
const EXCHANGES = new URL("../../../test-kit/exchanges/", import.meta.url);

/** Records streams and odd exchanges of an SDK as files that tests replay. Returns the names of the files. */
export async function recordSdk(sdk: Sdk): Promise<string[]> {
  if (sdk.agent === undefined) return [];
  const folder = await build(sdk);
  const port = await freePort();
  await using agent = new AgentProcess(sdk.agent(folder, port), folder, port);
  await agent.start();
  const files: string[] = [];
  for (const offer of sdk.offers ?? []) {
    const section = { sdk: sdk.name, caller: "ours", ...offer, outcomes: [] } as const;
    if (!sdk.unstreamed && !knownFailure(section, "stream")) files.push(await recordStream(sdk, agent.url, offer));
    for (const odd of oddExchanges) {
      if (!sdk.name.startsWith(odd.sdk) || odd.version !== offer.version || odd.binding !== offer.binding) continue;
      await using recorder = await serveRecorder(agent.url);
      await using client = await connectThrough(recorder, agent.url, offer);
      await odd.call(client).catch(() => undefined);
      const exchange = await found(recorder, odd.isWanted, `${sdk.name}: ${odd.name}`);
      files.push(
        write(EXCHANGES, `${slug(sdk.name)}-${odd.name}`, { peer: sdk.name, ...offer, ...readable(exchange) }),
      );
    }
  }
  return files;
}

/** Records a stream from its beginning to its end, the task after it, and how a reader that comes later is met. */
async function recordStream(sdk: Sdk, url: string, offer: OfferedInterface): Promise<string> {
  await using recorder = await serveRecorder(url);
  await using client = await connectThrough(recorder, url, offer);
  const id = await follow(client.stream("slow"));
  const events = await eventsIn(await found(recorder, isStream, `${sdk.name}: a stream`));
  const count = recorder.exchanges.length;
  await client.getTask(id, { historyLength: 10 });
  const read = JSON.parse(recorder.exchanges[count]?.answer.body ?? "null");
  await followLater(client);
  const resumption = await found(recorder, isResumption, `${sdk.name}: a stream of a later reader`);
  const [first] = await eventsIn(resumption);
  const name = `${slug(sdk.name)}-${offer.version}-${slug(offer.binding)}`;
  return write(STREAMS, name, {
    peer: sdk.name,
    ...offer,
    snapshot: first !== undefined && isTask(first.data),
    ...(first?.id !== undefined && first.id === events[0]?.id && { renumbers: true }),
    events,
    task: read.result ?? read,
  });
}

/** Follows a task to its end, and returns its id. */
async function follow(events: AsyncIterable<FollowedEvent>): Promise<string> {
  let id = "";
  for await (const event of events) if ("task" in event) id = event.task.id;
  return id;
}

/** Subscribes to a task that is at work. */
async function followLater(client: AgentClient): Promise<void> {
  const events = client.stream("slow");
  let seen = 0;
  let later: Promise<unknown> | undefined;
  for await (const event of events) {
    if (!("artifactUpdate" in event) || ++seen !== 2) continue;
    later = follow(client.subscribe(event.artifactUpdate.taskId)).catch(() => undefined);
  }
  await later;
}

async function connectThrough(recorder: Recorder, url: string, offer: OfferedInterface): Promise<AgentClient> {
  const options = { versions: [offer.version], bindings: [offer.binding], pollIntervalMs: 20 };
  await using direct = await connect(url, { ...options, memory: new Map() });
  // The card names the agent's own URL, so the interface is given by hand.
  const supportedInterfaces = [
    {
      url: direct.describe().url.replace(url, recorder.url),
      protocolBinding: offer.binding,
      protocolVersion: offer.version,
    },
  ];
  return connect({ ...direct.card, supportedInterfaces }, { ...options, memory: new Map() });
}

/** The last exchange of a kind; the recorder may still be at it. */
async function found(
  { exchanges }: Recorder,
  isWanted: (exchange: WireExchange) => boolean,
  what: string,
): Promise<WireExchange> {
  await until(() => exchanges.some(isWanted), 5_000).catch(() => {
    throw new Error(`${what} was not recorded`);
  });
  return exchanges.findLast(isWanted) as WireExchange; // there is one
}

function isStream({ answer: { status, contentType } }: WireExchange): boolean {
  return status === 200 && isEventStream(contentType);
}

function isResumption(exchange: WireExchange): boolean {
  const { path, body } = exchange.request;
  return (
    isStream(exchange) && (/:subscribe$/.test(path) || /"method":"(tasks\/resubscribe|SubscribeToTask)"/.test(body))
  );
}

async function eventsIn({ answer }: WireExchange): Promise<{ id?: string; data: JsonObject }[]> {
  const events: { id?: string; data: JsonObject }[] = [];
  for await (const { id, data } of decodeSse(ReadableStream.from([answer.body]))) {
    events.push({ ...(id !== undefined && { id }), data: JSON.parse(data) });
  }
  return events;
}

/** Whether a frame of any protocol version shows a whole task. */
function isTask({ result, ...frame }: JsonObject): boolean {
  const shown = isJsonObject(result) ? result : frame;
  return "task" in shown || shown.kind === "task";
}

function readable({ request, answer }: WireExchange): object {
  return { request: { ...request, body: parsed(request.body) }, answer: { ...answer, body: parsed(answer.body) } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function write(folder: URL, name: string, content: object): string {
  mkdirSync(folder, { recursive: true });
  const file = `${name}.json`;
  writeFileSync(new URL(file, folder), `${JSON.stringify(content, undefined, 2)}\n`);
  return file;
}
