import { basename } from "node:path";
import { providerOf } from "./agent-files.ts";
import type { Project } from "./options.ts";

/** The files around the sources. */
export function projectFiles(project: Project): Record<string, string> {
  return {
    "package.json": `${JSON.stringify(manifest(project), undefined, 2)}\n`,
    "tsconfig.json": TSCONFIG,
    "README.md": readme(project),
    Dockerfile: dockerfile(project),
    ".dockerignore": "node_modules\n.a2a\n.git\ntest\n",
    ".gitignore": "node_modules\n.a2a\n.env\n",
  };
}

function manifest(project: Project): object {
  const provider = providerOf(project);
  const { store } = project;
  const vendored = vendoredVersions(project);
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
  const { name, packageName, store } = project;
  const provider = providerOf(project);
  const model = provider
    ? `The model answers when \`${provider.key}\` is set; \`MODEL\` chooses another one than \`${provider.model}\`. Without a key a scripted model
answers, so that everything can be tried.\n\n`
    : "";
  const stored = {
    sqlite: "Tasks are stored in a SQLite file below `.a2a`, and survive restarts.",
    memory: "Tasks are stored in memory, and are gone after a restart.",
    postgres:
      "Tasks are stored in the PostgreSQL of `A2A_STORE`, which any number of replicas may share; without it, in memory.",
  };
  return `# ${name}

An [A2A](https://a2a-protocol.org) agent.

\`\`\`sh
npm install
npm test         # over the network, in every protocol version
npm start        # ${name} is at http://127.0.0.1:4000
\`\`\`

Talk to it with \`npx -y @a2a/cli chat http://127.0.0.1:4000\`. The agent is in \`src/agent.ts\`; \`npm run dev\` restarts it after every change.

${model}${stored[store]}

| Variable | For |
|---|---|
| \`PORT\`, \`HOST\` | where it listens; default \`127.0.0.1:4000\` |
| \`TOKEN\` | the bearer token that callers need; required when \`HOST\` can be reached from other machines |
| \`PUBLIC_URL\` | the address that callers use, for the card |

\`\`\`sh
docker build -t ${packageName} .
docker run -p 4000:4000 -e TOKEN=secret -v ${packageName}:/app/.a2a ${packageName}
docker buildx build --platform linux/amd64,linux/arm64 -t ${packageName} . # for both, or the one that your platform runs
\`\`\`
`;
}
