import { describe, expect, it } from "vitest";
import { failsAsJson, readArguments } from "../settings/arguments.ts";
import { commandTable, listedCommands } from "./command-table.ts";
import { mainUsage } from "./help.ts";

const helps = [
  ["", mainUsage()] as const,
  ...(await Promise.all(
    listedCommands().map(async (name) => [name, (await commandTable[name]?.load())?.usage ?? ""] as const),
  )),
];

describe.each(helps)("a2a help %s", (_, usage) => {
  it("ends with examples of commands that exist, with flags that the help lists", async () => {
    const examples = /^Examples:\n((?: {2}.+\n?)+)/m.exec(usage)?.[1]?.trimEnd().split("\n") ?? [];
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      const [, name = "", rest = ""] = /(?:\ba2a|@a2a\/cli) ([\w-]+)(.*)$/.exec(example) ?? [];
      expect(listedCommands()).toContain(name);
      const help = (await commandTable[name]?.load())?.usage + mainUsage();
      for (const [flag] of rest.matchAll(/(?<=\s)--?[a-z][\w-]*/g)) {
        if (!rest.includes(`curl`)) expect(help).toContain(flag);
      }
    }
  });

  it("fits a terminal of 130 columns", () => {
    expect(usage.split("\n").filter((text) => text.length > 130)).toEqual([]);
  });

  it("uses the project's terms", () => {
    expect(usage).not.toMatch(/generation|door|what came of/i);
  });
});

describe("arguments", () => {
  const flags = { stream: { type: "boolean" }, size: { type: "string" } } as const;
  it.each([
    [["--steam"], "unknown flag --steam; did you mean --stream?"],
    [["--ouput", "json"], "unknown flag --ouput; did you mean --output?"],
    [["--banana"], "unknown flag --banana; --help lists the flags"],
    [["-x"], "unknown flag -x; --help lists the flags"],
    [["--size"], "--size needs a value"],
    [["-a"], "--agent-card needs a value"],
    [["--size", "--stream"], "--size needs a value; write --size=VALUE for one that starts with -"],
    [["--stream=yes"], "--stream takes no value"],
  ])("%j: %s", (args, message) => {
    expect(() => readArguments(args, flags)).toThrow(new Error(message));
  });

  it("determine whether a failure is printed as JSON even when they are invalid", () => {
    const io = { stdin: [] as never, out: () => undefined, err: () => undefined, env: {}, signal: AbortSignal.abort() };
    expect([failsAsJson(["--steam", "-o", "json"], io), failsAsJson(["--steam"], io)]).toEqual([true, false]);
  });
});
