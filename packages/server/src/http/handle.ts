import { type Answer, loadCodecs } from "@a2a/bridge";
import { restReply } from "@a2a/bridge/rest";
import type { CardHandler } from "@a2a/card/handler";
import { A2AError } from "@a2a/types";
import { isBelow, relativePath } from "../util/base-path.ts";
import { answerCall, type CallParts } from "./answer-call.ts";
import type { httpGate } from "./http-rules.ts";
import type { Handle, IncomingRequest, ServedAnswer } from "./incoming-request.ts";
import { JWKS, type Router } from "./route.ts";
import type { Site } from "./site/sites.ts";
import { wantsPage } from "./site/wants-page.ts";

/** The parts of a handler. */
export interface HandlerParts extends CallParts {
  /** What is known about the agent below a path at which a framework mounted it. */
  readonly site: (mountPath: string) => Site;
  /** Answers requests for the card before those of the site are asked. */
  readonly cards: CardHandler | undefined;
  readonly router: Router;
  /** The path below which the handler lives, where no framework says otherwise. */
  readonly basePath: string;
  /** Whether requests elsewhere have no route. */
  readonly isBaseRequired: boolean;
  /** Rules of HTTP that hold before the protocol is looked at. */
  readonly gate: ReturnType<typeof httpGate>;
  /** The public keys of signed webhooks. */
  readonly jwks: object | undefined;
}

/** The whole path of a request, from request to answer. */
export function createHandle(parts: HandlerParts): Handle {
  const { before, after } = parts.gate;
  const [newest] = parts.binding.codecs;
  return (request, signal) => {
    const refused = before(request);
    if (refused) return Promise.resolve(refused);
    // A request that names no version is refused in the newest one.
    const loading = newest.load?.();
    const answer = loading
      ? loading.then(() => answerAt(parts, request, signal))
      : Promise.resolve(answerAt(parts, request, signal));
    return after ? answer.then((reached) => after(request, reached)) : answer;
  };
}

function answerAt(
  parts: HandlerParts,
  whole: IncomingRequest,
  signal: AbortSignal,
): ServedAnswer | Promise<ServedAnswer> {
  const { mountPath = "" } = whole;
  const base = mountPath || parts.basePath;
  const path = base === "" ? whole.path : relativePath(whole.path, base);
  const request = path === whole.path ? whole : { ...whole, path };
  if (parts.isBaseRequired && mountPath === "" && !isBelow(whole.path, parts.basePath)) {
    return notFound(parts, request, whole);
  }
  const target = parts.router.find(request.method, path);
  const binding = target && parts.bindings[target.binding];
  if (binding) return answerCall(parts, binding, request, target, signal);
  return answerDocument(parts, request, whole);
}

/** The card, the keys of webhooks, or the page for browsers. */
function answerDocument(
  parts: HandlerParts,
  request: IncomingRequest,
  whole: IncomingRequest,
): ServedAnswer | Promise<ServedAnswer> {
  // The card is written for callers of all versions.
  const loading = loadCodecs(parts.binding.codecs);
  if (loading) return loading.then(() => answerDocument(parts, request, whole));
  const { cards, page } = parts.site(whole.mountPath ?? "");
  const card = parts.cards?.(request) ?? cards(request);
  if (card) return card;
  const { method, path } = request;
  if (parts.jwks && path === JWKS && method === "GET") {
    const headers = { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300" };
    return { status: 200, headers, body: JSON.stringify(parts.jwks) };
  }
  if (path === "/" && wantsPage(request)) {
    return page().then((answer) => (method === "HEAD" ? { ...answer, body: "" } : answer));
  }
  return notFound(parts, request, whole);
}

function notFound(parts: HandlerParts, request: IncomingRequest, whole: IncomingRequest): Answer {
  const { cardPath } = parts.site(whole.mountPath ?? "");
  return restReply(request, parts.binding.codecs[0]).error(noRoute(whole, `the agent card is at ${cardPath}`));
}

/** The refusal of a request without a route; `pointer` says which routes there are. */
export function noRoute({ method, path }: IncomingRequest, pointer: string): A2AError {
  const where = `${method.slice(0, 20)} ${path.slice(0, 100)}`;
  return new A2AError("METHOD_NOT_FOUND", `No route for ${where}; ${pointer}`);
}
