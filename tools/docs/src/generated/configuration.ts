import type { JsonObject } from "@a2a/types";
import { authKeys, type ConfigKey, clientKeys, remoteAgentKeys, rootKeys, serverKeys } from "./config-keys.ts";
import { authForms, describeType, membersOf, schemaAt } from "./config-schema.ts";

const introduction = `# Configuration

One YAML or JSON file lists the agents you call and describes the server you run. Programs load it with \`loadConfig\` from
\`@a2a/client/config\`; on Node, \`connect\` finds agents in it by name; \`serveFromConfig\` from \`@a2a/server/node\` starts
the server it describes; and the \`a2a\` command reads the same file. \`npm run generate\` writes this page, and a test compares it with
the schema.

\`\`\`yaml
# a2a.config.yaml
a2a:
  enabled: true
  server: { port: 4000, store: "sqlite:tasks.db" }
  clients: # times in seconds
    tides: { url: "https://tide.example", timeout: 60 }
  remoteAgents: # times in milliseconds
    desk: { endpoint: "https://desk.example", authToken: "\${DESK_TOKEN:?ask the harbour office}" }
\`\`\`

\`\`\`ts
import { loadConfig } from "@a2a/client/config";
import { connect } from "@a2a/client";
import { serveFromConfig } from "@a2a/server/node";

const executor = async function* () {
  await using desk = await connect("desk"); // looked up in the file
  yield \`\${desk.card.name} is there.\`;
};
await serveFromConfig(loadConfig(), { card: { name: "Clerk" }, executor });
\`\`\`

- **File.** \`--config\` on the command line or \`file\` in code; else the file that \`A2A_CONFIG\` names; else the nearest of
  \`a2a.config.yaml\`, \`a2a.yaml\` and \`config.yaml\` (or \`.yml\`, \`.json\`) in the working directory or above it. A \`config.*\` counts only
  when it has a key \`a2a\`. The library and the command line search in the same way; [cli.md](cli.md) lists the command line's own settings.
- **Spelling.** \`snake_case\` works too: \`poll_interval\` is \`pollInterval\`. Keys outside \`a2a\` are ignored; unknown keys inside it are an
  error.
- **Variables.** \`\${NAME}\`, \`\${NAME:-default}\` and \`\${NAME:?message}\` are expanded below \`a2a\`; write \`$\${\` for a literal \`\${\`. An unset
  variable makes only its own agent unusable: the other agents work, and \`a2a agents list\` shows which variable is missing.
- **Errors** name the file, the line and the key. Secrets are never printed.
- **Editors** can complete and check the file with the JSON Schema that \`configJsonSchema()\` returns.
`;

/** The reference of the configuration file, as Markdown. */
export function configurationDocument(): string {
  return [
    introduction,
    ...section("`a2a`", rootKeys, schemaAt("a2a")),
    ...section("`a2a.server`", serverKeys, schemaAt("a2a", "server")),
    "The card, the executor and the credentials callers need are code, not configuration.",
    "",
    ...section("`a2a.clients.<name>`", clientKeys, schemaAt("a2a", "clients", "*"), {
      url: "required, or `agentCardUrl`",
      agentCardUrl: "required, or `url`",
    }),
    ...section("`a2a.remoteAgents.<name>`", remoteAgentKeys, schemaAt("a2a", "remoteAgents", "*"), {
      endpoint: "required, or `agentCardUrl`",
      agentCardUrl: "required, or `endpoint`",
    }),
    "Both sections share one namespace. An agent may appear in both, as long as the two entries do not contradict each other.",
    "",
    "## `auth`",
    "",
    "| `type` | Key | Type | | Example |",
    "|---|---|---|---|---|",
    ...Object.entries(authForms()).flatMap(([type, { members, required: needed }]) =>
      Object.entries(members).map(([name, schema]) => {
        const key = authKeys[type]?.[name];
        if (!key) throw new Error(`auth of type ${type} has a key ${name} that config-keys.ts does not explain`);
        const said = needed.includes(name) ? `${key.meaning}; required` : key.meaning;
        return `| \`${type}\` | \`${name}\` | ${describeType(schema)} | ${said} | \`${shown(key)}\` |`;
      }),
    ),
    "",
  ].join("\n");
}

function section(
  title: string,
  keys: Readonly<Record<string, ConfigKey>>,
  schema: JsonObject,
  fallbacks: Readonly<Record<string, string>> = {},
): string[] {
  const members = membersOf(schema);
  return [
    `## ${title}`,
    "",
    "| Key | Type | Default | | Example |",
    "|---|---|---|---|---|",
    ...Object.entries(keys).map(([name, key]) => {
      const member = members[name];
      if (!member) throw new Error(`${title} has no key ${name}`);
      const fallback = fallbacks[name] ?? (key.fallback === undefined ? "" : formatFallback(key.fallback));
      return `| \`${name}\` | ${describeType(member)} | ${fallback} | ${key.meaning} | \`${shown(key)}\` |`;
    }),
    "",
  ];
}

function formatFallback(fallback: string | number | boolean): string {
  return typeof fallback === "string" && /^[a-z]+$/.test(fallback) ? fallback : `\`${String(fallback)}\``;
}

/** An example as one would write it in YAML. */
function shown({ example }: ConfigKey): string {
  return typeof example === "string" ? example : JSON.stringify(example).replaceAll('":', '": ').replaceAll(",", ", ");
}
