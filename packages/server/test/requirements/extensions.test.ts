import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../../src/index.ts";
import { say } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { dataIn, reason, start, taskIn } from "../support/scripted.ts";

const uri = "https://ext.example/sealed/v1";
const header = (...uris: string[]) => ({ "A2A-Extensions": uris.join(",") });
const card = (required: boolean) => ({ name: "Sealed", capabilities: { extensions: [{ uri, required }] } });

describe.each(bindings)("extensions over $name", ({ call }) => {
  it("R-198 must be requested when the agent requires them", async () => {
    await using server = await start({ card: card(true) });
    for (const operation of ["SendMessage", "SendStreamingMessage"]) {
      expect(reason(await call(server, operation, say("x")))).toBe("EXTENSION_SUPPORT_REQUIRED");
    }
    expect((await call(server, "ListTasks", {})).output).toMatchObject({ totalSize: 0 });
    expect(taskIn(await call(server, "SendMessage", say("x"), header(uri)))).toMatchObject({ artifacts: [{}] });
  });

  it("R-199 R-200 are ignored when unknown, and never matched to another version", async () => {
    await using server = await start({ card: card(true) });
    const other = await call(server, "SendMessage", say("x"), header("https://ext.example/sealed/v2"));
    expect(reason(other)).toBe("EXTENSION_SUPPORT_REQUIRED");
    await using open = await start({ card: card(false) });
    const sent = await call(open, "SendMessage", say("turn"), header("https://ext.example/sealed/v2", "urn:else"));
    expect(dataIn(sent)).toMatchObject({ extensions: [] });
    expect(sent.headers.get("a2a-extensions")).toBeNull();
  });

  it("R-201 R-130 are confirmed in one header when active, with a tenant too", async () => {
    await using server = await start({ card: card(false) });
    for (const params of [say("turn"), { ...say("turn"), tenant: "north" }]) {
      const sent = await call(server, "SendMessage", params, header("urn:else", uri, uri));
      expect(sent.headers.get("a2a-extensions")).toBe(uri);
      expect(dataIn(sent)).toMatchObject({ extensions: [uri] });
    }
  });

  it("R-203 grant no permission the caller lacks", async () => {
    await using server = await start({ card: card(false), auth: [bearer({ tokens: { t: "ann" } })] });
    expect((await call(server, "SendMessage", say("x"), header(uri))).status).toBe(401);
  });

  it("R-205 add no fields to protocol objects", async () => {
    await using server = await start({ card: card(false) });
    const sent = await call(server, "SendMessage", say("x", { extensions: [uri], sealed: true }), header(uri));
    expect(Object.keys(taskIn(sent)).sort()).toEqual(["artifacts", "contextId", "history", "id", "status"]);
    const [kept] = taskIn(sent).history as JsonObject[];
    expect(kept).toMatchObject({ extensions: [uri] });
    expect(kept).not.toHaveProperty("sealed");
  });
});

describe.each(bindings)("tenants over $name", ({ call }) => {
  it("R-206 R-207 isolate their tasks, by id and in lists", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", { ...say("x"), tenant: "north" }));
    expect((await call(server, "GetTask", { id, tenant: "north" })).output).toMatchObject({ id });
    expect(reason(await call(server, "GetTask", { id, tenant: "south" }))).toBe("TASK_NOT_FOUND");
    expect(reason(await call(server, "GetTask", { id }))).toBe("TASK_NOT_FOUND");
    expect((await call(server, "ListTasks", { tenant: "north" })).output).toMatchObject({ totalSize: 1 });
    expect((await call(server, "ListTasks", { tenant: "south" })).output).toMatchObject({ totalSize: 0 });
  });

  it("R-207 are passed to the agent", async () => {
    await using server = await start();
    const sent = await call(server, "SendMessage", { ...say("turn"), tenant: "north" });
    expect(dataIn(sent)).toMatchObject({ tenant: "north" });
  });

  it("R-207 must match the credential", async () => {
    const auth = [bearer({ tokens: { n: { subject: "ann", tenant: "north" }, x: { subject: "bob" } } })];
    await using server = await start({ auth });
    const send = (token: string, tenant?: string) =>
      call(server, "SendMessage", { ...say("turn"), ...(tenant && { tenant }) }, { Authorization: `Bearer ${token}` });
    expect(dataIn(await send("n"))).toMatchObject({ tenant: "north" });
    expect(dataIn(await send("n", "north"))).toMatchObject({ tenant: "north" });
    for (const [token, tenant] of [
      ["n", "south"],
      ["x", "north"],
    ] as const) {
      const refused = await send(token, tenant);
      expect([refused.status, reason(refused)]).toEqual([403, "PERMISSION_DENIED"]);
    }
    expect(dataIn(await send("x"))).toMatchObject({ tenant: "" });
  });
});
