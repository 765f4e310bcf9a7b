import { decodeRpcCall, readRpcRequest } from "./src/json-rpc.ts";
import { v0_1 } from "./src/v0_1.ts";
import { v0_3 } from "./src/v0_3.ts";
import { v1_0 } from "./src/v1_0.ts";

const parts = [
  { text: "Please summarise the attached report and compare it with the figures of last year. ".repeat(3) },
  {
    raw: "AAECAwQFBgcICQoLDA0ODw==".repeat(20).replaceAll("=", "A"),
    filename: "report.pdf",
    mediaType: "application/pdf",
  },
  { url: "https://files.example/q4.csv", filename: "q4.csv", mediaType: "text/csv" },
  {
    data: { quarter: 4, regions: ["north", "south"], budget: { amount: 120000, currency: "EUR" } },
    metadata: { source: "erp" },
  },
];
const message = (i: number) =>
  ({
    messageId: `0192f0c1-0000-7000-8000-00000000000${i}`,
    contextId: "ctx-1",
    taskId: "task-1",
    role: i % 2 ? "ROLE_AGENT" : "ROLE_USER",
    parts: i === 0 ? parts : [{ text: "Which currency should the totals be in, and which regions matter most?" }],
    metadata: { traceId: "4bf92f3577b34da6a3ce929d0e0e4736" },
  }) as const;
const request = {
  message: message(0),
  configuration: {
    acceptedOutputModes: ["text/plain", "application/json"],
    historyLength: 10,
    returnImmediately: true,
  },
  metadata: { locale: "de-DE" },
};
const task = {
  id: "task-1",
  contextId: "ctx-1",
  status: { state: "TASK_STATE_COMPLETED", message: message(1), timestamp: "2026-03-01T09:15:00.250Z" },
  history: [0, 1, 2, 3, 4, 5].map(message),
  artifacts: [0, 1, 2].map((i) => ({
    artifactId: `a-${i}`,
    name: "summary",
    description: "What the report says",
    parts: [{ text: "Revenue grew by fifteen percent. ".repeat(10) }, { text: "Costs fell." }, parts[3]],
  })),
  metadata: { model: "m-3" },
};
function time(f: () => unknown, n = 20000) {
  for (let i = 0; i < n / 4; i++) f();
  const runs: number[] = [];
  for (let r = 0; r < 7; r++) {
    const t = performance.now();
    for (let i = 0; i < n; i++) f();
    runs.push(((performance.now() - t) * 1000) / n);
  }
  return runs.sort((a, b) => a - b)[3]!;
}
for (const codec of [v1_0, v0_3, v0_1]) {
  const send: any = codec.operations.sendMessage,
    get: any = codec.operations.getTask;
  const wr = JSON.stringify(send.encodeInput(request)),
    wt = JSON.stringify(get.encodeOutput(task));
  const p = time(() => JSON.parse(wr)),
    d = time(() => send.decodeInput(JSON.parse(wr)));
  const env = JSON.stringify({ jsonrpc: "2.0", id: 1, method: send.rpcMethod, params: JSON.parse(wr) });
  const pe = time(() => JSON.parse(env)),
    de = time(() => decodeRpcCall(readRpcRequest(env), codec));
  const po = JSON.parse(wr);
  const s = time(() => JSON.stringify(po)),
    e = time(() => JSON.stringify(send.encodeInput(request)));
  const pt = time(() => JSON.parse(wt)),
    dt = time(() => get.decodeOutput(JSON.parse(wt)));
  const to = JSON.parse(wt);
  const st = time(() => JSON.stringify(to)),
    et = time(() => JSON.stringify(get.encodeOutput(task)));
  console.log(
    codec.version,
    "req",
    wr.length,
    "decode",
    (d / p).toFixed(2),
    "rpc",
    (de / pe).toFixed(2),
    "encode",
    (e / s).toFixed(2),
    "| task",
    wt.length,
    "decode",
    (dt / pt).toFixed(2),
    "encode",
    (et / st).toFixed(2),
    "parse µs",
    p.toFixed(2),
    pt.toFixed(2),
    "stringify",
    s.toFixed(2),
    st.toFixed(2),
  );
}
