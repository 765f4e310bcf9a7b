import { fileURLToPath } from "node:url";
import type { Command, Language, OfferedInterface, Sdk } from "./sdk.ts";

const sources = (path: string) => fileURLToPath(new URL(`../../peers/${path}`, import.meta.url));

const over = (version: OfferedInterface["version"]): readonly OfferedInterface[] => [
  { version, binding: "JSONRPC" },
  { version, binding: "HTTP+JSON" },
];
const rpc = (version: OfferedInterface["version"]): OfferedInterface => ({ version, binding: "JSONRPC" });

/** A Python SDK in a virtual environment of its own. */
function python(
  name: string,
  folder: string,
  packages: readonly string[],
  more: Omit<Sdk, "language" | "name" | "folder" | "build" | "agent" | "client"> & { agent?: string; client?: string },
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
    build: (cache) => [
      ["cp", "-r", `${sources(`go/${module}`)}/.`, cache],
      ["go", "build", "-C", cache, "-o", "bin/", "./agent", "./client"],
    ],
    agent: (cache, port) => [`${cache}/bin/agent`, String(port)],
    client: (cache, url, { version, binding }, hook) => [`${cache}/bin/client`, url, binding, hook, version],
    ...more,
  };
}

/** Every SDK that can be run, by language. Versions are pinned. */
export const sdks: readonly Sdk[] = [
  python("a2a-sdk (Python) 1.3.0", "python-1.3.0", ["a2a-sdk[http-server,signing]==1.3.0", "uvicorn==0.54.0"], {
    agent: "agent_1_0.py",
    offers: [...over("1.0"), ...over("0.3")],
    client: "client_1_0.py",
    uses: [...over("1.0"), ...over("0.3")],
  }),
  python("a2a-sdk (Python) 0.3.26", "python-0.3.26", ["a2a-sdk[http-server]==0.3.26", "uvicorn==0.54.0"], {
    agent: "agent_0_3.py",
    offers: over("0.3"),
    client: "client_0_3.py",
    uses: over("0.3"),
  }),
  python("a2a-sdk (Python) 0.2.16", "python-0.2.16", ["a2a-sdk==0.2.16", "uvicorn==0.54.0"], {
    agent: "agent_0_3.py",
    offers: [rpc("0.2")],
  }),
  python("fasta2a 0.6.1", "fasta2a-0.6.1", ["fasta2a==0.6.1", "uvicorn==0.54.0"], {
    agent: "agent_fasta2a.py",
    offers: [rpc("0.3")],
  }),
  go("a2a-go 2.4.0", "go-2.4.0", "v2", {
    offers: [...over("1.0"), ...over("0.3")],
    uses: [...over("1.0"), ...over("0.3")],
  }),
  go("a2a-go 0.3.15", "go-0.3.15", "v0_3", { offers: [rpc("0.3")], uses: [rpc("0.3")] }),
];

/** The program that a language needs, and how it tells its version. */
export const toolchains: Readonly<Partial<Record<Language, Command>>> = {
  python: ["python3", "--version"],
  go: ["go", "version"],
};
