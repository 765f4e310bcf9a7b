import { fileURLToPath } from "node:url";
import type { Command, Language, OfferedInterface, Sdk } from "./sdk.ts";

const sources = (path: string) => fileURLToPath(new URL(`../../peers/${path}`, import.meta.url));

const over = (version: OfferedInterface["version"]): readonly OfferedInterface[] => [
  { version, binding: "JSONRPC" },
  { version, binding: "HTTP+JSON" },
];
const withGrpc = (version: OfferedInterface["version"]): readonly OfferedInterface[] => [
  ...over(version),
  { version, binding: "GRPC" },
];
const rpc = (version: OfferedInterface["version"]): OfferedInterface => ({ version, binding: "JSONRPC" });

const program = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** An official JavaScript SDK, which the workspace has installed. */
function javascript(
  version: string,
  sdk: OfferedInterface["version"],
  { offers, uses }: Required<Pick<Sdk, "offers" | "uses">>,
): Sdk {
  const run = (path: string, ...args: string[]): Command => [
    process.execPath,
    "--conditions=@a2a/source",
    program(`./javascript/${path}`),
    sdk,
    ...args,
  ];
  return {
    language: "javascript",
    name: `@a2a-js/sdk ${version}`,
    folder: `javascript-${version}`,
    incremental: true,
    build: () => [],
    agent: (_, port) => run("agent-main.ts", String(port)),
    secured: true,
    ...(sdk === "1.0" && { signsCard: true }),
    offers,
    client: (_, url, { version: spoken, binding }, hook) => run("client-main.ts", url, binding, hook, spoken),
    uses,
  };
}

/** A Python SDK in a virtual environment of its own. */
function python(
  name: string,
  folder: string,
  packages: readonly string[],
  more: Partial<Omit<Sdk, "name" | "folder" | "build" | "agent" | "client">> & { agent?: string; client?: string },
): Sdk {
  const { agent, client, ...rest } = more;
  const interpreter = (cache: string) => `${cache}/bin/python`;
  return {
    language: "python",
    name,
    folder,
    build: (cache) => [
      ["python3", "-m", "venv", cache],
      [interpreter(cache), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages],
    ],
    ...rest,
    ...(agent && {
      agent: (cache: string, port: number): Command => [interpreter(cache), sources(`python/${agent}`), String(port)],
    }),
    ...(client && {
      client: (cache: string, url: string, { binding }: OfferedInterface, hook: string): Command => [
        interpreter(cache),
        sources(`python/${client}`),
        url,
        binding,
        hook,
      ],
    }),
  };
}

/** A Go module, built from a copy of its sources. */
function go(name: string, folder: string, module: string, more: Pick<Sdk, "offers" | "uses">): Sdk {
  return {
    language: "go",
    name,
    folder,
    incremental: true,
    build: (cache) => [
      ["cp", "-r", `${sources(`go/${module}`)}/.`, cache],
      ["go", "build", "-C", cache, "-o", "bin/", "./agent", "./client"],
    ],
    secured: true,
    agent: (cache, port) => [`${cache}/bin/agent`, String(port)],
    client: (cache, url, { version, binding }, hook) => [`${cache}/bin/client`, url, binding, hook, version],
    ...more,
  };
}

/** A Maven project, built from a copy of its sources: a Quarkus application as the agent, and a client that is run from its libraries. */
function java(name: string, folder: string, project: string, more: Pick<Sdk, "offers" | "uses" | "fromSource">): Sdk {
  const built = (cache: string) => `${cache}/target/quarkus-app`;
  return {
    language: "java",
    name,
    folder,
    incremental: true,
    build: (cache) => [
      ["cp", "-r", `${sources(`java/${project}`)}/.`, cache],
      ["cp", "-r", `${sources("java/common")}/.`, `${cache}/src/main/java/interop`],
      ["mvn", "--quiet", "--batch-mode", "--file", `${cache}/pom.xml`, "package"],
    ],
    secured: true,
    agent: (cache, port) => ["java", `-Dquarkus.http.port=${port}`, "-jar", `${built(cache)}/quarkus-run.jar`],
    client: (cache, url, { binding }, hook) => [
      "java",
      "-cp",
      `${built(cache)}/lib/main/*:${built(cache)}/app/*`,
      "interop.ProbeClient",
      url,
      binding,
      hook,
    ],
    ...more,
  };
}

/** A Cargo package, built from a copy of its sources. */
function rust(name: string, folder: string, more: Pick<Sdk, "offers" | "uses">): Sdk {
  return {
    language: "rust",
    name,
    folder,
    incremental: true,
    build: (cache) => [
      ["cp", "-r", `${sources("rust")}/.`, cache],
      ["cargo", "build", "--quiet", "--release", "--locked", "--manifest-path", `${cache}/Cargo.toml`],
    ],
    secured: true,
    agent: (cache, port) => [`${cache}/target/release/agent`, String(port)],
    client: (cache, url, { binding }, hook) => [`${cache}/target/release/client`, url, binding, hook],
    ...more,
  };
}

const rpcAndGrpc: readonly OfferedInterface[] = [rpc("0.3"), { version: "0.3", binding: "GRPC" }];
const both = [...withGrpc("1.0"), ...withGrpc("0.3")];

/** Every SDK that can be run, by language. Versions are pinned. */
export const sdks: readonly Sdk[] = [
  javascript("1.3.0", "1.0", { offers: both, uses: both }),
  javascript("0.3.14", "0.3", { offers: over("0.3"), uses: over("0.3") }),
  javascript("0.2.5", "0.2", { offers: [rpc("0.2")], uses: [rpc("0.2")] }),
  python("a2a-sdk (Python) 1.3.0", "python-1.3.0", ["a2a-sdk[http-server,grpc,signing]==1.3.0", "uvicorn==0.54.0"], {
    agent: "agent_1_0.py",
    secured: true,
    signsCard: true,
    offers: both,
    client: "client_1_0.py",
    uses: both,
  }),
  python("a2a-sdk (Python) 0.3.26", "python-0.3.26", ["a2a-sdk[http-server,grpc]==0.3.26", "uvicorn==0.54.0"], {
    agent: "agent_0_3.py",
    secured: true,
    offers: withGrpc("0.3"),
    client: "client_0_3.py",
    uses: withGrpc("0.3"),
  }),
  python("a2a-sdk (Python) 0.2.16", "python-0.2.16", ["a2a-sdk==0.2.16", "uvicorn==0.54.0"], {
    agent: "agent_0_3.py",
    secured: true,
    offers: [rpc("0.2")],
  }),
  python("fasta2a 0.6.1", "fasta2a-0.6.1", ["fasta2a==0.6.1", "uvicorn==0.54.0"], {
    agent: "agent_fasta2a.py",
    unstreamed: true,
    offers: [rpc("0.3")],
  }),
  // It does not start with the newest release of its own JSON-RPC package.
  python("a2a-server 0.6.1", "a2a-server-0.6.1", ["a2a-server==0.6.1", "a2a-json-rpc==0.3.0", "uvicorn==0.54.0"], {
    agent: "agent_0_1.py",
    unstreamed: true,
    offers: [rpc("0.1")],
  }),
  python("python-a2a 0.5.10", "python-a2a-0.5.10", ["python-a2a==0.5.10"], {
    agent: "agent_python_a2a.py",
    unstreamed: true,
    offers: [{ ...rpc("0.1"), found: true }],
    client: "client_python_a2a.py",
    uses: [rpc("0.1")],
  }),
  python("langgraph dev 0.4.40", "langgraph-0.4.40", ["langgraph-cli[inmem]==0.4.40", "langgraph-api==0.16.7"], {
    language: "hosts",
    agent: "agent_langgraph.py",
    // The id of an assistant is derived from the name of its graph.
    path: "/.well-known/agent-card.json?assistant_id=99862e3e-ea8f-57f3-87d3-a19fd9b6ab04",
    joinsTexts: true,
    offers: [rpc("1.0")],
  }),
  python("LiteLLM 1.106.2", "litellm-1.106.2", ["litellm[proxy]==1.106.2", "a2a-sdk==1.3.0"], {
    language: "hosts",
    agent: "agent_litellm.py",
    path: "/a2a/tides",
    isProxy: true,
    offers: [rpc("1.0")],
  }),
  go("a2a-go 2.4.0", "go-2.4.0", "v2", {
    offers: both,
    uses: both,
  }),
  go("a2a-go 0.3.15", "go-0.3.15", "v0_3", { offers: rpcAndGrpc, uses: rpcAndGrpc }),
  rust("a2a-rs 0.5.3", "rust-0.5.3", { offers: withGrpc("1.0"), uses: withGrpc("1.0") }),
  java("a2a-java 1.2.0", "java-1.2.0", "v1_2", {
    offers: withGrpc("1.0"),
    uses: withGrpc("1.0"),
    fromSource: {
      artifacts: "org.a2aproject.sdk:",
      repository: "https://github.com/a2aproject/a2a-java",
      tag: "v1.2.0.Final",
      command:
        "mvn -DskipTests -Dquarkus.platform.version=3.34.2 -pl reference/rest,reference/jsonrpc,reference/grpc,client/base,client/transport/rest,client/transport/jsonrpc,client/transport/grpc -am install",
      needs: "Maven 3.9.6 or newer",
    },
  }),
  java("a2a-java 0.3.3", "java-0.3.3", "v0_3", { offers: over("0.3"), uses: withGrpc("0.3") }),
];

/** The program that a language needs, and how it tells its version. */
export const toolchains: Readonly<Partial<Record<Language, Command>>> = {
  javascript: [process.execPath, "--version"],
  python: ["python3", "--version"],
  go: ["go", "version"],
  rust: ["cargo", "--version"],
  java: ["mvn", "--version"],
  hosts: ["python3", "--version"],
};
