import type { KnownVersion } from "@a2a/types";

/** The languages that `npm run interop` can be asked for, and the servers that host or relay the agents of others. */
export type Language = "javascript" | "python" | "go" | "rust" | "java" | "hosts";

/** An interface of a probe agent that our client calls. */
export interface OfferedInterface {
  readonly version: KnownVersion;
  readonly binding: "JSONRPC" | "HTTP+JSON" | "GRPC";
  /** Whether the card does not tell the version, so that our client has to find it by itself. */
  readonly found?: true;
}

/** A command and its arguments. */
export type Command = readonly [string, ...string[]];

/** An SDK that is built into the cache folder and run as an agent, a client or both. */
export interface Sdk {
  readonly language: Language;
  /** The package, with its version: `a2a-sdk 0.3.26`. */
  readonly name: string;
  /** The folder in the cache. */
  readonly folder: string;
  /** Builds the probes; runs in the SDK's own folder of the cache. Each command is one step. */
  build(folder: string): readonly Command[];
  /** Which artifacts the build needs that a registry may not have, and how to build them. */
  readonly fromSource?: FromSource;
  /** Whether the build has a cache of its own, so that it is cheap to run again when the sources may have changed. */
  readonly incremental?: boolean;
  /** Starts the probe agent on a port. `A2A_GRPC_PORT` is the port of its gRPC interfaces. */
  readonly agent?: (folder: string, port: number) => Command;
  /** Whether the agent asks for a token where `A2A_TOKEN` is set, and declares that in its card. */
  readonly secured?: true;
  /** Whether the card of the secured agent is signed with the key in `A2A_KEY`. */
  readonly signsCard?: true;
  /** The path of the agent, or of its card, below the address that it listens at. */
  readonly path?: string;
  /**
   * Whether the agent is a proxy of ours, whose URL it gets as `A2A_UPSTREAM`. It answers nobody, not even for its card, without the token in
   * `A2A_TOKEN`.
   */
  readonly isProxy?: true;
  /** Whether the agent joins the texts of a response. */
  readonly joinsTexts?: true;
  /** Whether the agent has no streams of the protocol, so that none can be recorded. */
  readonly unstreamed?: true;
  /** The interfaces of the agent that are tried. */
  readonly offers?: readonly OfferedInterface[];
  /**
   * Runs the probe client against the URL of our server. `A2A_SECURED_URL` and `A2A_TOKEN` lead to one that asks for a token,
   * `A2A_SIGNED_URLS`, `A2A_SIGNED_SECURED_URL` and `A2A_KEY` to signed cards.
   */
  readonly client?: (folder: string, url: string, offer: OfferedInterface, hook: string) => Command;
  /** The interfaces of our server that the client must use. */
  readonly uses?: readonly OfferedInterface[];
}

/** How an SDK that a registry may not have is built from its sources. */
export interface FromSource {
  /** The beginning of the artifacts' names, as the build tool names those that it misses. */
  readonly artifacts: string;
  readonly repository: string;
  readonly tag: string;
  /** The commands to run in a checkout of the tag. */
  readonly command: string;
  /** The tool that the command needs, where the probes can do with an older one. */
  readonly needs: string;
}

/** The outcome of one operation. */
export interface Outcome {
  readonly operation: string;
  /** Why the operation does not work; absent when it does. */
  readonly failure?: string;
  /** Whether the protocol version has no such operation over this binding. */
  readonly absent?: true;
}

/** The outcomes of all operations over one interface. */
export interface Section {
  readonly sdk: string;
  /** Who calls: our client their agent, or their client ours. */
  readonly caller: "ours" | "theirs";
  readonly version: KnownVersion;
  readonly binding: string;
  readonly outcomes: readonly Outcome[];
}

/** A failure that was looked into: whose fault it is, and why it cannot be mended here. */
export interface KnownFailure {
  /** The SDK, by the beginning of its name. */
  readonly sdk: string;
  readonly caller: Section["caller"];
  /** The protocol version; any when absent. */
  readonly version?: string;
  /** The binding; both when absent. */
  readonly binding?: string;
  readonly operations: readonly string[];
  /** `theirs`: the peer deviates from the specification; `lacking`: it does not have the operation. */
  readonly fault: "theirs" | "lacking";
  readonly reason: string;
  /** Whether it depends on timing, so that the operation may work as well. */
  readonly sometimes?: true;
}
