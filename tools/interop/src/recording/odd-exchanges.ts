import type { AgentClient } from "@a2a/client";
import { createMessage, type SendMessageResponse } from "@a2a/types";
import type { OfferedInterface } from "../sdks/sdk.ts";
import type { WireExchange } from "./recorder.ts";

/** An exchange with an SDK whose answer is not the one that the specification leads to expect. */
export interface OddExchange extends OfferedInterface {
  /** The SDK, by the beginning of its name. */
  readonly sdk: string;
  /** The subject that names the file. */
  readonly name: string;
  /** Makes the SDK give the answer; whether the call succeeds does not matter. */
  readonly call: (client: AgentClient) => Promise<unknown>;
  /** Which of the exchanges it is. */
  readonly isWanted: (exchange: WireExchange) => boolean;
}

const hasStatus =
  (status: number) =>
  ({ answer }: WireExchange): boolean =>
    answer.status === status;
const calls =
  (method: string) =>
  ({ request }: WireExchange): boolean =>
    request.body.includes(`"method":"${method}"`);

/** The odd exchanges that tests are fed with. */
export const oddExchanges: readonly OddExchange[] = [
  {
    sdk: "a2a-java 1.2",
    name: "media-type-refused",
    version: "1.0",
    binding: "HTTP+JSON",
    call: (client) => client.send("tides"),
    isWanted: hasStatus(415),
  },
  {
    sdk: "a2a-java 0.3",
    name: "unknown-task",
    version: "0.3",
    binding: "HTTP+JSON",
    call: (client) => client.getTask("unknown-task"),
    isWanted: hasStatus(404),
  },
  {
    sdk: "a2a-java 0.3",
    name: "cancel-finished-task",
    version: "0.3",
    binding: "HTTP+JSON",
    call: cancelFinished,
    isWanted: hasStatus(409),
  },
  {
    sdk: "a2a-java 0.3",
    name: "file-name-refused",
    version: "0.3",
    binding: "HTTP+JSON",
    call: (client) => {
      const file = { url: "https://files.example/chart.png", filename: "chart.png", mediaType: "image/png" };
      return client.send({ ...createMessage("echo"), parts: [{ text: "echo" }, file] });
    },
    isWanted: ({ request, answer }) => request.body.includes('"name"') && answer.status >= 400,
  },
  {
    sdk: "@a2a-js/sdk 0.3",
    name: "subscribe-to-unknown-task",
    version: "0.3",
    binding: "HTTP+JSON",
    call: (client) => client.subscribe("unknown-task").next(),
    isWanted: hasStatus(500),
  },
  {
    sdk: "a2a-sdk (Python) 0.3",
    name: "subscribe-by-post",
    version: "0.3",
    binding: "HTTP+JSON",
    call: (client) => client.subscribe("unknown-task").next(),
    isWanted: hasStatus(405),
  },
  {
    sdk: "a2a-sdk (Python) 0.3",
    name: "unknown-task",
    version: "0.3",
    binding: "HTTP+JSON",
    call: (client) => client.getTask("unknown-task"),
    isWanted: hasStatus(404),
  },
  {
    sdk: "a2a-go 2.4",
    name: "empty-list",
    version: "1.0",
    binding: "JSONRPC",
    call: (client) => client.listTasks({ contextId: "unknown-context" }),
    isWanted: calls("ListTasks"),
  },
  {
    sdk: "a2a-server",
    name: "stream-of-requests",
    version: "0.1",
    binding: "JSONRPC",
    call: (client) => collect(client.stream("slow")),
    isWanted: calls("tasks/sendSubscribe"),
  },
  {
    sdk: "a2a-server",
    name: "stream-answered-once",
    version: "0.1",
    binding: "JSONRPC",
    // The URL in the card streams, and the one below it does not.
    call: (client) => {
      const message = { role: "user", parts: [{ type: "text", text: "tides" }] };
      const params = { id: "t-once", sessionId: "s-once", message };
      return post(`${client.describe().url}/rpc`, "tasks/sendSubscribe", params);
    },
    isWanted: calls("tasks/sendSubscribe"),
  },
  {
    sdk: "python-a2a",
    name: "message-instead-of-answer",
    version: "0.1",
    binding: "JSONRPC",
    // The URL in the card takes messages without an envelope.
    call: (client) => {
      const message = { kind: "message", role: "user", messageId: "m-1", parts: [{ kind: "text", text: "tides" }] };
      return post(client.describe().url, "message/send", { message });
    },
    isWanted: hasStatus(500),
  },
  {
    sdk: "fasta2a",
    name: "configuration-without-modes",
    version: "0.3",
    binding: "JSONRPC",
    call: (client) => {
      const message = { kind: "message", role: "user", messageId: "m-1", parts: [{ kind: "text", text: "tides" }] };
      return post(client.describe().url, "message/send", { message, configuration: { blocking: false } });
    },
    isWanted: hasStatus(500),
  },
  {
    sdk: "a2a-server",
    name: "resubscription-without-result",
    version: "0.1",
    binding: "JSONRPC",
    call: async (client) => {
      const id = taskIdOf(await client.send("tides"));
      await collect(client.subscribe(id));
    },
    isWanted: calls("tasks/resubscribe"),
  },
  {
    sdk: "a2a-server",
    name: "cancellation-without-result",
    version: "0.1",
    binding: "JSONRPC",
    call: async (client) => client.cancelTask(taskIdOf(await client.send("hold", { awaitTask: false }))),
    isWanted: calls("tasks/cancel"),
  },
  {
    sdk: "a2a-server",
    name: "cancel-finished-task",
    version: "0.1",
    binding: "JSONRPC",
    call: cancelFinished,
    isWanted: calls("tasks/cancel"),
  },
  {
    sdk: "a2a-server",
    name: "unknown-task",
    version: "0.1",
    binding: "JSONRPC",
    call: (client) => client.getTask("unknown-task"),
    isWanted: calls("tasks/get"),
  },
];

/** Makes a call that our client would write otherwise. */
function post(url: string, method: string, params: object): Promise<unknown> {
  const headers = { "Content-Type": "application/json", Accept: "text/event-stream, application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: "1", method, params }) });
}

async function collect(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

function taskIdOf(answer: SendMessageResponse): string {
  return "task" in answer ? answer.task.id : "";
}

async function cancelFinished(client: AgentClient): Promise<void> {
  await client.cancelTask(taskIdOf(await client.send("tides")));
}
