import type { JsonObject } from "@a2a/types";
import { authKeys, type ConfigKey, clientKeys, remoteAgentKeys, rootKeys, serverKeys } from "./config-keys.ts";
import { authForms, describeType, membersOf, schemaAt } from "./config-schema.ts";

const introduction = `# Configuration

One file, YAML or JSON, says which agents there are and how to serve. Programs read it with \`loadConfig\` of \`@a2a/client/config\`,
\`connect\` of \`@a2a/client/node\` finds agents in it by name, \`serveFromConfig\` of \`@a2a/server/node\` serves by it, and \`a2a\` uses it
on the command line. This page is written by \`npm run documents\`; a test compares it with the schema.

\`\`\`yaml
# a2a.yaml
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
import { connect } from "@a2a/client/node";
import { serveFromConfig } from "@a2a/server/node";

const executor = async function* () {
  await using desk = await connect("desk"); // looked up in the file
  yield \`\${desk.card.name} is there.\`;
};
await serveFromConfig(loadConfig(), { card: { name: "Clerk" }, executor });
\`\`\`

- **Which file.** The one that \`A2A_CONFIG\` names, else the first of \`a2a.yaml\`, \`a2a.yml\`, \`a2a.json\`, \`config.yaml\`, \`config.yml\`,
  \`config.json\` in the current folder. The command line looks for \`a2a.config.yaml\`, \`.yml\` or \`.json\` first, here and in the folders
  above, and takes \`--config\`; see [cli.md](cli.md) for its own settings.
- **Spelling.** \`snake_case\` is understood: \`poll_interval\` is \`pollInterval\`. Keys beside \`a2a\` belong to somebody else; unknown keys
  within it are an error.
- **Variables.** \`\${NAME}\`, \`\${NAME:-default}\` and \`\${NAME:?message}\` are filled in below \`a2a\`; \`$\${\` stands for itself.
- **Mistakes** are told with file, line and key. Secrets are wrapped and never printed.
- **Editors** complete and check with the schema: \`configJsonSchema()\` returns it.
`;

/** The reference of the configuration file, as a document. */
export function configurationDocument(): string {
  return [
    introduction,
    ...section("`a2a`", rootKeys, schemaAt("a2a")),
    ...section("`a2a.server`", serverKeys, schemaAt("a2a", "server")),
    "Not in the file are card, executor and credentials: those are code.",
    "",
    ...section("`a2a.clients.<name>`", clientKeys, schemaAt("a2a", "clients", "*"), {
      url: "required, or `agentCardUrl`",
      agentCardUrl: "required, or `url`",
    }),
    ...section("`a2a.remoteAgents.<name>`", remoteAgentKeys, schemaAt("a2a", "remoteAgents", "*"), {
      endpoint: "required, or `agentCardUrl`",
      agentCardUrl: "required, or `endpoint`",
    }),
    "Both sections are one namespace; an agent may stand in both as long as they do not contradict each other.",
    "",
    "## `auth`",
    "",
    "| `type` | Key | Type | | Example |",
    "|---|---|---|---|---|",
    ...Object.entries(authForms()).flatMap(([type, { members, required: needed }]) =>
      Object.entries(members).map(([name, schema]) => {
        const key = authKeys[type]?.[name];
        if (!key) throw new Error(`auth of type ${type} has a key ${name} that is not explained`);
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
