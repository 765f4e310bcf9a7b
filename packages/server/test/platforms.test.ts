import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type AgentCard, type JsonObject, silentLogger } from "@a2a/types";
import { afterEach, describe, expect, it } from "vitest";
import { serve } from "../src/node.ts";
import { post, say } from "./support/agent.ts";

const given = { ...process.env };
afterEach(() => {
  process.env = { ...given };
});

/** An agent that works until it is let go. */
function worker() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    finish: resolve,
    options: {
      card: { name: "Worker" },
      store: "memory",
      logger: silentLogger,
      executor: async function* () {
        yield "begun ";
        await promise;
        yield "done";
      },
    },
  };
}

async function read(url: string): Promise<[number, unknown]> {
  const response = await fetch(url);
  return [response.status, await response.json()];
}

describe("every server", () => {
  it("answers probes, and is not ready once it stops", async () => {
    const agent = worker();
    const server = await serve(agent.options);
    expect(await read(`${server.url}/healthz`)).toEqual([200, { status: "ok" }]);
    expect(await read(`${server.url}/readyz`)).toEqual([200, { status: "ready" }]);
    expect((await fetch(`${server.url}/healthz`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${server.url}/ping`)).status).toBe(404);
    agent.finish();
    await server.close();
  });
});

describe("Amazon Bedrock AgentCore", () => {
  const allowAnonymous = { security: { allowAnonymous: true } };

  it("finds the agent at the root, healthy or busy, with the URL and the session of the platform", async () => {
    process.env.AGENTCORE_RUNTIME_URL = "https://bedrock-agentcore.example/runtimes/worker/invocations/";
    const agent = worker();
    await using server = await serve({ ...agent.options, ...allowAnonymous, platform: "agentcore", port: 0 });
    expect(await read(`${server.url}/ping`)).toEqual([200, { status: "Healthy" }]);
    const [, card] = await read(`${server.url}/.well-known/agent-card.json`);
    const { supportedInterfaces } = card as AgentCard;
    expect(new Set(supportedInterfaces.map(({ protocolBinding, url }) => `${protocolBinding} ${url}`))).toEqual(
      new Set(["JSONRPC https://bedrock-agentcore.example/runtimes/worker/invocations"]),
    );
    const send = (body: JsonObject) =>
      post(
        `${server.url}/`,
        { jsonrpc: "2.0", id: 1, method: "SendMessage", params: body },
        {
          "A2A-Version": "1.0",
          "X-Amzn-Bedrock-AgentCore-Runtime-Session-Id": "session-4711",
        },
      );
    const immediately = { configuration: { returnImmediately: true } };
    const { body } = await send({ ...say("go"), ...immediately });
    expect(body).toMatchObject({ result: { task: { contextId: "session-4711" } } });
    expect(await read(`${server.url}/ping`)).toEqual([200, { status: "HealthyBusy" }]);
    const own = { message: { ...(say("go").message as JsonObject), contextId: "mine" } };
    expect((await send({ ...own, ...immediately })).body).toMatchObject({ result: { task: { contextId: "mine" } } });
    agent.finish();
  });

  it("has to be trusted explicitly, since it authenticates callers", async () => {
    await expect(serve({ ...worker().options, platform: "agentcore", port: 0 })).rejects.toThrow(
      "0.0.0.0 can be reached from other machines: pass `auth` to ask callers for credentials, or `security: { allowAnonymous: true }`",
    );
  });
});

describe.each(["cloud-run", "kubernetes"] as const)("%s", (platform) => {
  it("gets the port of the environment, the public URL, and an orderly end on SIGTERM", async () => {
    const program = fileURLToPath(new URL("platform-child.ts", import.meta.url));
    const child = spawn(process.execPath, ["--conditions=@a2a/source", "--no-warnings", program, platform], {
      env: { ...given, PORT: "0", A2A_PUBLIC_URL: "https://worker.example" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const ended = once(child, "close");
    const { value: url } = await lines.next();
    const [, card] = await read(`${url}/.well-known/agent-card.json`);
    expect((card as AgentCard).supportedInterfaces[0]?.url).toBe("https://worker.example/a2a");
    const answering = post(
      `${url}/a2a`,
      { jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("go") },
      { "A2A-Version": "1.0" },
    );
    expect(await lines.next()).toEqual({ done: false, value: "begun" });
    child.kill("SIGTERM");
    const { body } = await answering;
    expect(JSON.stringify(body)).toContain("TASK_STATE_COMPLETED");
    expect(JSON.stringify(body)).toContain("finished");
    expect(await ended).toEqual([0, null]);
  });
});

it("refuses a platform that it does not know", async () => {
  const platform: string = "heroku";
  await expect(serve({ ...worker().options, platform: platform as "kubernetes" })).rejects.toThrow(
    'platform: "heroku" is not supported; supported: agentcore, cloud-run, kubernetes',
  );
});
