import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchAgentCard } from "@a2a/card";
import { type TrustedKey, verifyCard } from "@a2a/card/signing";
import { connect } from "@a2a/client";
import { listenGrpc } from "@a2a/grpc/server";
import { fetchClient } from "@a2a/http";
import { textOf } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { extractText } from "@a2a/types";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Child } from "./child.ts";
import { runHere } from "./here.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-gateway-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("serves the agents of a file to callers of another version, and writes an audit log without contents", async () => {
  await using agent = await serve({
    store: "memory",
    versions: ["0.1"],
    card: { name: "Old" },
    executor: async function* () {
      yield "hello";
    },
  });
  const config = `
agents:
  old: { url: "${agent.url}", allow: [bearer ann] }
auth: { bearer: { "\${TOKEN}": ann } }
limits: { messagesPerDay: 1 }
`;
  await writeFile(join(folder, "gateway.yaml"), config);
  const { out: jwks } = await runHere(["card", "keys", join(folder, "key.json")]);
  const args = ["gateway", "--config", "gateway.yaml", "--audit", "audit.jsonl", "--sign-key", "key.json"];
  await using child = new Child(args, { cwd: folder, env: { TOKEN: "t-1" } });
  const url = await child.address();
  await using client = await connect(`${url}/agents/old`, {
    versions: ["1.0"],
    headers: { Authorization: "Bearer t-1" },
    maxRetries: 0,
  });
  const { source } = await fetchAgentCard(`${url}/agents/old`, { http: fetchClient() });
  const keys = (JSON.parse(jwks) as { keys: TrustedKey["jwk"][] }).keys.map((jwk) => ({ jwk }));
  expect(await verifyCard(source, { keys, url })).toMatchObject({ valid: true });
  const answer = await client.send("a secret");
  expect("task" in answer && extractText(answer.task)).toBe("hello");
  await expect(client.send("more")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  child.kill("SIGTERM");
  expect(await child.ended()).toEqual({ code: 0, out: `${url}\n`, err: "" });
  const lines = (await readFile(join(folder, "audit.jsonl"), "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { type: "call", caller: { subject: "ann" }, agent: "old", operation: "sendMessage", version: "1.0", outcome: "ok" },
    { outcome: "RATE_LIMITED" },
  ]);
  expect(lines.join("")).not.toContain("secret");
});

it("lists its agents when a message is sent to the gateway itself", async () => {
  await using agent = await serve({
    store: "memory",
    card: { name: "Tax" },
    executor: async function* () {
      yield "hello";
    },
  });
  await using child = new Child(["gateway", "--agent", `tax=${agent.url}`, "--agent", `toll=${agent.url}`], {
    cwd: folder,
  });
  const url = await child.address();
  const sent = await runHere(["send", url, "hi"]);
  expect([sent.code, sent.err]).toEqual([
    3,
    expect.stringContaining(
      `${url} has several agents: ${url}/agents/tax, ${url}/agents/toll\nHint: name one of them, such as ${url}/agents/tax\n`,
    ),
  ]);
  expect(await runHere(["send", `${url}/agents/tax`, "hi"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("hello"),
  });
});

it.each([
  ["by flag", "agents", ["--grpc", "0"]],
  ["by its file", "grpc: { port: 0 }\nagents", []],
])("serves callers over gRPC in front of an agent over gRPC, %s", async (_, start, flags) => {
  const paths: string[] = [];
  await using agent = await serve({
    store: "memory",
    card: { name: "Tax" },
    grpc: { listen: listenGrpc },
    security: {
      authenticate: ({ path }) => {
        paths.push(path);
        return { subject: "gateway" };
      },
    },
    executor: async function* ({ message }) {
      yield `You said: ${textOf(message)}`;
    },
  });
  await writeFile(join(folder, "grpc.yaml"), `${start}: { tax: { url: "${agent.url}", bindings: [GRPC] } }\n`);
  const args = ["gateway", "--config", "grpc.yaml", "--store", "memory", ...flags];
  await using child = new Child(args, { cwd: folder });
  const url = await child.address();
  const sent = await runHere(["send", "-a", `${url}/agents/tax`, "--transport", "grpc", "--a2a-version", "1.0", "hi"]);
  expect([sent.code, sent.out]).toEqual([0, expect.stringContaining("You said: hi")]);
  expect(paths).toEqual(["/lf.a2a.v1.A2AService/SendStreamingMessage"]);
  child.kill("SIGTERM");
  expect(await child.ended()).toMatchObject({ code: 0, err: expect.stringMatching(/^gRPC at 127\.0\.0\.1:\d+\n$/) });
});

it.each([
  [["gateway"], "needs --config FILE or --agent NAME=URL"],
  [["gateway", "--agent", "tax"], "--agent tax: expected NAME=URL"],
  [["gateway", "--agent", "tax=http://tax.example", "--sign-key", "none.json"], "--sign-key none.json: cannot be read"],
  [["gateway", "--config", "missing.yaml"], "--config missing.yaml: cannot read the file"],
])("says what is wrong with %j", async (args, message) => {
  const { code, err } = await runHere(args);
  expect(code).not.toBe(0);
  expect(err).toContain(message);
});
