import { createSecureContext } from "node:tls";
import type { VersionCodec } from "@a2a/bridge";
import { LocalError } from "@a2a/types";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { grpcService } from "../service/grpc-service.ts";
import { answersOf, type CallParts } from "./answer-call.ts";
import type { GrpcCalls } from "./call-port.ts";
import { CallSignals } from "./call-signals.ts";
import { definitionOf } from "./definition.ts";
import { createGate } from "./gate.ts";
import { addHealth } from "./health.ts";
import { limitResets } from "./limit-resets.ts";
import { NOT_STARTED } from "./not-started.ts";
import { addReflection } from "./reflection.ts";
import { type BufferOptions, SlowReaders } from "./slow-readers.ts";

/** Where gRPC is served, and how. */
export interface GrpcServerOptions extends BufferOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Default `127.0.0.1`. */
  host?: string | undefined;
  /** The key and certificate, as PEM text; with `ca`, callers must show a certificate. Default: no TLS. */
  tls?: { readonly key: string; readonly cert: string; readonly ca?: string } | undefined;
  /** The largest message of a caller, in bytes. Default 4 MiB. */
  maxMessageSize?: number | undefined;
  /** How often an idle connection is pinged, and how long its peer may take to answer. Default 30,000 and 20,000. */
  keepalive?: { readonly timeMs?: number; readonly timeoutMs?: number } | undefined;
  /** Whether the health service is offered, which asks for no credentials. Default true. */
  health?: boolean | undefined;
  /** Whether the reflection service is offered, which asks for no credentials. Default false. */
  reflection?: boolean | undefined;
}

/** A gRPC server that is bound to its port. */
export interface GrpcListening {
  /** The port. */
  readonly port: number;
  /** The protocol versions that are served. */
  readonly versions: readonly string[];
  /** Begins to answer calls; until then they are unavailable. */
  start(calls: GrpcCalls): void;
  /** Takes no further connection. Calls that run continue. */
  drain(): void;
  /** Ends what runs: streams with a status that says to resubscribe. */
  close(): Promise<void>;
}

/** Listens for gRPC calls in the protocol versions that have this binding. */
export async function listenGrpc(codecs: readonly VersionCodec[], options: GrpcServerOptions): Promise<GrpcListening> {
  const services = codecs.flatMap((codec) => grpcService(codec) ?? []);
  if (services.length === 0) throw new TypeError("grpc: none of the protocol versions served has a gRPC binding");
  const names = services.map(({ name }) => name);
  const streams = new Set<() => void>();
  const readers = new SlowReaders(options);
  const parts: CallParts = { agent: NOT_STARTED, readers, signals: new CallSignals(), streams };
  const answers = new Map(services.flatMap((service) => answersOf(parts, service)));
  const { keepalive = {} } = options;
  const server = new Server({
    "grpc.max_receive_message_length": options.maxMessageSize ?? 4_194_304,
    "grpc.max_send_message_length": -1,
    // Counters of each call and message for a service that is not offered.
    "grpc.enable_channelz": 0,
    "grpc.max_concurrent_streams": MAX_STREAMS,
    "grpc-node.max_session_memory": SESSION_MEGABYTES,
    "grpc.keepalive_time_ms": keepalive.timeMs ?? 30_000,
    "grpc.keepalive_timeout_ms": keepalive.timeoutMs ?? 20_000,
    interceptors: [createGate(parts, answers, options.tls?.ca !== undefined)],
  });
  limitResets(server);
  for (const { file } of services) server.addService(definitionOf(file, "A2AService"), {});
  if (options.health ?? true)
    addHealth(server, names, () => parts.agent !== NOT_STARTED && !parts.agent.isStopping(), streams);
  if (options.reflection)
    addReflection(
      server,
      services.map(({ file }) => file),
    );
  const port = await bind(server, options);
  let closing: Promise<void> | undefined;
  const drain = () => {
    closing ??= new Promise((resolve) => server.tryShutdown(() => resolve()));
  };
  return {
    port,
    versions: services.map(({ codec }) => codec.version),
    start(given) {
      parts.agent = given;
    },
    drain,
    async close() {
      drain();
      for (const end of streams) end();
      // Connections close by themselves once the statuses have left; a peer that takes nothing is not waited for.
      const late = setTimeout(() => server.forceShutdown(), LEAVING_MS);
      await closing;
      clearTimeout(late);
    },
  };
}

/** How many calls one connection may have open at a time: callers that need more open another connection. */
const MAX_STREAMS = 1_000;
/** How long callers may take to receive the statuses of their calls when the server closes. */
const LEAVING_MS = 1_000;
/** The memory that HTTP/2 may use for one connection: headers, and frames that wait. */
const SESSION_MEGABYTES = 32;

function bind(server: Server, { port = 0, host = "127.0.0.1", tls }: GrpcServerOptions): Promise<number> {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const credentials = credentialsOf(tls);
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, at) => {
      if (error === null) return resolve(at);
      server.forceShutdown();
      const [code = ""] = /\bE[A-Z]{4,}\b/.exec(error.message) ?? [];
      const reason = `grpc: ${address} cannot be bound: ${BIND_ERRORS[code] ?? error.message.slice(0, 200)}`;
      reject(new LocalError("CONFIG", reason, { cause: error }));
    });
  });
}

/** grpc-js has no codes for errors of the system, and names them in a long message. */
const BIND_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; choose another, or 0 for a free one",
  EACCES: "the port needs privileges; choose one above 1023",
  EADDRNOTAVAIL: "it is not an address of this machine",
};

function credentialsOf(tls: GrpcServerOptions["tls"]): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const [key, cert, ca] = [tls.key, tls.cert, tls.ca].map((pem) => (pem === undefined ? undefined : Buffer.from(pem)));
  try {
    // grpc-js would report invalid keys as a port that cannot be bound.
    createSecureContext({ key, cert, ca });
  } catch (error) {
    const reason = "grpc: tls: the key and the certificate must be PEM text, and belong together";
    throw new LocalError("CONFIG", reason, { cause: error });
  }
  const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) };
  return ServerCredentials.createSsl(ca ?? null, [pair], ca !== undefined);
}
