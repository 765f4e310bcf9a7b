import type { VersionCodec } from "@a2a/bridge";
import type { AgentInterface } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";
import { loadPackage } from "@a2a/types/node";
import type { CallPort } from "../http/call-port.ts";
import type { TlsOptions } from "./http-server.ts";
import type { StreamOptions } from "./listener/response-writer.ts";

/** Where and how gRPC is served. */
export interface GrpcOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default: that of HTTP. */
  host?: string;
  /** The address callers use, `host:port`, if a proxy stands in between. Default: the address bound. */
  address?: string;
  /** The key and certificate, as PEM text; with `ca`, callers must show a certificate. Default: those of HTTP. */
  tls?: TlsOptions;
  /** Whether a host that other machines can reach is served without TLS, as behind a proxy that terminates it. Default false. */
  cleartext?: boolean;
  /** The largest message of a caller, in bytes. Default 4 MiB. */
  maxMessageSize?: number;
  /** How often an idle connection is pinged, and how long its peer may take to answer. Default 30,000 and 20,000. */
  keepalive?: { timeMs?: number; timeoutMs?: number };
  /** Whether the health service is offered, which asks for no credentials. Default true. */
  health?: boolean;
  /** Whether the reflection service is offered, which asks for no credentials. Default false. */
  reflection?: boolean;
  /** The function `listenGrpc` of `@a2a/grpc/server`. Default: that of the package, if it is installed. */
  listen?: ListenGrpc;
}

/** The function `listenGrpc` of `@a2a/grpc/server`. */
export type ListenGrpc = (
  codecs: readonly VersionCodec[],
  options: Omit<GrpcOptions, "address" | "cleartext" | "listen"> & StreamOptions,
) => Promise<GrpcListening>;

/** A gRPC server that is bound to its port. */
export interface GrpcListening {
  readonly port: number;
  /** The protocol versions that are served. */
  readonly versions: readonly string[];
  /** Begins to answer calls. */
  start(calls: CallPort): void;
  /** Takes no further connection. */
  drain(): void;
  /** Ends what runs. */
  close(): Promise<void>;
}

/** A gRPC server, and how a card lists it. */
export interface OpenGrpc extends GrpcListening {
  /** Where callers reach it: `host:port`. */
  readonly address: string;
  readonly interfaces: readonly AgentInterface[];
}

/** The address of the server, as `serve` knows it. */
interface Beside extends StreamOptions {
  readonly host: string;
  readonly tls: TlsOptions | undefined;
}

/** Binds the port of gRPC. Rejects with a sentence that says what to install when the package is missing. */
export async function openGrpc(
  grpc: boolean | GrpcOptions | undefined,
  codecs: readonly VersionCodec[],
  { host: ownHost, tls: ownTls, ...streams }: Beside,
): Promise<OpenGrpc | undefined> {
  if (!grpc) return undefined;
  const { address: given, cleartext: _, listen = await findGrpc(), ...options } = grpc === true ? {} : grpc;
  const { host = ownHost, tls = ownTls } = options;
  const listening = await listen(codecs, { ...streams, ...options, host, ...(tls && { tls }) });
  const address = given ?? `${reachableHost(host)}:${listening.port}`;
  const interfaces = listening.versions.map((protocolVersion) => ({
    url: address,
    protocolBinding: "GRPC",
    protocolVersion,
  }));
  return { ...listening, address, interfaces };
}

/** The options of one of several agents: ports follow one another. */
export function nthGrpc(grpc: boolean | GrpcOptions | undefined, index: number): boolean | GrpcOptions | undefined {
  return typeof grpc === "object" && grpc.port ? { ...grpc, port: grpc.port + index } : grpc;
}

async function findGrpc(): Promise<ListenGrpc> {
  const { listenGrpc } = (await loadPackage("@a2a/grpc/server", "grpc")) as { listenGrpc: ListenGrpc }; // the package promises that
  return listenGrpc;
}

/** Refuses options of gRPC that cannot be meant. */
export function checkGrpc(
  grpc: boolean | GrpcOptions | undefined,
  ownHost: string,
  ownTls: TlsOptions | undefined,
): void {
  if (!grpc) return;
  const { host = ownHost, tls = ownTls, cleartext = false, address } = grpc === true ? {} : grpc;
  if (!tls && !cleartext && !isLoopback(host)) {
    const choices = "pass `tls`, or `grpc: { cleartext: true }` behind a proxy that terminates TLS";
    throw new TypeError(`grpc: ${host} can be reached from other machines: ${choices}`);
  }
  if (address !== undefined && !/^[^/\s]+:\d+$/.test(address)) {
    throw new TypeError(`grpc: address: expected a host and a port, such as "agent.example:443", found "${address}"`);
  }
}

function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
