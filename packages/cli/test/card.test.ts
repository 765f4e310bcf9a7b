import { generateKeyPairSync } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { encodeCard } from "@a2a/card";
import { signCard } from "@a2a/card/signing";
import { bearer } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probe, startDemoServer } from "../src/index.ts";
import { listening } from "./official-servers.ts";
import { a2a, emptyFolder, field, startA2a } from "./support/a2a.ts";
import { cardAt } from "./support/scripted-agent.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.close({ drainMs: 0 }));
const folder = emptyFolder();

describe.concurrent("a2a card get", () => {
  it("A2ACLI_CARD_GET_001 finds a card by host, address, URL, file URL and path, and uses its interfaces", async () => {
    const url = `${server.url}/.well-known/agent-card.json`;
    const path = join(folder, "card.json");
    writeFileSync(
      path,
      JSON.stringify({
        ...cardAt(`${server.url}/a2a`),
        name: "Probe",
        supportedInterfaces: server.handler.card.supportedInterfaces,
      }),
    );
    const references = [server.url.replace("http://", ""), url, pathToFileURL(path).href, "card.json"];
    for (const reference of references) {
      const { code, out } = await a2a(["card", "get", reference], { cwd: folder });
      expect([reference, code, field(out, "Name")]).toEqual([reference, 0, "Probe"]);
    }
    expect((await a2a(["send", "-a", path, "hi"])).out).toContain("State: TASK_STATE_COMPLETED");
  });

  it("A2ACLI_CARD_GET_001 S4-33 presents identity, capabilities, interfaces, security and skills", async () => {
    await using locked = await startDemoServer({ auth: "bearer:s3cret=ann" });
    const { out } = await a2a(["card", "get", "-a", locked.url]);
    expect(out).toMatch(
      /^Name: Probe\nDescription: .+\nVersion: .+\nStreaming: yes\nPush notifications: yes\nExtended card: no\n/,
    );
    expect(out).toMatch(/^Interface: 1\.0 over JSONRPC at http:.+$/m);
    expect(out).toMatch(/^Security: \w+, HTTP bearer$/im);
    expect(out).toMatch(/^Skill: probe - /m);
    expect((await a2a(["skills", locked.url])).out).toMatch(/^SKILL {2}NAME {3}DESCRIPTION\nprobe {2}Probe {2}Echoes /);
    const asJson = JSON.parse((await a2a(["card", "-a", locked.url, "-o", "json"])).out) as { name: string };
    expect(asJson.name).toBe("Probe");
  });

  it("A2ACLI_CARD_GET_001 --verbose notes that the card was found elsewhere than asked", async () => {
    const path = "/.well-known/agent-card.json";
    await using served = await listening((request, response) => {
      const card = request.url === path ? cardAt(`${served.url}/agents/foo`) : undefined;
      response.writeHead(card ? 200 : 404, { "Content-Type": "application/json" }).end(JSON.stringify(card ?? {}));
    });
    const address = `${served.url}/agents/foo`;
    const { out } = await a2a(["card", address, "--verbose"]);
    expect(out).toContain(`\nNote: the card was found at ${served.url}${path}, not at ${address}${path}\n`);
    expect((await a2a(["card", address])).out).not.toContain("Note:");
  });

  it("A2ACLI_CARD_GET_002 validates a card against the schema and reports the violations", async () => {
    expect((await a2a(["card", "get", server.url, "--validate"])).code).toBe(0);
    await using wrong = await listening((_, response) => {
      const { skills: _skills, ...card } = cardAt("http://127.0.0.1:9");
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(card));
    });
    const { code, out, err } = await a2a(["card", "get", wrong.url, "--validate"]);
    expect([code, field(err, "Error")]).toEqual([1, "A2ACLI_ERR_CARD_INVALID"]);
    expect(out).toMatch(/^Finding: error \S+ .*skills/m);
    const asJson = await a2a(["card", "get", wrong.url, "--validate", "-o", "json"]);
    expect([asJson.code, JSON.parse(asJson.out)]).toMatchObject([1, { error: { code: "A2ACLI_ERR_CARD_INVALID" } }]);
  });

  it("--lint lists suggestions, fails on errors only, and reports when there are none", async () => {
    const { code, out } = await a2a(["card", "get", "card.json", "--lint"], {
      cwd: await withCard({ description: "" }),
    });
    expect([code, out.split("\n").filter((text) => text.startsWith("Finding"))]).toEqual([
      0,
      [
        "Finding: warning required/empty-text /description: the description of the card is empty; Say something: readers and models choose an agent by these texts.",
      ],
    ]);
    const clean = await a2a(["card", "get", server.url, "--lint"]);
    const plain = await a2a(["card", "get", server.url]);
    expect([clean.code, clean.out, clean.err]).toEqual([0, `${plain.out}Findings: none\n`, ""]);
  });

  it("A2ACLI_CARD_GET_005 lists the entries of a catalog in place of a card", async () => {
    const agent = (name: string) => ({ card: { name }, executor: probe, store: "memory" });
    await using agents = await serve({ agents: { tide: agent("Tide"), tax: agent("Tax") } });
    const card = (name: string) => `${agents.url}/agents/${name}/.well-known/agent-card.json`;
    const { code, out } = await a2a(["card", agents.url]);
    expect([code, out]).toEqual([0, `AGENT  CARD\ntide   ${card("tide")}\ntax    ${card("tax")}\n`]);
    const asJson = await a2a(["card", agents.url, "-o", "json"]);
    expect(JSON.parse(asJson.out)).toEqual({ agents: ["tide", "tax"].map((name) => ({ name, url: card(name) })) });
    expect(field((await a2a(["card", card("tax")])).out, "Name")).toBe("Tax");
  });

  it("A2ACLI_CARD_GET_003 A2ACLI_AUTH_008 reads the extended card with a scheme of the public card, which is requested without credentials", async () => {
    const seen: string[] = [];
    const card = { name: "Office" };
    await using agent = await serve({
      card,
      executor: probe,
      store: "memory",
      auth: [bearer({ tokens: { s3cret: "ann" } })],
      extendedCard: cardAt("http://127.0.0.1:9", { name: "Back office" }),
    });
    agent.server.on("request", ({ url, headers }) => seen.push(`${url} ${headers.authorization ?? "-"}`));
    const { out } = await a2a(["card", "get", agent.url, "--extended"], { env: { A2ACLI_BEARER: "s3cret" } });
    expect(field(out, "Name")).toBe("Back office");
    expect(seen).toEqual(["/.well-known/agent-card.json -", "/a2a Bearer s3cret"]);
  });

  it("A2ACLI_CARD_GET_004 verifies signatures: verified, unverifiable, absent, and invalid for a modified card", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = { ...privateKey.export({ format: "jwk" }), kid: "k-1", alg: "ES256" };
    const signed = await signCard(cardAt("http://127.0.0.1:9"), { key });
    const cwd = await withCard(signed);
    const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k-1", alg: "ES256" }] };
    writeFileSync(join(cwd, "keys.json"), JSON.stringify(jwks));
    writeFileSync(join(cwd, "changed.json"), JSON.stringify({ ...signed, name: "Impostor" }));
    const verify = (...args: string[]) => a2a(["card", "get", ...args, "--verify"], { cwd });
    expect(field((await verify("card.json", "--jwks", "keys.json")).out, "Signature")).toBe("verified, by key k-1");
    expect(field((await verify("card.json")).out, "Signature")).toMatch(/^unverifiable, /);
    expect(field((await verify(server.url)).out, "Signature")).toBe("absent");
    const changed = await verify("changed.json", "--jwks", "keys.json");
    expect([changed.code, field(changed.err, "Error"), changed.out]).toEqual([1, "A2AKIT_SIGNATURE", ""]);
  });
});

describe.concurrent("a2a card sign and keys", () => {
  it("create a key once, sign a card file or stdin, and serve a signed card", async () => {
    const cwd = await withCard({ name: "Signed" });
    const made = await a2a(["card", "keys", "key.json"], { cwd });
    const [jwk] = (JSON.parse(made.out) as { keys: [Record<string, string>] }).keys;
    expect(Object.keys(jwk)).toEqual(["kty", "crv", "x", "y", "kid", "alg"]);
    expect(statSync(join(cwd, "key.json")).mode & 0o777).toBe(0o600);
    expect((await a2a(["card", "keys", "key.json"], { cwd })).out).toBe(made.out);
    writeFileSync(join(cwd, "jwks.json"), made.out);
    const verify = async (reference: string) =>
      field((await a2a(["card", "get", reference, "--verify", "--jwks", "jwks.json"], { cwd })).out, "Signature");

    const signed = await a2a(["card", "sign", "card.json", "--key", "key.json"], { cwd });
    writeFileSync(join(cwd, "signed.json"), signed.out);
    expect(await verify("signed.json")).toBe(`verified, by key ${jwk.kid}`);
    const twice = await a2a(["card", "sign", "-", "--key", "key.json"], { cwd, input: signed.out });
    expect(JSON.parse(twice.out)).toMatchObject({ name: "Signed", signatures: [{}, {}] });

    const serving = ["serve", "--exec", "cat", "--store", "memory", "--inspector", "off", "--sign-key", "key.json"];
    await using served = startA2a(serving, { cwd });
    const [url = ""] = await served.printed(/^http.+$/m);
    expect(await verify(url)).toBe(`verified, by key ${jwk.kid}`);
  });

  it("refuse cards and keys that cannot be signed or sign, and say what is right", async () => {
    const cwd = await withCard({});
    writeFileSync(join(cwd, "public.json"), JSON.stringify({ kty: "EC" }));
    writeFileSync(join(cwd, "old.json"), JSON.stringify(encodeCard(cardAt("https://agent.example"), "0.3")));
    writeFileSync(join(cwd, "wrong.json"), JSON.stringify({ name: "No more" }));
    await a2a(["card", "keys", "key.json"], { cwd });
    const refused = async (...args: string[]) => {
      const { code, out, err } = await a2a(["card", ...args], { cwd });
      expect([code, out]).toEqual([expect.any(Number), ""]);
      return `${code} ${err.split("\n").slice(0, 2).join(" ")}`;
    };
    expect(await refused("keys")).toContain("a2a card keys needs a file for the private key");
    expect(await refused("keys", "no/such/folder")).toContain("no/such/folder cannot be written");
    expect(await refused("sign", "card.json")).toContain("a2a card sign needs a card file and --key FILE");
    expect(await refused("sign", "card.json", "--key", "no.json")).toContain("a2a card keys no.json creates one");
    expect(await refused("sign", "card.json", "--key", "public.json")).toContain("expected a private JSON Web Key");
    expect(await refused("sign", "no.json", "--key", "key.json")).toContain("no.json: cannot be read as JSON");
    expect(await refused("sign", "old.json", "--key", "key.json")).toContain("this one is of 0.3");
    expect(await refused("sign", "wrong.json", "--key", "key.json")).toMatch(/^1 Error: A2ACLI_ERR_CARD_INVALID/);
  });
});

it("shows the interface in use and what earlier commands have learned about it", async () => {
  await using agent = await listening((request, response) => {
    const isCard = request.url?.startsWith("/.well-known/");
    const supportedInterfaces = [{ url: `${agent.url}/a2a`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" }];
    const body = isCard
      ? cardAt(agent.url, { supportedInterfaces, capabilities: {} })
      : { task: { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } } };
    const isTaken = isCard || request.headers["content-type"] === "application/json";
    response.writeHead(isTaken ? 200 : 415, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  const env = { XDG_CACHE_HOME: emptyFolder() };
  const before = await a2a(["card", agent.url, "--verbose"], { env });
  expect(field(before.out, "Used")).toBe(`1.0 over HTTP+JSON at ${agent.url}/a2a`);
  expect(before.out).not.toContain("Deviation");
  expect((await a2a(["send", "-a", agent.url, "hi"], { env })).code).toBe(0);
  const after = await a2a(["card", agent.url, "--verbose"], { env });
  expect(field(after.out, "Deviation")).toBe("accepts bodies of type application/json only");
});

async function withCard(about: object): Promise<string> {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "card.json"), JSON.stringify({ ...cardAt("https://agent.example"), ...about }));
  return cwd;
}
