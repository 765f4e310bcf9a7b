import { basename } from "node:path";
import { providerOf } from "./agent-files.ts";
import type { Project } from "./options.ts";

/** The files around the sources. */
export function projectFiles(project: Project): Record<string, string> {
  const vendored = vendoredVersions(project);
  return {
    "package.json": `${JSON.stringify(manifest(project, vendored), undefined, 2)}\n`,
    // With an older Node, `npm install` says which one is needed, instead of a warning before `npm start` fails.
    ".npmrc": "engine-strict=true\n",
    ...(Object.keys(vendored).length > 0 && { "pnpm-workspace.yaml": pnpmOverrides(vendored) }),
    "tsconfig.json": TSCONFIG,
    "README.md": readme(project),
    Dockerfile: dockerfile(project),
    ".dockerignore": "node_modules\n.a2a\n.git\ntest\n",
    ".gitignore": "node_modules\n.a2a\n.env\n",
  };
}

function manifest(project: Project, vendored: Readonly<Record<string, string>>): object {
  const provider = providerOf(project);
  const { store } = project;
  const versions: Readonly<Record<string, string>> = { ...project.versions, ...vendored };
  const pick = (names: readonly (string | undefined)[], fallback: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      names
        .filter((name) => name !== undefined)
        .sort()
        .map((name) => [name, versions[name] ?? fallback[name] ?? "latest"]),
    );
  const model = provider ? ["@a2a/tool-wrapper", "ai", provider.package, "zod"] : [];
  return {
    name: project.packageName,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=22.19.0" },
    scripts: {
      start: "node src/main.ts",
      dev: "node --watch src/main.ts",
      test: "node --test test/*.test.ts",
      typecheck: "tsc",
    },
    dependencies: pick(["@a2a/server", "@a2a/types", ...model, store === "postgres" ? "@a2a/postgres" : undefined], {
      ai: "^7.0.0",
      zod: "^4.6.0",
      "@ai-sdk/anthropic": "^4.0.0",
      "@ai-sdk/openai": "^4.0.0",
    }),
    devDependencies: pick(["@a2a/client", "@types/node", "typescript"], {
      "@types/node": "^24.0.0",
      typescript: "^7.0.0",
    }),
    // Packages that these need are not on npm either.
    ...(Object.keys(vendored).length > 0 && { overrides: vendored }),
  };
}

function vendoredVersions({ tarballs }: Project): Record<string, string> {
  return Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:vendor/${basename(path)}`]));
}

/** pnpm does not read the `overrides` of package.json. */
function pnpmOverrides(vendored: Readonly<Record<string, string>>): string {
  const lines = Object.entries(vendored).map(([name, version]) => `  "${name}": ${version}\n`);
  return `overrides:\n${lines.join("")}`;
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2024", "esnext.disposable"],
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": true,
    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
    "allowImportingTsExtensions": true,
    "noEmit": true
  },
  "include": ["src", "test"]
}
`;

function dockerfile({ tarballs }: Project): string {
  const vendor = Object.keys(tarballs).length > 0 ? "COPY vendor ./vendor\n" : "";
  return `FROM node:24-slim
WORKDIR /app
COPY package*.json ./
${vendor}RUN npm install --omit=dev
COPY src ./src
# Tasks are stored below .a2a: mount a volume there to keep them.
RUN mkdir .a2a && chown node .a2a
USER node
ENV HOST=0.0.0.0 PORT=4000
EXPOSE 4000
CMD ["node", "src/main.ts"]
`;
}

function readme(project: Project): string {
  const { name, packageName, store, tarballs } = project;
  const provider = providerOf(project);
  const model = provider
    ? `Set \`${provider.key}\` to use the model, and \`MODEL\` to choose a model other than \`${provider.model}\`. Without a key, a scripted model
answers, so you can try everything first.\n\n`
    : "";
  const stored = {
    sqlite: "Tasks are stored in a SQLite file in `.a2a`, so they survive restarts.",
    memory: "Tasks are stored in memory and are lost when the agent restarts.",
    postgres:
      "Set `A2A_STORE` to the URL of a PostgreSQL database that stores the tasks; any number of replicas can share it. Without it, tasks are stored in memory.",
  };
  const chat =
    Object.keys(tarballs).length > 0
      ? "Talk to it from the checkout that created this project: `npm run --silent a2a -- chat http://127.0.0.1:4000`."
      : "Talk to it with `npx -y @a2a/cli chat http://127.0.0.1:4000`.";
  return `# ${name}

An [A2A](https://a2a-protocol.org) agent. It needs Node 22.19 or newer.

\`\`\`sh
npm install
npm test         # calls the agent over the network, in every protocol version
npm start        # ${name} is at http://127.0.0.1:4000
\`\`\`

${chat} The agent is in \`src/agent.ts\`; \`npm run dev\` restarts it after every change.

${model}${stored[store]}

| Variable | For |
|---|---|
| \`PORT\`, \`HOST\` | the address to listen on; default \`127.0.0.1:4000\` |
| \`TOKEN\` | the bearer token that callers send; required if other machines can reach \`HOST\` |
| \`PUBLIC_URL\` | the URL that callers use; the card names it |

\`\`\`sh
docker build -t ${packageName} .
docker run -p 4000:4000 -e TOKEN=secret -v ${packageName}:/app/.a2a ${packageName}
docker buildx build --platform linux/amd64,linux/arm64 -t ${packageName} . # for one or both architectures
\`\`\`
`;
}
