import type { Credential } from "@a2a/client";
import type { HttpClient } from "@a2a/http";
import type { CreateInspector } from "@a2a/server/node";
import type { ProtocolVersion } from "@a2a/types";
import type { FindBinding } from "../agent/bindings.ts";
import type { CheckResult } from "../protocol/journal.ts";

/** The server's side of its inspector. */
export type InspectorHost = Parameters<CreateInspector>[0];

/** The page as a handler. */
export type Inspector = ReturnType<CreateInspector>;

/** An agent that the page offers to connect to. */
export type OfferedAgent = InspectorHost["agents"][number] & {
  /** Credentials that go with every call, for security schemes that the card declares. */
  readonly auth?: Credential | readonly Credential[] | undefined;
};

/** Runs conformance checks against an agent, one result after the other. */
export type ConformanceRun = (
  url: string,
  options: {
    readonly http: HttpClient;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly versions?: readonly ProtocolVersion[];
  },
) => AsyncIterable<Omit<CheckResult, "run">>;

/** A button of the page that runs something on the host. */
export interface InspectorAction {
  readonly label: string;
  readonly run: () => Promise<void>;
}

/** The content of the page, and where it is served. */
export interface InspectorOptions extends Omit<InspectorHost, "agents"> {
  /** The agents that the page offers. */
  agents: readonly OfferedAgent[];
  /** The name or URL of the agent to connect to at once. */
  agent?: string | undefined;
  /** Whether any other address may be connected to, also in private networks. Default false: only `agents`. */
  anyAddress?: boolean | undefined;
  /** Runs conformance checks; without it the page does not offer them. */
  conformance?: ConformanceRun | undefined;
  /** Loads the binding GRPC by its name. Default: that of `@a2a/grpc`, if it is installed. */
  findBinding?: FindBinding | undefined;
  /** Buttons by name. */
  actions?: Readonly<Record<string, InspectorAction>> | undefined;
}
