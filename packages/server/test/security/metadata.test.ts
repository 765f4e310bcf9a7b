import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentExecutor, ask, type JsonObject, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../sqlite-harness.ts";
import { readStream, rpc, say, serveAgent, stream, taskOf } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { local, receiver } from "../support/receiver.ts";
import { taskIn } from "../support/scripted.ts";

const metadata = { obo_token: "hidden-1", locale: "nb-NO" };
const requestMetadata = { user_assertion: "hidden-2" };

/** An agent that tells which secrets it was given, by name only, and what it sees of metadata. */
function attentive(told: JsonObject[] = []): AgentExecutor {
  return async function* ({ message, task, context, secrets, metadata: ofRequest }) {
    told.push({ ...secrets });
    yield { data: { names: Object.keys(secrets), message: message.metadata ?? null, request: ofRequest } };
    yield { data: { before: [...(task.history ?? []), ...context].map((one) => one.metadata ?? null) } };
    if (textOf(message) === "ask") yield ask("which?");
  };
}

describe.each(bindings)("secrets in metadata over $name", ({ call }) => {
  it("reach the agent and are redacted from everything stored or returned", async () => {
    const told: JsonObject[] = [];
    const lines: string[] = [];
    const keep = (fields: object, text: string) => void lines.push(`${text} ${JSON.stringify(fields)}`);
    await using hook = await receiver();
    await using server = await serveAgent(attentive(told), {
      ...local,
      logger: { debug: keep, info: keep, warn: keep, error: keep },
    });
    const push = { taskPushNotificationConfig: { url: hook.url } };
    const params = { ...say("ask", { metadata }, push), metadata: requestMetadata };
    const { id, contextId, history } = taskIn(await call(server, "SendMessage", params));
    expect(told).toEqual([{ obo_token: "hidden-1", user_assertion: "hidden-2" }]);
    expect(history).toMatchObject([{ metadata: { locale: "nb-NO" } }]);
    // Neither the next turn nor the next task of the conversation finds them.
    const next = await call(server, "SendMessage", say("blue", { taskId: id }));
    const other = await call(server, "SendMessage", say("else", { contextId }));
    expect(told.slice(1)).toEqual([{}, {}]);
    const shown = [
      next,
      other,
      await call(server, "GetTask", { id }),
      await call(server, "ListTasks", { includeArtifacts: true }),
      (await hook.seen(6)).map(({ body }) => body),
    ];
    expect(JSON.stringify([shown, lines])).not.toContain("hidden");
    expect(lines.join()).toContain("obo_token");
  });
});

describe("secrets in metadata", () => {
  it("are not written to any file of a durable store", async () => {
    using folder = temporaryFolder();
    await using server = await serveAgent(attentive(), { store: `sqlite:${join(folder.path, "tasks.db")}` });
    const params = { ...say("ask", { metadata }), metadata: requestMetadata };
    await readStream(await stream(server, "SendStreamingMessage", params));
    const files = await readdir(folder.path);
    const bytes = await Promise.all(files.map((name) => readFile(join(folder.path, name), "latin1")));
    expect(bytes.join()).toContain("nb-NO");
    expect(bytes.join()).not.toContain("hidden");
  });

  it("do not affect deduplication", async () => {
    await using server = await serveAgent(attentive());
    const sent = (token: string) => say("x", { messageId: "m-1", metadata: { obo_token: token } });
    const one = taskOf(await rpc(server, "SendMessage", sent("hidden-1")));
    expect(taskOf(await rpc(server, "SendMessage", sent("renewed"))).id).toBe(one.id);
    expect(one.history).toMatchObject([{ messageId: "m-1" }]);
    expect(JSON.stringify(one.history)).not.toContain("metadata");
  });

  it("can be configured by key", async () => {
    await using server = await serveAgent(attentive(), { security: { secretMetadata: ["badge"] } });
    const params = say("x", { metadata: { badge: "hidden", obo_token: "kept" } });
    const { history } = taskOf(await rpc(server, "SendMessage", params));
    expect(history).toMatchObject([{ metadata: { obo_token: "kept" } }]);
    expect(JSON.stringify(history)).not.toContain("hidden");
  });
});
