import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@a2a/client/node";
import { extractText, statusText } from "@a2a/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Child } from "./child.ts";
import { runHere } from "./here.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-serve-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a2a serve MODULE", () => {
  it("serves an executor, its card beside it, in every generation, and stops on SIGTERM", async () => {
    const file = join(folder, "greeter.ts");
    await writeFile(
      file,
      `export const card = { name: "Greeter", description: "Greets" };
       export default async function* ({ message }: { message: { parts: { text?: string }[] } }) {
         yield "hello " + message.parts[0]?.text;
       }`,
    );
    await using child = new Child(["serve", "greeter.ts", "--store", "memory", "--description", "Greets all"], {
      cwd: folder,
    });
    const url = await child.address();
    for (const version of ["1.0", "0.1"] as const) {
      await using agent = await connect(url, { versions: [version] });
      expect([agent.card.name, agent.card.description]).toEqual(["Greeter", "Greets all"]);
      const answer = await agent.send("Ann");
      expect("task" in answer && extractText(answer.task)).toBe("hello Ann");
    }
    child.kill("SIGTERM");
    expect(await child.ended()).toEqual({ code: 0, out: `${url}\n`, err: "" });
  });

  it("serves whatever serve() takes; flags win, and tasks are kept in a file by default", async () => {
    await writeFile(
      join(folder, "desk.mjs"),
      `export default {
         card: { name: "Desk" },
         versions: ["1.0", "0.3"],
         async *executor() { throw new Error("the safe is open"); },
       };`,
    );
    const args = ["serve", "desk.mjs", "--versions", "0.3", "--auth", "bearer:t-1=ann"];
    await using child = new Child(args, { cwd: folder });
    const url = await child.address();
    const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as { protocolVersion: string };
    expect(card.protocolVersion).toBe("0.3.0");
    await expect((await connect(url)).send("hi")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await using agent = await connect(url, { headers: { Authorization: "Bearer t-1" } });
    const answer = await agent.send("hi");
    expect(JSON.stringify(answer)).not.toContain("safe");
    expect(child.err).toContain("the safe is open");
    expect(existsSync(join(folder, ".a2a", "desk.db"))).toBe(true);
  });

  it("listens for other machines only with credentials or when told to", async () => {
    const file = join(folder, "open.mjs");
    await writeFile(file, "export default async function* () {}");
    const refused = await runHere(["serve", file, "--host", "0.0.0.0", "--store", "memory"]);
    const none = await runHere(["serve"]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("can be reached from other machines")]);
    expect([none.code, none.err]).toEqual([
      2,
      expect.stringContaining("Message: a2a serve needs a module, or --exec with a command\n"),
    ]);
  });
});

describe("a2a serve --exec", () => {
  it("serves a command, and keeps its stderr on this side", async () => {
    const args = ["serve", "--exec", "cat; echo problem >&2; exit 4", "--store", "memory", "--name", "Shell"];
    await using child = new Child(args, { cwd: folder });
    await using agent = await connect(await child.address());
    expect(agent.card.name).toBe("Shell");
    const answer = await agent.send("hello");
    if (!("task" in answer)) throw new Error("expected a task");
    expect(extractText(answer.task)).toContain("hello");
    expect(statusText(answer.task)).toBe("the command ended with status 4");
    expect(child.err).toBe("problem\n");
  });
});
