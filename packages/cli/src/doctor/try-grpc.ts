import type { VersionCodec } from "@a2a/bridge";
import { type AgentCard, createId, type ErrorCode, isA2AError, isLocalError } from "@a2a/types";
import type { Outlet } from "../connect/agent.ts";
import { judgeAddress } from "./judge-card.ts";
import { reachHost } from "./reach-host.ts";
import { error, type Symptom } from "./symptom.ts";
import { failing, needsCredentials, odd, type Tried, unguarded } from "./try-interface.ts";

/** An interface over gRPC, as its card declares it. */
export interface DeclaredGrpc {
  readonly card: AgentCard;
  /** The address of the card. */
  readonly foundAt: string;
  /** The address of the interface: `host:port`. */
  readonly address: string;
  readonly tenant?: string;
  readonly codec: VersionCodec;
}

/** How an interface over gRPC is called. */
export interface GrpcTryOptions {
  readonly dial: Outlet["dial"];
  /** Sent to the host of the card only, since credentials are among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whether certificates are not verified. */
  readonly insecure: boolean;
}

/** Connects to an interface over gRPC, then asks it for a task that cannot exist, as `tryInterface` does over HTTP. */
export async function tryGrpc(declared: DeclaredGrpc, options: GrpcTryOptions): Promise<Tried & { url?: string }> {
  const { grpc } = await import("@a2a/grpc/client");
  const { card, foundAt, address, tenant, codec } = declared;
  const { signal, timeoutMs, dial } = options;
  const url = grpc.resolve(address, foundAt);
  if (url === undefined) {
    const advice = "Name a host and a port, such as agent.example:443.";
    return broken(error("interface/address", `the card names ${JSON.stringify(address)} for gRPC`, advice));
  }
  const where = `${codec.version} over GRPC at ${address}`;
  const found = await reach(url, where, foundAt, options);
  if (found.some(({ severity, code }) => severity === "error" && !(options.insecure && isCertificate(code)))) {
    return broken(...found);
  }
  const isOwn = new URL(url).hostname === new URL(foundAt).hostname;
  const headers = isOwn ? options.headers : {};
  const hasCredentials = Object.keys(headers).length > 0;
  const closers: (() => void)[] = [];
  const transport = grpc.open(
    { url, codec, tenant },
    { dial: { ...dial, onClose: (close: () => void) => void closers.push(close) } },
  );
  try {
    await transport.unary("getTask", { id: createId() }, { signal, timeoutMs, headers });
    return broken(...found, odd(where, "a task"));
  } catch (problem) {
    signal.throwIfAborted();
    if (isA2AError(problem, "UNAUTHENTICATED") || isA2AError(problem, "PERMISSION_DENIED")) {
      const asked = needsCredentials(card, { url: address, hasCredentials, refusal: problem.code });
      return { answers: asked.severity !== "error", wantsCredentials: true, symptoms: [...found, asked], url };
    }
    const symptoms = isA2AError(problem, "TASK_NOT_FOUND")
      ? hasCredentials
        ? []
        : unguarded(card, where)
      : [explained(problem, where)];
    const answers = symptoms.every(({ severity }) => severity !== "error");
    return { answers, wantsCredentials: false, symptoms: [...found, ...symptoms], url };
  } finally {
    for (const close of closers) close();
  }
}

function broken(...symptoms: readonly Symptom[]): Tried {
  return { answers: false, wantsCredentials: false, symptoms };
}

/** What is wrong with an address before a call is made. The guard decides first whether this machine may connect to it. */
async function reach(url: string, where: string, foundAt: string, options: GrpcTryOptions): Promise<Symptom[]> {
  const target = new URL(url);
  const named = judgeAddress(url, new URL(foundAt));
  // Every interface over gRPC has a port of its own, and so an origin of its own.
  const misnamed = named && named.code !== "interface/origin" ? [named] : [];
  try {
    await options.dial.lookup?.(url);
  } catch (problem) {
    if (!isLocalError(problem, "NETWORK")) return [...misnamed, unreachable(problem, where)];
  }
  const network = await reachHost(target, options.timeoutMs);
  return [...misnamed, ...network.map((symptom) => overGrpc(symptom, target))];
}

function overGrpc(symptom: Symptom, { protocol, host }: URL): Symptom {
  const { code, message } = symptom;
  if (protocol === "https:" && (code === "tls/plain-http" || code === "net/failed")) {
    const advice = "Enable TLS there: clients use cleartext only if the card comes from the same host over plain HTTP.";
    return error("tls/missing", `gRPC: ${host} does not accept TLS, which clients use`, advice);
  }
  return { ...symptom, message: `gRPC: ${message}` };
}

function isCertificate(code: string): boolean {
  return code.startsWith("tls/") && code !== "tls/missing";
}

function explained(problem: unknown, where: string): Symptom {
  const said = problem instanceof Error ? problem.message : String(problem);
  if (isLocalError(problem)) return unreachable(problem, where);
  if (UNKNOWN.some((code) => isA2AError(problem, code))) {
    const advice = "Declare the protocol version that the agent speaks over gRPC.";
    return error("call/version", `${where} is not supported: ${said}`, advice);
  }
  return isA2AError(problem, "INTERNAL") ? failing(where, said) : odd(where, said);
}
const UNKNOWN: readonly ErrorCode[] = ["METHOD_NOT_FOUND", "VERSION_NOT_SUPPORTED"];

function unreachable(problem: unknown, where: string): Symptom {
  const said = problem instanceof Error ? problem.message : String(problem);
  const [code, advice] = isLocalError(problem, "TIMEOUT")
    ? ["call/timeout", "Check that the agent, and every proxy in front of it, speaks HTTP/2 at this port."]
    : ["call/unreachable", "Name the port of gRPC, and let proxies in front of it speak HTTP/2 to the agent."];
  return error(code, `${where}: ${said}`, advice);
}
