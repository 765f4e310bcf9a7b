import type { Io } from "./io.ts";

/** A command and its help. */
export interface Command {
  /** Runs it; resolves with the exit status. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
  /** Its help: one line for each form, starting with `a2a NAME`, then the flags and examples. */
  readonly usage: string;
}

/** A command that is loaded when it is called, so that `a2a --version` does not wait for all of them. */
export interface Entry {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
  /** Whether it is for scripts only, and not listed. */
  readonly hidden?: boolean;
}

/** All commands, in the order of the help. */
export const commandTable: Readonly<Record<string, Entry>> = {
  card: { summary: "shows, checks and signs the card of an agent", load: () => import("../commands/card.ts") },
  skills: {
    summary: "lists the skills of an agent",
    load: async () => {
      const { skills, usage } = await import("../commands/card.ts");
      return { run: skills, usage };
    },
  },
  send: { summary: "sends a message and waits for the result", load: () => import("../commands/send.ts") },
  task: {
    summary: "manages tasks: get, list, cancel, subscribe, download, push-config",
    load: () => import("../commands/task.ts"),
  },
  auth: { summary: "manages OAuth logins: login, status, logout", load: () => import("../commands/auth.ts") },
  config: { summary: "shows the settings and their sources", load: () => import("../commands/config.ts") },
  bridge: {
    summary: "translates between protocol versions: build-send, build-get, build-cancel, parse, detect, convert",
    load: () => import("../commands/bridge.ts"),
  },
  chat: { summary: "talks to an agent in a terminal", load: () => import("../commands/chat.ts") },
  agents: {
    summary: "manages the agents of the configuration file: list, add, remove, ping",
    load: () => import("../commands/agents.ts"),
  },
  remote: {
    summary: "lists the remote agents of the configuration file",
    load: async () => {
      const { remote, usage } = await import("../commands/agents.ts");
      return { run: remote, usage };
    },
  },
  serve: {
    summary: "serves the agent of a module, or a shell command with --exec",
    load: () => import("../commands/serve.ts"),
  },
  gateway: {
    summary: "serves a gateway: one address in front of many agents, for callers of every version",
    load: () => import("../commands/gateway.ts"),
  },
  mcp: { summary: "offers agents as tools of an MCP host", load: () => import("../commands/mcp.ts") },
  listen: {
    summary: "receives, verifies, prints and forwards webhooks",
    load: () => import("../commands/listen.ts"),
  },
  conformance: {
    summary: "checks an agent against the requirements of the protocol",
    load: () => import("../commands/conformance.ts"),
  },
  inspect: {
    summary: "opens a page that shows an agent: its card, conversations, event logs and the wire",
    load: () => import("../commands/inspect.ts"),
  },
  doctor: {
    summary: "says why an agent cannot be called, and what to change",
    load: () => import("../commands/doctor.ts"),
  },
  store: {
    summary: "creates, upgrades and shows a store in PostgreSQL: migrate, status",
    load: () => import("../commands/store.ts"),
  },
  "demo-server": { summary: "serves a test agent", load: () => import("../commands/demo-server.ts") },
  completion: {
    summary: "prints a completion script for bash, zsh, fish or powershell",
    load: () => import("../commands/completion.ts"),
  },
  __complete: {
    summary: "prints dynamic completions, for the completion scripts",
    hidden: true,
    load: async () => {
      const { complete, usage } = await import("../commands/completion.ts");
      return { run: complete, usage };
    },
  },
};

/** The command with this name. */
export function commandNamed(name: string | undefined): Entry | undefined {
  return name !== undefined && Object.hasOwn(commandTable, name) ? commandTable[name] : undefined;
}

/** The names of the listed commands. */
export function listedCommands(): string[] {
  return Object.keys(commandTable).filter((name) => commandTable[name]?.hidden !== true);
}

/** The listed commands, one line each. */
export function listCommands(): string {
  const names = listedCommands();
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return names.map((name) => `  ${name.padEnd(width)}${commandTable[name]?.summary}`).join("\n");
}
