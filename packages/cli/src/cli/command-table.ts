import type { Io } from "./io.ts";

/** A command: what it does with its arguments, and how to call it. */
export interface Command {
  /** Does its work; the number is the status to exit with. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
  /** How it is called: one line a form, beginning with `a2a NAME`, then what its flags mean. */
  readonly usage: string;
}

/** A command that is loaded when it is called: `a2a --version` should not wait for all of them. */
export interface Entry {
  /** What it is for, in a few words. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
  /** Whether it is for scripts only, and not told of. */
  readonly hidden?: boolean;
}

/** All commands, in the order in which they are told of. */
export const commandTable: Readonly<Record<string, Entry>> = {
  card: { summary: "shows an agent's card, and checks it", load: () => import("../commands/card.ts") },
  skills: {
    summary: "lists an agent's skills",
    load: async () => {
      const { skills, usage } = await import("../commands/card.ts");
      return { run: skills, usage };
    },
  },
  send: { summary: "sends a message and waits for what comes of it", load: () => import("../commands/send.ts") },
  task: {
    summary: "get, list, cancel, subscribe, download, push-config",
    load: () => import("../commands/task.ts"),
  },
  auth: { summary: "logs in by OAuth: login, status, logout", load: () => import("../commands/auth.ts") },
  config: { summary: "shows the settings and where they come from", load: () => import("../commands/config.ts") },
  bridge: {
    summary: "translates between protocol generations: build-send, build-get, build-cancel, parse, detect, convert",
    load: () => import("../commands/bridge.ts"),
  },
  chat: { summary: "talks with an agent, in a terminal", load: () => import("../commands/chat.ts") },
  agents: {
    summary: "the named agents of the configuration file: list, add, remove, ping",
    load: () => import("../commands/agents.ts"),
  },
  remote: {
    summary: "lists the remote agents of the configuration file",
    load: async () => {
      const { remote, usage } = await import("../commands/agents.ts");
      return { run: remote, usage };
    },
  },
  serve: { summary: "serves a module's agent, or a shell command: --exec", load: () => import("../commands/serve.ts") },
  listen: {
    summary: "receives webhooks: verifies, prints and forwards them",
    load: () => import("../commands/listen.ts"),
  },
  conformance: {
    summary: "checks any agent against what the protocol requires",
    load: () => import("../commands/conformance.ts"),
  },
  "demo-server": { summary: "serves an agent to try things on", load: () => import("../commands/demo-server.ts") },
  completion: {
    summary: "prints a script that completes commands in bash, zsh, fish or powershell",
    load: () => import("../commands/completion.ts"),
  },
  __complete: {
    summary: "what a completion script has to ask for",
    hidden: true,
    load: async () => {
      const { complete, usage } = await import("../commands/completion.ts");
      return { run: complete, usage };
    },
  },
};

/** The command of a name. */
export function commandNamed(name: string | undefined): Entry | undefined {
  return name !== undefined && Object.hasOwn(commandTable, name) ? commandTable[name] : undefined;
}

/** The commands that are told of, a line each. */
export function listCommands(): string {
  const told = Object.entries(commandTable).filter(([, { hidden }]) => hidden !== true);
  const width = Math.max(...told.map(([name]) => name.length)) + 2;
  return told.map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`).join("\n");
}
