import { readFileSync } from "node:fs";
import { bearer } from "@a2a/server";
import { type GrpcOptions, registerStore, type ServeOptions } from "@a2a/server/node";
import { isProtocolVersion, type KnownVersion } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { variableOf } from "../cli/options.ts";
import { type Given, textFlag } from "../settings/arguments.ts";

/** The settings that all commands share that serve an agent. */
export interface ServerSettings {
  port?: number;
  host?: string;
  /** `memory`, `sqlite:FILE` or `postgres://…`. */
  store?: string;
  /** Protocol versions, separated by commas. */
  versions?: string;
  /** `none`, `bearer:@FILE` with lines such as `TOKEN=USER`, or `bearer:TOKEN=USER,…`. */
  auth?: string;
  allowLoopbackWebhooks?: boolean;
  /** `on` or `off`: whether there is a page at `/inspect`. Default: at loopback addresses. */
  inspector?: string;
}

/** The flags for these settings. */
export const serverFlags = {
  port: { type: "string" },
  host: { type: "string" },
  store: { type: "string" },
  versions: { type: "string" },
  auth: { type: "string" },
  "allow-loopback-webhooks": { type: "boolean" },
  inspector: { type: "string" },
} as const;

/** Reads the settings from the command line and the environment. */
export function serverSettings(given: Given, io: Pick<Io, "env">): ServerSettings {
  const port = portFlag(given);
  const texts = ["host", "store", "versions", "auth", "inspector"].flatMap((name) => {
    const value = name === "store" ? storeFlag(given, io) : textFlag(given, name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(texts),
    ...(port !== undefined && { port }),
    ...(given.values["allow-loopback-webhooks"] === true && { allowLoopbackWebhooks: true }),
  };
}

/** Where tasks are stored, by the flag or its variable. `A2A_STORE` is the default of every server, with or without this command. */
export function storeFlag(given: Given, { env }: Pick<Io, "env">): string | undefined {
  return textFlag(given, "store") ?? env[variableOf("store")];
}

/** A flag that names a port, `--port` unless another is given. */
export function portFlag(given: Given, name = "port"): number | undefined {
  const port = textFlag(given, name);
  if (port === undefined) return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--${name} ${port}: expected a number from 0 to 65535`);
  return Number(port);
}

/** The flags of servers that answer over gRPC as well. */
export const grpcFlags = { grpc: { type: "string" }, "grpc-cleartext": { type: "boolean" } } as const;

/** The option `grpc` of servers from its flags, which override what a file says; empty if neither asks for it. */
export async function grpcOption(
  given: Given,
  configured?: boolean | GrpcOptions,
): Promise<{ readonly grpc?: GrpcOptions }> {
  const port = portFlag(given, "grpc");
  if (port === undefined && !configured) return {};
  const { listenGrpc } = await import("@a2a/grpc/server");
  return {
    grpc: {
      ...(typeof configured === "object" && configured),
      listen: listenGrpc,
      ...(port !== undefined && { port }),
      ...(given.values["grpc-cleartext"] === true && { cleartext: true }),
    },
  };
}

/** Says where gRPC is served. */
export function announceGrpc({ grpcAddress }: { readonly grpcAddress?: string }, io: Io): void {
  if (grpcAddress !== undefined) io.err(`gRPC at ${grpcAddress}\n`);
}

/** Lets `--store postgres://…` use the driver that this package brings. */
export function registerPostgres(): void {
  for (const scheme of ["postgres", "postgresql"]) {
    registerStore(scheme, async (store) => (await import("@a2a/postgres")).openStore(store));
  }
}

/** Converts the settings to options of `serve` from `@a2a/server/node`. Throws a `TypeError` that names the accepted values. */
export function toServeOptions(settings: ServerSettings): Partial<ServeOptions> {
  const { port, host, store, versions, auth = "none", allowLoopbackWebhooks } = settings;
  return {
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(store !== undefined && { store }),
    ...(versions !== undefined && { versions: toVersions(versions) }),
    ...(auth !== "none" && { auth: [bearer({ tokens: toTokens(auth) })] }),
    ...(allowLoopbackWebhooks && { webhooks: { egress: { allowPrivate: true, allowHttp: true } } }),
  };
}

function toVersions(text: string): KnownVersion[] {
  return text.split(",").map((version) => {
    const trimmed = version.trim();
    if (!isProtocolVersion(trimmed)) throw new TypeError(`--versions ${trimmed}: expected 1.0, 0.3, 0.2 or 0.1`);
    return trimmed;
  });
}

function toTokens(auth: string): Record<string, string> {
  const expected = "--auth: expected none, bearer:@FILE with lines TOKEN=USER, or bearer:TOKEN=USER,…";
  if (!auth.startsWith("bearer:")) throw new TypeError(expected);
  const text = auth.slice("bearer:".length);
  const pairs = (text.startsWith("@") ? linesOf(text.slice(1)) : text.split(",")).map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs.map(([token = "", user = ""]) => {
      if (token.trim() === "" || user.trim() === "") throw new TypeError(expected);
      return [token.trim(), user.trim()];
    }),
  );
}

/** The lines of a file that hold something; those that begin with # do not. */
function linesOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new TypeError(`--auth bearer:@${file}: cannot read the file`, { cause });
  }
  return text.split("\n").filter((row) => row.trim() !== "" && !row.startsWith("#"));
}
