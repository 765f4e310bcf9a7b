import { createWriteStream, readFileSync } from "node:fs";
import type { GatewayEvent } from "@a2a/gateway";
import type { ServeGatewayOptions } from "@a2a/gateway/node";
import { stderrLogger } from "@a2a/server/node";
import { LocalError } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { announceGrpc, grpcFlags, grpcOption, portFlag } from "../serve/server-flags.ts";
import { untilStopped } from "../serve/until-stopped.ts";
import { type Given, readArguments, textFlag } from "../settings/arguments.ts";

export const usage = `a2a gateway --config FILE [flags]   serves a gateway in front of the agents that a file names

  The first line on stdout is the URL; agent NAME is below /agents/NAME. SIGINT and SIGTERM let calls finish, then stop the
  gateway. The file is YAML or JSON; \${NAME} in a value stands for an environment variable. docs/gateway.md has all members.

  --config FILE        the configuration; without it, name agents with --agent
  --agent NAME=URL     an agent; may be repeated, and is added to those of the file
  --port N, --host H   the address to listen on; default a free port of 127.0.0.1
  --grpc PORT          serves callers over gRPC as well, at a port of its own; 0 picks a free one
  --grpc-cleartext     serves gRPC without TLS to other machines, behind a proxy that terminates it
  --public-url URL     the URL that callers use, behind a proxy
  --store STORE        where routes are stored: memory, sqlite:FILE or postgres://…; default sqlite:.a2a/gateway.db
  --sign-key FILE      signs the cards with a private key; a2a card keys FILE creates one
  --audit FILE         appends a line of JSON for each call: who, what, which agent, how it ended; - for stderr

Examples:
  a2a gateway --agent tax=https://tax.internal --agent travel=http://127.0.0.1:4100
  a2a gateway --config gateway.yaml --port 8080 --audit audit.jsonl`;

/** Serves a gateway until SIGINT or SIGTERM. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, {
    config: { type: "string" },
    agent: { type: "string", multiple: true },
    port: { type: "string" },
    host: { type: "string" },
    ...grpcFlags,
    "public-url": { type: "string" },
    store: { type: "string" },
    "sign-key": { type: "string" },
    audit: { type: "string" },
  });
  const configured = await readConfig(textFlag(given, "config"), io);
  const agents = await withGrpc({ ...configured?.agents, ...agentFlags(given) });
  if (Object.keys(agents).length === 0) throw new UsageError("a2a gateway needs --config FILE or --agent NAME=URL");
  const [port, host, publicUrl, store] = [
    portFlag(given),
    ...["host", "public-url", "store"].map((name) => textFlag(given, name)),
  ];
  const signKey = textFlag(given, "sign-key");
  const cardSigner = signKey === undefined ? undefined : await readKey(signKey);
  const audit = auditLog(textFlag(given, "audit"), io);
  const database = await openDatabase(store ?? configured?.store ?? "", io);
  const { serveGateway } = await import("@a2a/gateway/node");
  const gateway = await serveGateway({
    logger: stderrLogger((entry) => io.err(entry), { pretty: io.watched === true }),
    ...configured,
    agents,
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(await grpcOption(given, configured?.grpc)),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(store !== undefined && { store }),
    ...(database && { routes: database.routes }),
    ...(cardSigner && { cardSigner }),
    ...(audit && { onEvent: audit.write }),
  });
  io.out(`${gateway.url}\n`);
  announceGrpc(gateway, io);
  await untilStopped(io);
  await gateway.close();
  await Promise.all([audit?.close(), database?.pool.end()]);
  return 0;
}

async function readConfig(file: string | undefined, io: Io) {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(`--config ${file}: cannot read the file`, { cause });
  }
  const { readGatewayConfig } = await import("@a2a/gateway/config");
  return readGatewayConfig(text, file, io.env);
}

async function readKey(file: string) {
  const { readSigner } = await import("../card/signing-key.ts");
  return readSigner("--sign-key", file);
}

/** The routes of a store in PostgreSQL. */
async function openDatabase(store: string, io: Io) {
  if (!/^postgres(ql)?:/.test(store)) return undefined;
  const [{ default: pg }, { createPostgresRoutes }] = await Promise.all([
    import("pg"),
    import("@a2a/gateway/postgres"),
  ]);
  const pool = new pg.Pool({ connectionString: store });
  // The pool replaces a connection that breaks while idle; calls that need one get the error.
  pool.on("error", (error) => io.err(`the database closed a connection: ${line(error.message)}\n`));
  try {
    return { pool, routes: await createPostgresRoutes({ pool }) };
  } catch (cause) {
    await pool.end();
    const { host, pathname } = new URL(store);
    throw new LocalError("CONFIG", `cannot use postgres://${host}${pathname}: ${(cause as Error).message}`, { cause });
  }
}

function agentFlags(given: Given): Record<string, { url: string }> {
  const pairs = given.ordered.filter(({ name }) => name === "agent").map(({ value = "" }) => value);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, url] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (name === undefined || url === undefined || !URL.canParse(url)) {
        throw new UsageError(`--agent ${pair}: expected NAME=URL, such as tax=https://tax.internal`);
      }
      return [name, { url }];
    }),
  );
}

/** The agents, with the binding that this package brings where they are pinned to gRPC. */
async function withGrpc(agents: ServeGatewayOptions["agents"]): Promise<ServeGatewayOptions["agents"]> {
  if (!Object.values(agents).some(({ bindings }) => bindings?.includes("GRPC"))) return agents;
  const { grpc } = await import("@a2a/grpc/client");
  return Object.fromEntries(
    Object.entries(agents).map(([name, agent]) => {
      const bindings = agent.bindings?.map((binding) => (binding === "GRPC" ? grpc : binding));
      return [name, { ...agent, ...(bindings && { bindings }) }];
    }),
  );
}

/** Writes events as lines of JSON. */
function auditLog(file: string | undefined, io: Io) {
  if (file === undefined) return undefined;
  if (file === "-")
    return { write: (event: GatewayEvent) => io.err(`${JSON.stringify(event)}\n`), close: async () => undefined };
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  stream.on("error", (error) => io.err(`--audit ${file}: ${error.message}\n`));
  return {
    write: (event: GatewayEvent) => void stream.write(`${JSON.stringify(event)}\n`),
    close: () => new Promise<void>((resolve) => stream.end(() => resolve())),
  };
}
