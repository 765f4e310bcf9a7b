import type { VersionCodec } from "@a2a/bridge";
import { decodeRpcCall, decodeRpcEvents, readRpcRequest, rpcResult } from "@a2a/bridge/json-rpc";
import { decodeSse, sseEvent } from "@a2a/bridge/sse";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import type { JsonValue, Message, Part, SendMessageRequest, StreamResponse, Task } from "@a2a/types";
import type { Benchmark, Contestant, Figures, Target } from "../benchmark.ts";

/** One thing to do with a document, plainly and by the bridge. */
interface Measured {
  figure: string;
  operations: number;
  plain: () => unknown;
  bridge: () => unknown;
}

const parts: Part[] = [
  { text: "Compare the attached berth plan with that of last year and tell me what changed. ".repeat(3) },
  { raw: "AAECAwQFBgcICQoL".repeat(30), filename: "plan.pdf", mediaType: "application/pdf" },
  { url: "https://files.example/berths.csv", filename: "berths.csv", mediaType: "text/csv" },
  {
    data: { quarter: 4, piers: ["north", "south"], fees: { amount: 120_000, currency: "EUR" } },
    metadata: { by: "office" },
  },
];

function message(number: number): Message {
  return {
    messageId: `0192f0c1-0000-7000-8000-00000000000${number}`,
    contextId: "0192f0c1-1111-7000-8000-000000000001",
    taskId: "0192f0c1-2222-7000-8000-000000000001",
    role: number % 2 === 0 ? "ROLE_USER" : "ROLE_AGENT",
    parts:
      number === 0 ? parts : [{ text: "Which currency should the fees be in, and which piers matter most to you?" }],
    metadata: { trace: "4bf92f3577b34da6a3ce929d0e0e4736" },
  };
}

const request: SendMessageRequest = {
  message: message(0),
  configuration: {
    acceptedOutputModes: ["text/plain", "application/json"],
    historyLength: 10,
    returnImmediately: true,
  },
  metadata: { locale: "de-DE" },
};

const task: Task = {
  id: "0192f0c1-2222-7000-8000-000000000001",
  contextId: "0192f0c1-1111-7000-8000-000000000001",
  status: { state: "TASK_STATE_COMPLETED", message: message(1), timestamp: "2026-04-02T06:30:00.125Z" },
  history: [0, 1, 2, 3, 4, 5].map(message),
  artifacts: [0, 1, 2].map((number) => ({
    artifactId: `artifact-${number}`,
    name: "plan",
    description: "What changed",
    parts: [
      { text: "Two berths were added at the north pier. ".repeat(10) },
      { text: "Fees fell." },
      ...parts.slice(3),
    ],
  })),
  metadata: { model: "m-3" },
};

const events: StreamResponse[] = Array.from({ length: 100 }, (_, number) => ({
  artifactUpdate: {
    taskId: task.id,
    contextId: "0192f0c1-1111-7000-8000-000000000001",
    artifact: { artifactId: "text", parts: [{ text: `${number} `.padEnd(64, "x") }] },
    append: number > 0,
  },
}));

/** Reading and writing a request and a task in one protocol version. */
function documents(codec: VersionCodec): Measured[] {
  const { sendMessage: send, getTask: get } = codec.operations;
  if (!send || !get) throw new Error("every protocol version sends and reads");
  const wires = { request: send.encodeInput(request), task: get.encodeOutput(task) };
  const envelope = JSON.stringify({ jsonrpc: "2.0", id: 1, method: send.rpcMethod, params: wires.request });
  const text = JSON.stringify(wires.task);
  // What is written plainly is a copy made by a parser, as the objects of an application are not.
  const copies = JSON.parse(JSON.stringify(wires)) as typeof wires;
  const { version } = codec;
  return [
    {
      figure: `decode ${version} request`,
      operations: 2_000,
      plain: () => JSON.parse(envelope),
      bridge: () => decodeRpcCall(readRpcRequest(envelope), codec),
    },
    {
      figure: `encode ${version} request`,
      operations: 4_000,
      plain: () => JSON.stringify(copies.request),
      bridge: () => JSON.stringify(send.encodeInput(request)),
    },
    {
      figure: `decode ${version} task`,
      operations: 600,
      plain: () => JSON.parse(text),
      bridge: () => get.decodeOutput(JSON.parse(text) as JsonValue),
    },
    {
      figure: `encode ${version} task`,
      operations: 1_000,
      plain: () => JSON.stringify(copies.task),
      bridge: () => JSON.stringify(get.encodeOutput(task)),
    },
  ];
}

/** Writing and reading a stream of a hundred chunks, which arrive in pieces of a kilobyte. */
function streams(): Measured[] {
  const encoder = v1_0.operations.sendStreamingMessage?.encoder();
  if (!encoder) throw new Error("1.0 streams");
  const frame = (event: StreamResponse) => `data: {"jsonrpc":"2.0","id":1,"result":${JSON.stringify(event)}}\n\n`;
  const body = new TextEncoder().encode(events.map(frame).join(""));
  const pieces = Array.from({ length: Math.ceil(body.length / 1024) }, (_, index) =>
    body.subarray(index * 1024, (index + 1) * 1024),
  );
  async function* arriving() {
    yield* pieces;
  }
  return [
    {
      figure: "write a stream",
      operations: 100,
      plain: () => events.map(frame).join(""),
      bridge: () =>
        events
          .flatMap((event, id) => encoder.push(event).map((json) => sseEvent(rpcResult(1, JSON.stringify(json)), id)))
          .join(""),
    },
    {
      figure: "read a stream",
      operations: 60,
      plain: async () => {
        const decoder = new TextDecoder();
        let text = "";
        for await (const piece of arriving()) text += decoder.decode(piece, { stream: true });
        return text.split("\n\n").map((block) => block && JSON.parse(block.slice("data: ".length)));
      },
      bridge: async () => {
        let count = 0;
        const received = decodeRpcEvents("sendStreamingMessage", decodeSse(arriving()), v1_0, { id: 1 });
        for await (const _ of received) count++;
        if (count !== events.length) throw new Error("an event got lost");
      },
    },
  ];
}

const all = [...[v1_0, v0_3, v0_1].flatMap(documents), ...streams()];

/** Runs everything in one way; each document is a figure of its own, in processor time for one operation. */
function contestant(name: string, way: "plain" | "bridge"): Contestant {
  return {
    name,
    operations: all.reduce((sum, { operations }) => sum + operations, 0),
    setup: () => ({
      run: async () => {
        const figures: Record<string, number> = {};
        for (const { figure, operations, [way]: carryOut } of all) {
          const before = process.cpuUsage();
          for (let done = 0; done < operations; done++) {
            const result = carryOut();
            // Waiting for what is there already would cost as much as a small document.
            if (result instanceof Promise) await result;
          }
          const { user, system } = process.cpuUsage(before);
          figures[figure] = (user + system) / operations;
        }
        return figures satisfies Figures;
      },
    }),
  };
}

const limits: Record<string, number> = {
  "decode 1.0 request": 3,
  "decode 1.0 task": 3,
  "encode 1.0 request": 1.2,
  "encode 1.0 task": 1.2,
  "decode 0.3 request": 4,
  "decode 0.3 task": 4,
  "encode 0.3 request": 4,
  "encode 0.3 task": 4,
  "decode 0.1 request": 4,
  "decode 0.1 task": 4,
  "encode 0.1 request": 4,
  "encode 0.1 task": 4,
  "write a stream": 1.5,
  "read a stream": 4,
};

/** The cost of codecs beyond the JSON parsing and serialization that every JSON service pays for. */
const bridge: Benchmark = {
  title: "The bridge beside plain JSON.parse and JSON.stringify of the same documents, processor µs for each",
  baseline: "plain JSON",
  contestants: [contestant("plain JSON", "plain"), contestant("bridge", "bridge")],
  targets: Object.entries(limits).map(([figure, atMost]): Target => ({ contestant: "bridge", figure, atMost })),
};

export default bridge;
