import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { LocalError } from "@a2a/types";
import type { ListenOptions } from "./serve-options.ts";

/** The key and certificate of an HTTPS server. PEM text. */
export interface TlsOptions {
  key: string;
  cert: string;
  /** Callers must show a certificate that this one vouches for. */
  ca?: string;
}

/** A server with limits against slow and greedy callers. */
export function createHttpServer({ tls }: ListenOptions): Server {
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    // How often the first two are looked at. The default would let a slow caller stay three times as long as it may.
    connectionsCheckingInterval: 1_000,
  };
  const server = tls
    ? createSecureServer({
        ...limits,
        ...tls,
        requestCert: tls.ca !== undefined,
        rejectUnauthorized: tls.ca !== undefined,
      })
    : createServer(limits);
  server.maxConnections = 20_000;
  return server as Server; // an HTTPS server has everything an HTTP server has
}

/** Listens, and tells at which address. */
export async function listen(server: Server, port: number, host: string, isSecure: boolean): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explained(error, port, host)));
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
  return `${isSecure ? "https" : "http"}://${hostOf(host)}:${(server.address() as AddressInfo).port}`;
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const sentence = {
    EADDRINUSE: `port ${port} of ${host} is in use: choose another, or 0 for a free one`,
    EACCES: `port ${port} of ${host} needs privileges: choose one above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
  }[error.code ?? ""];
  return sentence === undefined ? error : new LocalError("CONFIG", sentence, { cause: error });
}

function hostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** The names by which programs on the same machine address a server. */
export const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
