// A probe client on an official JavaScript SDK: `client-main.ts <sdk> <url> <binding> <webhook> <version>`. Reports each operation as a line of JSON.
import { verifyAgentCardSignature } from "sdk-v1_0";
import { DefaultAgentCardResolver } from "sdk-v1_0/client";
import {
  type OfficialCaller,
  officialCaller0_2,
  officialCaller0_3,
  officialCaller1_0,
} from "../../matrix/official-callers.ts";
import { LINES, QUESTION, REPLY, SLOW } from "../../matrix/peer.ts";
import { until } from "../../until.ts";
import { limited } from "../limited.ts";

const [sdk = "", url = "", binding = "", hook = "", version = ""] = process.argv.slice(2);
const { A2A_SECURED_URL: securedUrl = "", A2A_TOKEN: token, A2A_KEY: key = "{}" } = process.env;
const { A2A_SIGNED_URLS: signedUrls, A2A_SIGNED_SECURED_URL: signedSecuredUrl } = process.env;
const callers: Readonly<Record<string, (url: string, binding: string, token?: string) => Promise<OfficialCaller>>> = {
  "0.2": officialCaller0_2,
  "0.3": officialCaller0_3,
  "1.0": (agent, transport, secret) => officialCaller1_0(agent, transport, secret, version !== "1.0"),
};
const open = callers[sdk];
if (open === undefined) throw new Error(`"${sdk}" is not an SDK; use ${Object.keys(callers).join(", ")}`);
const caller = await open(url, binding);

const TIDES = LINES.join("");
const WEBHOOK = { url: hook, token: "tok" };
const ABOUT = { filename: "chart.bin", mediaType: "application/octet-stream" };
const { listPush, deletePush, list, extendedCard } = caller;

const operations: Readonly<Record<string, (() => Promise<void>) | "" | undefined>> = {
  send: async () => {
    const { state, text } = await caller.send("tides");
    same(state, "completed");
    same(text, TIDES);
  },
  "send, answered by a message": async () => same(await caller.ask("message"), REPLY),
  "send, failed task": async () => same((await caller.send("fail")).state, "failed"),
  "send, return immediately": async () => {
    const { state } = await caller.send("hold", { wait: false });
    same(state === "submitted" || state === "working", true);
  },
  "send, file by URL": () => echoed({ url: "https://files.example/chart.bin", ...ABOUT }),
  "send, file with content": () => echoed({ raw: "AAECAwT/", ...ABOUT }),
  stream: async () => {
    const said = await caller.stream("tides");
    same(said.filter((text) => TIDES.includes(text)).join(""), TIDES);
    same(said.at(-1), "completed");
  },
  "stream, refused": () =>
    refused(caller.stream("tides", { id: "no-such-task", contextId: "" }), /not.?found|no task/i),
  get: async () => same((await caller.get((await caller.send("tides")).id)).text, TIDES),
  "get, unknown task": () => refused(caller.get("no-such-task"), /not.?found|no task/i),
  list:
    list &&
    (async () => {
      const { id, contextId } = await caller.send("tides");
      same((await list(contextId)).join(), id);
    }),
  "list, empty": list && (async () => same((await list(crypto.randomUUID())).length, 0)),
  cancel: async () => {
    const { id } = await working("hold");
    same((await caller.cancel(id)).state, "canceled");
  },
  "cancel, finished task": async () => {
    const { id } = await caller.send("tides");
    await refused(caller.cancel(id), /cancel|-32002/i);
  },
  subscribe: async () => {
    const { id } = await working("slow");
    const said = await caller.resubscribe(id, () => undefined);
    same(said.at(-1), "completed");
    same((await caller.get(id)).text, SLOW.join(""));
  },
  "input required": async () => {
    const task = await caller.send("ask");
    same(task.state, "input-required");
    same(task.said, QUESTION);
    same((await caller.send("Kiel", { task })).text, "tides of Kiel");
  },
  "webhook with the message": async () => same((await caller.send("tides", { webhook: WEBHOOK })).state, "completed"),
  "webhook, create": async () => same(await caller.setPush((await working("hold")).id, WEBHOOK), hook),
  "webhook, get": async () => same(await caller.getPush(await withWebhook()), hook),
  "webhook, list": listPush && (async () => same((await listPush(await withWebhook())).join(), hook)),
  "webhook, delete":
    deletePush &&
    (async () => {
      const id = await withWebhook();
      await deletePush(id);
      if (listPush) same((await listPush(id)).length, 0);
    }),
  "webhook, delivery": async () => {
    const { id } = await working("slow");
    await caller.setPush(id, { url: `${hook}-delivery`, token: "tok" });
    await until(async () => (await caller.get(id)).state === "completed");
  },
  "extended card": extendedCard && (async () => same(await extendedCard(), "Harbour")),
  // The client of 0.2 uses the global `fetch`, so that it cannot bring a token.
  "secured agent":
    sdk === "0.2"
      ? undefined
      : async () => same((await (await open(securedUrl, binding, token)).send("tides")).state, "completed"),
  "signed card": signedUrls && (() => verified(...signedUrls.split(" "))),
  "signed card, secured": signedSecuredUrl && (() => verified(signedSecuredUrl)),
};

for (const [operation, attempt] of Object.entries(operations)) {
  if (attempt) console.log(JSON.stringify({ operation, ...(await limited(attempt())) }));
}
// Streams of tasks that are never finished may still be open.
process.exit(0);

async function working(text: string) {
  const { id } = await caller.send(text, { wait: false });
  await until(async () => (await caller.get(id)).state === "working");
  return { id };
}

async function withWebhook(): Promise<string> {
  const { id } = await working("hold");
  await caller.setPush(id, WEBHOOK);
  return id;
}

async function echoed(file: { url: string; filename: string } | { raw: string; filename: string }): Promise<void> {
  const { files } = await caller.send("echo", { file });
  same(JSON.stringify(files.map(sorted)), JSON.stringify([sorted(file)]));
}

function sorted(value: object): unknown {
  return Object.entries(value).sort();
}

async function verified(...urls: string[]): Promise<void> {
  const verify = verifyAgentCardSignature(async () => JSON.parse(key));
  for (const card of urls) await verify(await new DefaultAgentCardResolver().resolve(card));
}

async function refused(call: Promise<unknown>, expected: RegExp): Promise<void> {
  const error = await call.then(
    () => new Error("no error"),
    (reason: unknown) => reason,
  );
  const { name, message } = error instanceof Error ? error : new Error(JSON.stringify(error));
  if (!expected.test(`${name} ${message}`)) throw new Error(`expected ${expected}, found ${name}: ${message}`);
}

function same(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
}
