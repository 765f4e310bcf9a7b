import type { VersionCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { commonInterfaces, decodeCard } from "@a2a/card";
import { connectWith } from "@a2a/client/connect";
import type { HttpClient } from "@a2a/http";
import { type AgentCard, createId, isA2AError, protocolVersions } from "@a2a/types";
import { TestedEndpoint } from "../conformance/tested-endpoint.ts";
import { findBinding, type Outlet, prefersGrpc } from "../connect/agent.ts";
import { judgeCard } from "./judge-card.ts";
import { askCors, compareClocks } from "./look-around.ts";
import { type Location, lookForCard } from "./look-for-card.ts";
import { reachHost } from "./reach-host.ts";
import { error, type Symptom } from "./symptom.ts";
import { tryGrpc } from "./try-grpc.ts";
import { type Tried, tryInterface } from "./try-interface.ts";
import { tryStream } from "./try-stream.ts";

/** How an agent is examined. */
export interface ExamineOptions {
  readonly exchange: HttpClient;
  /** How connections other than HTTP are made. */
  readonly dial: Outlet["dial"];
  readonly signal: AbortSignal;
  /** Sent with every call, credentials among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The time limit of one step. */
  readonly timeoutMs: number;
  /** Whether certificates are not verified. */
  readonly insecure: boolean;
  /** A message to send, to watch the stream of its answer. Default: nothing is sent. */
  readonly text?: string;
}

/** Whether the agent can be called, and how. */
export interface Verdict {
  /** `no-host`: nothing to connect to. `credentials`: callable with credentials. */
  readonly state: "callable" | "credentials" | "broken" | "no-host";
  /** Protocol version and binding, as in `1.0 over JSONRPC`. */
  readonly speaks?: string;
  readonly url?: string;
  /** Whether the client had to look further than the card: other clients may fail. */
  readonly recovered?: boolean;
}

const codecs: readonly VersionCodec[] = [v1_0, v0_3, v0_2, v0_1];

/** Examines an agent from outside, symptom by symptom. Returns whether it can be called. Sends a message only if the caller asks for it. */
export async function* examine(address: string, options: ExamineOptions): AsyncGenerator<Symptom, Verdict, void> {
  const url = new URL(address);
  const network = await reachHost(url, options.timeoutMs);
  yield* network;
  const fatal = network.find(({ severity }) => severity === "error");
  const isCertificate = fatal?.code.startsWith("tls/") && fatal.code !== "tls/plain-http";
  if (fatal && !(isCertificate && options.insecure)) return { state: isCertificate ? "broken" : "no-host" };
  const { found, symptoms } = await lookForCard(address, options);
  yield* symptoms;
  const card = found && readable(found);
  if (found) yield* judgeCard(card, found);
  const declared = card && found ? yield* tryAll(card, found, options) : [];
  return yield* verdict(address, card, declared, options);
}

function readable({ document }: Location): AgentCard | undefined {
  try {
    return document && decodeCard(document).card;
  } catch {
    return undefined; // the linter says why
  }
}

/** An interface that answers, or would with credentials. */
interface Working {
  readonly url: string;
  /** Protocol version and binding. */
  readonly speaks: string;
  readonly isHttp: boolean;
}

/** Tries every interface that the card declares. Returns those that answer, or would with credentials. */
async function* tryAll(
  card: AgentCard,
  found: Location,
  options: ExamineOptions,
): AsyncGenerator<Symptom, Working[], void> {
  const { exchange, signal, headers, timeoutMs, text } = options;
  const working: Working[] = [];
  const seen = new Set<string>();
  let around: Record<string, string | undefined> = found.headers;
  for (const { entry, version, binding } of commonInterfaces(card, {
    versions: protocolVersions,
    bindings: ["JSONRPC", "HTTP+JSON", "GRPC"],
  })) {
    const codec = codecs.find((candidate) => candidate.version === version);
    const isHttp = binding !== "GRPC";
    if (codec === undefined || (isHttp && !URL.canParse(entry.url))) continue;
    const shared = { card, codec, ...(entry.tenant && { tenant: entry.tenant }) };
    const endpoint = isHttp
      ? new TestedEndpoint({ ...shared, ...options, binding, url: entry.url, text: text ?? "hello" })
      : undefined;
    const hasCredentials = Object.keys(headers).length > 0;
    const tried: Tried & { url?: string } = endpoint
      ? await tryInterface(endpoint, { url: entry.url, hasCredentials, signal })
      : await tryGrpc({ ...shared, foundAt: found.url, address: entry.url }, options);
    for (const symptom of tried.symptoms) {
      const isNew = !seen.has(`${symptom.code} ${symptom.message}`) && seen.add(`${symptom.code} ${symptom.message}`);
      if (isNew) yield symptom;
    }
    around = tried.headers ?? around;
    const url = tried.url ?? entry.url;
    if (tried.answers) working.push({ url, speaks: `${version} over ${binding}`, isHttp });
    const streams = tried.answers && !tried.wantsCredentials && card.capabilities.streaming === true;
    if (endpoint && streams && text !== undefined) {
      yield* await tryStream(endpoint, entry.url, signal);
    }
  }
  yield* compareClocks(around);
  const first = working.find(({ isHttp }) => isHttp);
  if (first) yield* await askCors(first.url, exchange, signal, timeoutMs);
  return working;
}

/** Connects as a program would, and says whether more than the card was needed for it. */
async function* verdict(
  address: string,
  card: AgentCard | undefined,
  declared: readonly Working[],
  { exchange, dial, signal, headers, timeoutMs }: ExamineOptions,
): AsyncGenerator<Symptom, Verdict, void> {
  try {
    const options = { http: exchange, codecs, headers, signal, timeoutMs, maxRetries: 0 };
    const isGrpc = declared.some(({ isHttp }) => !isHttp);
    const overGrpc = card && isGrpc && prefersGrpc(card, []) && { findBinding, dial };
    await using client = await connectWith(address, { ...options, ...overGrpc, ...(card && { card }) });
    const needed = await client.getTask(createId(), { signal }).then(
      () => false,
      (problem: unknown) => {
        if (isA2AError(problem, "UNAUTHENTICATED") || isA2AError(problem, "PERMISSION_DENIED")) return true;
        if (isA2AError(problem) && problem.code !== "INTERNAL") return false;
        throw problem;
      },
    );
    const { version, binding, url } = client.describe();
    const speaks = `${version} over ${binding}`;
    const isDeclared = declared.some((working) => working.url === url && working.speaks === speaks);
    if (!isDeclared && !needed) {
      const advice = `Declare it in the card: url ${url}, protocolBinding ${binding}, protocolVersion ${version}.`;
      yield error("card/incomplete", `the agent answers ${speaks} at ${url}, which its card does not say`, advice);
    }
    return { state: needed ? "credentials" : "callable", speaks, url, recovered: !isDeclared && !needed };
  } catch (problem) {
    signal.throwIfAborted();
    const isAuth = isA2AError(problem, "UNAUTHENTICATED") || isA2AError(problem, "PERMISSION_DENIED");
    return { state: isAuth ? "credentials" : "broken" };
  }
}
