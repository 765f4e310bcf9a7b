/** A flag: how it is read, and what is said about it. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for its value in the help. */
  readonly value?: string;
  readonly help?: string;
  /** What counts when nothing is said, as one would write it. */
  readonly standard?: string;
  /** What happens when nothing is said, where that is no value. */
  readonly otherwise?: string;
  /** Whether the environment and files may set it too. Default true. */
  readonly settable?: boolean;
  /** Whether its value is never shown. */
  readonly secret?: boolean;
}

/** Flags that every command about an agent takes. */
export const commonFlags = {
  "agent-card": {
    type: "string",
    short: "a",
    value: "REF",
    help: "the agent: a host, an address, the URL or file of its card, or its name in the configuration file",
  },
  agent: { type: "string", value: "NAME", help: "the agent, by its name in the configuration file" },
  output: { type: "string", short: "o", value: "FORMAT", help: "text or json", standard: "text" },
  "a2a-version": {
    type: "string",
    value: "V",
    help: "the generation to speak: 1.0, 0.3, 0.2, 0.1, or auto for the newest that both sides speak",
    standard: "1.0",
  },
  transport: {
    type: "string",
    multiple: true,
    value: "T",
    help: "JSONRPC or HTTP+JSON; several in order of preference",
    otherwise: "the agent's order",
  },
  bearer: {
    type: "string",
    value: "TOKEN",
    help: "a bearer token; other processes and the shell's history see flags, so prefer A2ACLI_BEARER",
    secret: true,
  },
  "api-key": {
    type: "string",
    value: "KEY",
    help: "an API key; other processes and the shell's history see flags, so prefer A2ACLI_API_KEY",
    secret: true,
  },
  "svc-param": {
    type: "string",
    multiple: true,
    value: "K:V",
    help: "a service parameter, which goes with every request as a header",
    secret: true,
  },
  header: {
    type: "string",
    multiple: true,
    value: "K:V",
    help: "any other HTTP header of every request",
    secret: true,
  },
  timeout: { type: "string", value: "T", help: "how long the command may take: 30s, 500ms, 2m", standard: "5m" },
  "poll-interval": { type: "string", value: "T", help: "how often to look how a task stands", standard: "2s" },
  insecure: { type: "boolean", help: "does not check TLS certificates", otherwise: "they are checked" },
  config: { type: "string", value: "FILE", help: "a .env file, or a YAML or JSON file of agents, for the local one" },
  verbose: { type: "boolean", help: "shows everything that was said", otherwise: "concise" },
  quiet: { type: "boolean", help: "no progress and no warnings" },
  debug: { type: "boolean", help: "shows what goes over the wire on stderr, without credentials" },
  help: { type: "boolean", short: "h", help: "how the command is called", settable: false },
} as const satisfies Readonly<Record<string, Option>>;

/** Flags of commands that send a message or wait for a task. */
export const turnFlags = {
  "context-id": { type: "string", value: "C", help: "the conversation that a new task belongs to" },
  "task-id": { type: "string", value: "T", help: "the task to go on with" },
  metadata: { type: "string", value: "JSON", help: "metadata of the message, an object" },
  history: { type: "string", value: "N", help: "how many messages of the history to ask for" },
  async: { type: "boolean", help: "does not wait for the task" },
  wait: { type: "boolean", help: "waits until the task ends or asks something", otherwise: "send waits" },
} as const satisfies Readonly<Record<string, Option>>;

/** The environment variable that sets a flag. */
export function variableOf(name: string): string {
  return `A2ACLI_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** Flags as lines of help. */
export function describeFlags(flags: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(flags).map(([name, option]) => {
    const spelled = `${option.short ? `-${option.short}, ` : ""}--${name}${option.value ? ` ${option.value}` : ""}`;
    return [spelled, `${option.help ?? ""}${defaultOf(option)}`] as const;
  });
  const width = Math.max(...rows.map(([spelled]) => spelled.length)) + 2;
  return rows.map(([spelled, help]) => `  ${spelled.padEnd(width)}${help}`).join("\n");
}

function defaultOf({ standard, otherwise }: Option): string {
  const said = standard ?? otherwise;
  return said === undefined ? "" : ` (default: ${said})`;
}
