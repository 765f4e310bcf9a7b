import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening } from "./official-servers.ts";
import { a2a, emptyFolder, field, startA2a } from "./support/a2a.ts";
import { cardAt, serveScript } from "./support/scripted-agent.ts";

/** A folder with an agent, and one whose card demands credentials. */
function folderWithAgents(): string {
  const cwd = emptyFolder();
  const executor = "async function* () { yield 'hello'; }";
  writeFileSync(join(cwd, "agent.mjs"), `export default ${executor}`);
  const card = {
    name: "Locked",
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "bearer" } } },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
  };
  writeFileSync(join(cwd, "locked.mjs"), `export const card = ${JSON.stringify(card)};\nexport default ${executor}`);
  writeFileSync(join(cwd, "open.yaml"), "allowAnonymous: true\nagents: { a: { url: http://127.0.0.1:9 } }\n");
  return cwd;
}

const OPEN = "0.0.0.0 can be reached from other machines";
const auth = ["--auth", "bearer:t-1=ann"];

describe.concurrent("a server that is refused names the flags that help, and starts with them", () => {
  it.each([
    [
      "on an open address",
      ["serve", "agent.mjs", "--host", "0.0.0.0"],
      `${OPEN}: pass --auth to ask callers for credentials, or --allow-anonymous`,
      [auth, ["--allow-anonymous"]],
    ],
    [
      "with gRPC on an open address",
      ["serve", "agent.mjs", "--host", "0.0.0.0", "--grpc", "0", ...auth],
      `grpc: ${OPEN}: pass --grpc-cleartext behind a proxy that terminates TLS, or have the module export \`tls\``,
      [["--grpc-cleartext"]],
    ],
    [
      "with a page on an open address",
      ["serve", "agent.mjs", "--host", "0.0.0.0", "--allow-anonymous", "--inspector", "on"],
      "inspector: on 0.0.0.0, which other machines can reach, the page needs --auth",
      [auth],
    ],
    [
      "whose card demands credentials",
      ["serve", "locked.mjs"],
      "the card requires credentials, but the server does not check them: pass --auth",
      [auth],
    ],
    [
      "that is a gateway on an open address",
      ["gateway", "--agent", "a=http://127.0.0.1:9", "--host", "0.0.0.0"],
      `${OPEN}: set auth in the file of --config to ask callers for credentials, or allowAnonymous: true`,
      [["--config", "open.yaml"]],
    ],
    [
      "that is a gateway with gRPC on an open address",
      ["gateway", "--config", "open.yaml", "--host", "0.0.0.0", "--grpc", "0"],
      `grpc: ${OPEN}: pass --grpc-cleartext behind a proxy that terminates TLS`,
      [["--grpc-cleartext"]],
    ],
  ])("%s", async (_, args, message, remedies) => {
    const cwd = folderWithAgents();
    const stored = [...args, "--store", "memory"];
    const { code, err } = await a2a(stored, { cwd });
    expect([code, err]).toEqual([2, `Error: A2ACLI_ERR_USAGE\nMessage: ${message}\n`]);
    for (const remedy of remedies) {
      await using server = startA2a([...stored, ...remedy], { cwd });
      expect(await server.address()).toMatch(/^http:/);
    }
  });
});

describe.concurrent("a call that is refused names the flags that help, and succeeds with them", () => {
  it("when the card points to another host", async () => {
    await using elsewhere = await serveScript(() => ({
      message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "pong" }] },
    }));
    const there = elsewhere.url.replace("127.0.0.1", "127.0.0.2");
    const card = JSON.stringify(cardAt(there));
    await using agent = await listening((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end(card);
    });
    const { code, err } = await a2a(["send", agent.url, "hi"]);
    const { host } = new URL(there);
    expect([code, field(err, "Message")]).toEqual([
      3,
      `the card points to ${host}, which is not the agent's own origin: to allow it, save the card and pass the file with --agent-card`,
    ]);
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "card.json"), JSON.stringify(cardAt(elsewhere.url)));
    expect((await a2a(["send", "--agent-card", "card.json", "hi"], { cwd })).out).toContain("pong");
  });
});
