import type { HttpClient } from "@a2a/http";
import type { Handle, IncomingRequest } from "../http/incoming-request.ts";

/** The server that an inspector belongs to. */
export interface InspectorHost {
  /** The agents that the page can connect to, and how: without a socket where `http` is given. */
  agents: readonly {
    readonly name: string;
    readonly url: string;
    readonly http?: HttpClient | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  }[];
  /** The origins at which the page is served, such as `http://127.0.0.1:4100`; requests that name another host get 403. */
  origins: readonly string[];
  /** The path below which the page is served. Default: the root. */
  basePath?: string | undefined;
  /** Whether a request has the credentials of a caller. Default: the token in the address is enough. */
  authenticate?: ((request: IncomingRequest) => Promise<boolean>) | undefined;
  /** The current metrics of the server. */
  metrics?: (() => object) | undefined;
}

/** A page that inspects the agents of a server. */
export interface MountedInspector {
  /** Answers requests for the page. */
  readonly handle: Handle;
  /** The address to open, with the session token in its fragment. */
  readonly url: string;
  close(): Promise<void>;
}

/** Makes the inspector of a server: `createInspector` of `@a2a/inspector`, or a function that calls it with further options. */
export type CreateInspector = (host: InspectorHost) => MountedInspector;
