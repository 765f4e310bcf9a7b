import { UsageError } from "../cli/failure.ts";
import { type Given, secondsFlag, textFlag, versionFlag } from "../settings/arguments.ts";
import type { AgentEntry } from "./agents-file.ts";

/** Builds the entry that `a2a agents add` writes, validated as it will be when it is read. */
export async function entryOf(name: string, endpoint: string, given: Given): Promise<AgentEntry> {
  const agentCardUrl = textFlag(given, "card-url");
  const version = given.sources["a2a-version"] === "flag" ? versionFlag(given, "a2a-version") : undefined;
  const timeout = given.sources.timeout === "flag" ? secondsFlag(given, "timeout") : undefined;
  const { variables, ...credentials } = credentialsOf(given);
  const entry: AgentEntry = {
    endpoint,
    ...(agentCardUrl !== undefined && { agentCardUrl }),
    ...credentials,
    ...(timeout !== undefined && { timeout }),
    ...(version && { versions: [version] }),
  };
  const { parseConfig } = await import("@a2a/client/config");
  try {
    const environment = Object.fromEntries(variables.map((variable) => [variable, "set"]));
    parseConfig(JSON.stringify({ a2a: { remoteAgents: { [name]: entry } } }), { file: "agent", environment });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/^agent:\d+:\d+: /, ""), { cause: error });
  }
  return entry;
}

/** Whether the entry holds a secret, instead of the name of a variable with one. */
export function isSecret(given: Given): boolean {
  return FLAGS.some(([flag]) => given.sources[flag] === "flag");
}

const FLAGS = [
  ["bearer", "token-env"],
  ["api-key", "api-key-env"],
] as const;

function credentialsOf(given: Given): Pick<AgentEntry, "auth" | "authToken"> & { variables: string[] } {
  const [token, key] = FLAGS.map(([flag, reference]) => {
    const variable = textFlag(given, reference);
    // The environment's own credentials are for calls, not for the file.
    const secret = given.sources[flag] === "flag" ? textFlag(given, flag) : undefined;
    if (variable !== undefined && secret !== undefined) throw new UsageError(`give either --${flag} or --${reference}`);
    if (variable === undefined) return { text: secret?.replaceAll("${", () => "$${"), variables: [] };
    if (!/^[A-Za-z_]\w*$/.test(variable)) {
      throw new UsageError(`--${reference}: expected the name of an environment variable, not the secret itself`);
    }
    return { text: `\${${variable}}`, variables: [variable] };
  });
  if (token?.text !== undefined && key?.text !== undefined) {
    throw new UsageError("an agent has one kind of credentials: give a bearer token or an API key");
  }
  return {
    variables: [...(token?.variables ?? []), ...(key?.variables ?? [])],
    ...(token?.text !== undefined && { authToken: token.text }),
    ...(key?.text !== undefined && { auth: { type: "apiKey", key: key.text } }),
  };
}
