import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { apiKey, bearer } from "../src/index.ts";
import { jwt } from "../src/jwt.ts";
import type { RunningAgent } from "../src/node.ts";
import { rpc, say, serveAgent, taskOf } from "./support/agent.ts";

async function* whoami({ caller }: { caller: { subject: string; source?: string } }) {
  yield `${caller.subject} of ${caller.source}`;
}

const auth = [apiKey({ keys: { "k-1": "ann" } }), bearer({ tokens: { "t-1": "ann" } })];
const byKey = { "X-API-Key": "k-1" };
const byToken = { Authorization: "Bearer t-1" };

async function send(agent: RunningAgent, headers: Record<string, string>) {
  return taskOf(await rpc(agent, "SendMessage", say("who?"), headers));
}

async function codeOf(agent: RunningAgent, id: string, headers: Record<string, string>) {
  const { body } = await rpc(agent, "GetTask", { id }, headers);
  return (body.error as { code: number } | undefined)?.code;
}

describe("the owner of a task", () => {
  it("is another one for the same subject from another authenticator", async () => {
    await using agent = await serveAgent(whoami, { auth });
    const task = await send(agent, byKey);
    expect(task).toMatchObject({ artifacts: [{ parts: [{ text: `ann of ${auth[0]?.name}` }] }] });
    expect(await codeOf(agent, task.id, byKey)).toBeUndefined();
    expect(await codeOf(agent, task.id, byToken)).toBe(-32001);
    expect((await rpc(agent, "ListTasks", {}, byToken)).body.result).toMatchObject({ totalSize: 0 });
  });

  it("is another one for the same subject of another issuer", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] };
    const issuers = ["https://one.example", "https://two.example"];
    await using agent = await serveAgent(whoami, { auth: [jwt({ issuer: issuers, audience: "agent", jwks })] });
    const [one = {}, two = {}] = await Promise.all(
      issuers.map(async (issuer) => {
        const token = new SignJWT({}).setProtectedHeader({ alg: "ES256" }).setSubject("ann").setAudience("agent");
        return { Authorization: `Bearer ${await token.setIssuer(issuer).setExpirationTime("1m").sign(privateKey)}` };
      }),
    );
    const task = await send(agent, one);
    expect(task).toMatchObject({ artifacts: [{ parts: [{ text: "ann of https://one.example" }] }] });
    expect(await codeOf(agent, task.id, one)).toBeUndefined();
    expect(await codeOf(agent, task.id, two)).toBe(-32001);
  });

  it("cannot be that of another source by a subject that looks like it", async () => {
    const lookalike = bearer({ tokens: { "t-2": { subject: "bearer|ann", source: "" } } });
    await using agent = await serveAgent(whoami, { auth: [lookalike, ...auth] });
    const task = await send(agent, byToken);
    expect(await codeOf(agent, task.id, { Authorization: "Bearer t-2" })).toBe(-32001);
  });

  it("is the subject alone where `security.ownerOf` says so, as in databases from before", async () => {
    const security = { ownerOf: ({ subject }: { subject: string }) => subject };
    await using agent = await serveAgent(whoami, { auth, security });
    const task = await send(agent, byKey);
    expect(await codeOf(agent, task.id, byToken)).toBeUndefined();
    const owned = await agent.handler.engine.list({ tenant: "", owner: "ann" }, { pageSize: 1 });
    expect(owned.tasks).toHaveLength(1);
  });
});
