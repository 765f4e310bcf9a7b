import type { VersionCodec } from "@a2a/bridge";
import type { Binding } from "@a2a/card";
import { bindingOf, commonInterfaces } from "@a2a/card";
import type { AgentClient, Credential } from "@a2a/client";
import { type ConnectWithOptions, connectWith } from "@a2a/client/connect";
import type { ClientBinding } from "@a2a/client/core";
import { type NodeClient, nodeClient } from "@a2a/http/node";
import { A2AError, type AgentCard, isProtocolVersion, type ProtocolVersion, protocolVersions } from "@a2a/types";
import type { KnownVersion } from "@a2a/types/internal";
import { storedCredential } from "../auth/stored-credential.ts";
import { CliError, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { type Given, isAsked, isSet, secondsFlag, textFlag, textsFlag, versionsFlag } from "../settings/arguments.ts";
import {
  explainRefusals,
  givenCredentials,
  givenHeaders,
  givenSecrets,
  isTaken,
  withoutStraySecrets,
} from "./credentials.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { DeviationFile } from "./deviation-file.ts";
import { type FoundCard, findCard } from "./find-card.ts";
import { agentFlags, findTarget, type Target } from "./target.ts";
import { wireLog } from "./wire-log.ts";

/** The HTTP client of a command, set up from its flags. */
export interface Outlet extends AsyncDisposable {
  readonly exchange: NodeClient["http"];
  /** How connections other than HTTP are made. */
  readonly dial: NonNullable<ConnectWithOptions["dial"]>;
  /** Aborted when the command is interrupted or times out. */
  readonly signal: AbortSignal;
}

/** A connection to an agent. */
export interface Connected extends AsyncDisposable {
  readonly client: AgentClient;
  readonly signal: AbortSignal;
  /** The flags that name the agent, for commands that the user may copy. */
  readonly agent: string;
}

/**
 * Opens the HTTP client for an agent. Private addresses are blocked, except those that the user named: a card could send the command to
 * the network behind this machine. Warns when `--insecure` turns certificate checks off.
 */
export function openOutlet(given: Given, io: Io, target: Target, timeoutMs = secondsFlag(given, "timeout")): Outlet {
  const insecure = isSet(given, "insecure");
  if (insecure)
    io.err("Warning: TLS certificates are not verified (--insecure): others may read and change the traffic\n");
  const deadline: Deadline = startDeadline(io.signal, timeoutMs);
  const tls = insecure ? { rejectUnauthorized: false } : undefined;
  const node = nodeClient({
    egress: {
      // The user vouches for a card file.
      allowPrivate: isSet(given, "allow-private") || "file" in target,
      allowHosts: namedHosts(target, given),
      allowHttp: true,
    },
    timeoutMs,
    tls,
  });
  const log = isSet(given, "debug") ? wireLog(givenSecrets(given), io) : undefined;
  return {
    exchange: log ? log.exchange(node.http) : node.http,
    dial: { lookup: node.lookup, tls, ...(log && { observe: log.observe }) },
    signal: deadline.signal,
    async [Symbol.asyncDispose]() {
      deadline[Symbol.dispose]();
      await node.close();
    },
  };
}

/** The hosts that the user named. All loopback names are one host. */
function namedHosts(target: Target, given: Given): string[] {
  const urls = [
    ...("url" in target ? [target.url, target.named?.cardUrl] : []),
    textFlag(given, "token-url"),
    textFlag(given, "device-url"),
    textFlag(given, "issuer"),
  ];
  const hosts = urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : []));
  return hosts.some((host) => LOOPBACK.includes(host)) ? [...hosts, ...LOOPBACK] : hosts;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Connects to the agent that the argument, a flag, the environment or a settings file names.
 *
 * @param login Takes the place of all other credentials.
 */
export async function connectAgent(given: Given, io: Io, argument?: string, login?: Credential): Promise<Connected> {
  const target = await findTarget(given, io, argument);
  const agent = agentFlags(target, given);
  const named = "named" in target ? target.named : undefined;
  const outlet = openOutlet(given, io, target, isAsked(given, "timeout") ? undefined : named?.timeoutMs);
  try {
    const found = await cardOf(target, outlet, given, io);
    const client = await connectTo(target, found, { given, io, outlet, agent, login });
    return { client, signal: outlet.signal, agent, [Symbol.asyncDispose]: () => outlet[Symbol.asyncDispose]() };
  } catch (error) {
    await outlet[Symbol.asyncDispose]();
    throw error;
  }
}

/** The card. Agents of old protocol versions may have none; with an explicit `--a2a-version` they are called without. */
async function cardOf(target: Target, outlet: Outlet, given: Given, io: Io): Promise<FoundCard | undefined> {
  try {
    return await findCard(target, outlet);
  } catch (error) {
    if (!isAsked(given, "a2a-version") || !(error instanceof CliError) || "file" in target) throw error;
    if (!isSet(given, "quiet")) io.err(`Warning: no agent card: ${line(error.message)}\n`);
    return undefined;
  }
}

interface Surroundings {
  readonly given: Given;
  readonly io: Io;
  readonly outlet: Outlet;
  readonly agent: string;
  readonly login: Credential | undefined;
}

async function connectTo(target: Target, found: FoundCard | undefined, around: Surroundings): Promise<AgentClient> {
  const { given, io, outlet, agent, login } = around;
  const named = "named" in target ? target.named : undefined;
  const versions = (isAsked(given, "a2a-version") ? undefined : named?.versions) ?? versionsFlag(given);
  const order = preferences(given);
  const card = found && preferred(found.card, order);
  if (card) requireVersion(card, versions, given);
  const allowed = withoutStraySecrets(target, given, io);
  const auth = login ? [login] : [...(await givenCredentials(allowed)), ...[named?.auth ?? []].flat()];
  if (auth.length === 0) auth.push(...(await storedCredential(originOf(target, card), outlet.exchange, io)));
  const sent = auth.length === 0 ? "none" : card && !isTaken(card, auth) ? "withheld" : "sent";
  if (sent === "withheld" && !isSet(given, "quiet")) {
    io.err(
      "Warning: the card declares no security scheme for these credentials, so they are not sent; --header sends any header\n",
    );
  }
  const timeoutMs = secondsFlag(given, "timeout");
  return connectWith("file" in target ? (card as AgentCard) : target.url, {
    // a file target always has a card
    ...(card && { card }),
    ...("file" in target && { origins: card?.supportedInterfaces.map(({ url }) => url) ?? [] }),
    http: outlet.exchange,
    // Agents that offer anything else are called over HTTP unless --transport says otherwise.
    ...(card && prefersGrpc(card, order) && { findBinding, dial: outlet.dial }),
    headers: { ...named?.headers, ...givenHeaders(allowed) },
    auth,
    codecs: await Promise.all(versions.filter(isProtocolVersion).map((version) => codecs[version]())),
    signal: outlet.signal,
    memory: new DeviationFile(io),
    // A person waits for the answer: a few quick retries, unless the agent's entry says otherwise.
    maxRetries: named?.maxRetries ?? 3,
    retryDelayMs: named?.retryDelayMs ?? 250,
    interceptors: [explainRefusals(card, sent, agent)],
    pollIntervalMs:
      (isAsked(given, "poll-interval") ? undefined : named?.pollIntervalMs) ?? secondsFlag(given, "poll-interval"),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

/** The codecs, each loaded when it is needed. */
const codecs: Readonly<Record<KnownVersion, () => Promise<VersionCodec>>> = {
  "1.0": async () => (await import("@a2a/bridge/v1_0")).v1_0,
  "0.3": async () => (await import("@a2a/bridge/v0_3")).v0_3,
  "0.2": async () => (await import("@a2a/bridge/v0_2")).v0_2,
  "0.1": async () => (await import("@a2a/bridge/v0_1")).v0_1,
};

/** The preferred transports, best first. */
function preferences(given: Given): (Binding | undefined)[] {
  return textsFlag(given, "transport").map((name) => {
    const binding = bindingOf(name);
    if (binding !== undefined) return binding;
    throw new UsageError(`--transport ${name}: expected JSONRPC, HTTP+JSON or GRPC`);
  });
}

/** Whether the agent is called over gRPC: because the user prefers it, or because the agent offers nothing else. */
export function prefersGrpc({ supportedInterfaces }: AgentCard, order: readonly (Binding | undefined)[]): boolean {
  const offered = supportedInterfaces.map(({ protocolBinding }) => bindingOf(protocolBinding));
  return order.includes("GRPC") || offered.every((name) => name === undefined || name === "GRPC");
}

/** The binding GRPC, loaded when it is needed. */
export async function findBinding(name: string): Promise<ClientBinding | undefined> {
  return name === "GRPC" ? (await import("@a2a/grpc/client")).grpc : undefined;
}

/** The card with the preferred interfaces first; the agent's own order decides among the rest. */
function preferred(card: AgentCard, order: readonly (Binding | undefined)[]): AgentCard {
  const rank = (name: string) => {
    const index = order.indexOf(bindingOf(name));
    return index < 0 || bindingOf(name) === undefined ? order.length : index;
  };
  const supportedInterfaces = card.supportedInterfaces.toSorted(
    (a, b) => rank(a.protocolBinding) - rank(b.protocolBinding),
  );
  return { ...card, supportedInterfaces };
}

/** Refuses to fall back to a protocol version that was not requested, and says how to request it. */
function requireVersion(card: AgentCard, versions: readonly ProtocolVersion[], given: Given): void {
  const bindings: Binding[] = ["JSONRPC", "HTTP+JSON"];
  if (commonInterfaces(card, { versions, bindings }).length > 0) return;
  const others = commonInterfaces(card, { versions: protocolVersions, bindings }).map(({ version }) => version);
  const [other] = others;
  // An explicit version overrides the card: the agent decides.
  if (other === undefined || isAsked(given, "a2a-version")) return;
  throw new A2AError(
    "VERSION_NOT_SUPPORTED",
    `the agent supports protocol version ${[...new Set(others)].join(", ")}, not ${versions.join(", ")}: pass --a2a-version ${other}, or auto`,
  );
}

function originOf(target: Target, card: AgentCard | undefined): string | undefined {
  const url = "url" in target ? target.url : card?.supportedInterfaces[0]?.url;
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}
