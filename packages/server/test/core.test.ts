import { join } from "node:path";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { createAgentHandlerWith } from "../src/core.ts";
import { scripted } from "./support/scripted.ts";

const card = { name: "Small", description: "Says what you say." };

/** The protocol versions whose code a bundle contains. */
async function versionsIn(code: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    absWorkingDir: join(import.meta.dirname, "../../.."),
    outfile: "bundle.js",
    format: "esm",
    target: "es2023",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@a2a/source", "import"],
    logLevel: "silent",
  });
  const parts = Object.entries(metafile.outputs["bundle.js"]?.inputs ?? {});
  const files = parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  return [...new Set(files.flatMap((file) => /\/src\/versions\/(v\d_\d)\//.exec(file)?.[1] ?? []))].sort();
}

const post = (method: string, params: object, headers: Record<string, string> = {}) =>
  new Request("http://localhost/a2a", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });

describe("a handler with chosen codecs", () => {
  it("serves their protocol versions and lists them in its card, newest first", async () => {
    const handler = createAgentHandlerWith({ card, executor: scripted, codecs: [v0_3, v1_0] });
    expect(handler.card.supportedInterfaces.map(({ protocolVersion }) => protocolVersion)).toEqual([
      "1.0",
      "1.0",
      "0.3",
      "0.3",
    ]);
    const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hi" }] };
    const sent = await handler.fetch(post("SendMessage", { message }, { "A2A-Version": "1.0" }));
    expect(await sent.json()).toMatchObject({ result: { task: { status: { state: "TASK_STATE_COMPLETED" } } } });
    const older = { kind: "message", messageId: "m-2", role: "user", parts: [{ kind: "text", text: "hi" }] };
    const answered = await handler.fetch(post("message/send", { message: older }));
    expect(await answered.json()).toMatchObject({ result: { kind: "task", status: { state: "completed" } } });
    const shown = await handler.fetch(new Request("http://localhost/.well-known/agent-card.json"));
    expect(await shown.json()).toMatchObject({ name: "Small", protocolVersion: "0.3.0" });
    await handler.close();
  });

  it("rejects calls in other protocol versions, and shows their callers the card", async () => {
    const handler = createAgentHandlerWith({ card, executor: scripted, codecs: [v1_0] });
    const refused = await handler.fetch(post("message/send", {}, { "A2A-Version": "0.3" }));
    expect(JSON.stringify(await refused.json())).toContain("use 1.0");
    const shown = await handler.fetch(
      new Request("http://localhost/.well-known/agent-card.json", { headers: { "A2A-Version": "0.3" } }),
    );
    expect(await shown.json()).toMatchObject({ supportedInterfaces: [{ protocolVersion: "1.0" }, {}] });
    await handler.close();
  });

  it("requires at least one codec", () => {
    expect(() => createAgentHandlerWith({ card, executor: scripted, codecs: [] })).toThrow(
      "at least one protocol version",
    );
  });

  it("keeps other protocol versions out of a bundle", async () => {
    const small = `import { createAgentHandlerWith } from "../src/core.ts";
      import { v1_0 } from "@a2a/bridge/v1_0";
      export default createAgentHandlerWith({ card: {}, executor() {}, codecs: [v1_0] });`;
    expect(await versionsIn(small)).toEqual(["v1_0"]);
    const whole = `import { createAgentHandler } from "../src/index.ts"; export default createAgentHandler({});`;
    expect(await versionsIn(whole)).toEqual(["v0_1", "v0_2", "v0_3", "v1_0"]);
  });
});
