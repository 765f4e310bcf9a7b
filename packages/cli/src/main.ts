#!/usr/bin/env node
import type { Io } from "./cli/io.ts";

type Run = (args: readonly string[], io: Io) => Promise<number>;

// Loaded when they are called: `a2a --version` should not wait for all of them.
const commands: Readonly<Record<string, () => Promise<{ run: Run; usage: string }>>> = {
  card: () => import("./commands/card.ts"),
  skills: async () => {
    const { skills, usage } = await import("./commands/card.ts");
    return { run: skills, usage };
  },
  send: () => import("./commands/send.ts"),
  task: () => import("./commands/task.ts"),
  bridge: () => import("./commands/bridge.ts"),
  "demo-server": () => import("./commands/demo-server.ts"),
};

const USAGE = `a2a COMMAND [flags]

  card get     shows an agent's card: --validate, --lint, --extended
  skills       lists an agent's skills
  send         sends a message and waits for what comes of it
  task         get, list, cancel, subscribe
  bridge       translates between protocol generations: build-send, build-get, build-cancel, parse, detect, convert
  demo-server  serves an agent to try things on
  help         a2a help COMMAND says more

  -a, --agent-card REF   the agent: an address, a host, or a file:// card   (A2ACLI_AGENT_CARD)
  -o, --output FORMAT    text (default) or json
  --a2a-version V        1.0, 0.3, 0.2 or 0.1      default: the highest both sides speak
  --transport T          JSONRPC or HTTP+JSON      default: the agent's own order
  --bearer, --api-key    credentials               (A2ACLI_BEARER, A2ACLI_API_KEY; flags show in the process table)
  --timeout T            how long an answer may take, default 30s
  --debug                what goes over the wire, on stderr, without credentials
  -v, --version          the version of this tool`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const [name = "help", ...rest] = args;
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("interrupted")));
  const io: Io = {
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    signal: stop.signal,
  };
  if (name === "--version" || name === "-v") return version(io);
  if (name === "help" || name === "--help" || name === "-h") return help(rest[0], io);
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      const { UsageError } = await import("./cli/failure.ts");
      throw new UsageError(`a2a ${name}: expected ${Object.keys(commands).join(", ")}`);
    }
    if (rest.includes("--help") || rest.includes("-h")) return help(name, io);
    return await (await command()).run(rest, io);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    const { failureOf, printed } = await import("./cli/failure.ts");
    const failure = failureOf(error);
    const asJson = rest.includes("json") || rest.includes("--output=json") || rest.includes("-ojson");
    if (asJson) io.out(`${printed(failure, true)}\n`);
    else io.err(`${printed(failure, false)}\n`);
    return failure.exit;
  }
}

async function help(name: string | undefined, io: Io): Promise<number> {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  io.out(`${command ? (await command()).usage : USAGE}\n`);
  return 0;
}

async function version(io: Io): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  io.out(`${(manifest as { version: string }).version}\n`); // our own manifest
  return 0;
}
