/** A flag: how it is parsed, and its help. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  /** The placeholder of its value in the help. */
  readonly value?: string;
  readonly help?: string;
  /** The default, as one would write it. */
  readonly standard?: string;
  /** The behavior without it, if there is no default value. */
  readonly otherwise?: string;
  /** Whether the environment and settings files can set it too. Default true. */
  readonly settable?: boolean;
  /**
   * Whether a `.env` file that was found in the working directory or above can set it, too. Default false: the author of such a file
   * must not choose which agent is called with the user's credentials, or which command is run.
   */
  readonly harmless?: boolean;
  /** Whether its value must never be printed. */
  readonly secret?: boolean;
}

/** The flags of every command that calls an agent. */
export const commonFlags = {
  "agent-card": {
    type: "string",
    short: "a",
    value: "REF",
    help: "the agent: a URL, a host, the URL or file of its card, or its name in the configuration file",
  },
  agent: { type: "string", value: "NAME", help: "the agent, by its name in the configuration file" },
  output: { type: "string", short: "o", value: "FORMAT", help: "text or json", standard: "text", harmless: true },
  "a2a-version": {
    type: "string",
    value: "V",
    help: "the protocol version: 1.0, 0.3, 0.2, 0.1, or auto for the newest that both sides support",
    standard: "1.0",
    harmless: true,
  },
  transport: {
    type: "string",
    multiple: true,
    value: "T",
    help: "JSONRPC, HTTP+JSON or GRPC; repeat it in order of preference",
    otherwise: "the agent's order",
    harmless: true,
  },
  binding: { type: "string", multiple: true, value: "T", help: "the same as --transport", settable: false },
  bearer: {
    type: "string",
    value: "TOKEN",
    help: "a bearer token; flags are visible to other processes, so prefer A2ACLI_BEARER",
    secret: true,
  },
  "api-key": {
    type: "string",
    value: "KEY",
    help: "an API key; flags are visible to other processes, so prefer A2ACLI_API_KEY",
    secret: true,
  },
  "svc-param": {
    type: "string",
    multiple: true,
    value: "K:V",
    help: "a service parameter, sent as a header with every request",
    secret: true,
  },
  header: {
    type: "string",
    multiple: true,
    value: "K:V",
    help: "an HTTP header, sent with every request",
    secret: true,
  },
  timeout: {
    type: "string",
    value: "T",
    help: "the time limit of the command: 30s, 500ms, 2m",
    standard: "5m",
    harmless: true,
  },
  "poll-interval": {
    type: "string",
    value: "T",
    help: "the interval between polls of a task",
    standard: "2s",
    harmless: true,
  },
  insecure: { type: "boolean", help: "skips the verification of TLS certificates", otherwise: "verified" },
  "allow-private": {
    type: "boolean",
    help: "lets the card name private addresses",
    otherwise: "only the address that you name may be private",
  },
  config: { type: "string", value: "FILE", help: "a .env file with settings, or a YAML or JSON file with agents" },
  verbose: { type: "boolean", help: "prints all details", otherwise: "concise", harmless: true },
  quiet: { type: "boolean", help: "prints no progress and no warnings", harmless: true },
  debug: { type: "boolean", help: "prints requests and responses on stderr, without credentials" },
  json: { type: "boolean", help: "the same as -o json", settable: false },
  help: { type: "boolean", short: "h", help: "prints the usage of the command", settable: false },
} as const satisfies Readonly<Record<string, Option>>;

/** The flags of commands that send a message or wait for a task. */
export const turnFlags = {
  "context-id": { type: "string", value: "C", help: "the context (conversation) of the message" },
  "task-id": { type: "string", value: "T", help: "the task to continue" },
  metadata: { type: "string", value: "JSON", help: "metadata of the message, a JSON object" },
  history: { type: "string", value: "N", help: "the number of history messages to request", harmless: true },
  async: { type: "boolean", help: "returns at once, without waiting for the task", harmless: true },
  wait: { type: "boolean", help: "waits until the task ends or needs input", otherwise: "send waits", harmless: true },
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
  const text = standard ?? otherwise;
  return text === undefined ? "" : ` (default: ${text})`;
}
