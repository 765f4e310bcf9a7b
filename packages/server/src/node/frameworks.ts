import type { IncomingMessage, ServerResponse } from "node:http";
import type { AgentHandler } from "../agent/create-with-codecs.ts";
import { CARD_ALIAS, CUSTOMARY, DOCUMENTS, JWKS } from "../http/route.ts";
import { type ListenerOptions, toNodeListener } from "./listener/node-listener.ts";

/**
 * A middleware for Express: `app.use(toExpress(handler))`, or `app.use("/agents/foo", toExpress(handler))` below a path, which the card then
 * names. Requests that are not the agent's go on to the next handler. At the root of an app, `/` stays the app's.
 */
export function toExpress(
  handler: AgentHandler,
  options?: ListenerOptions,
): (
  request: IncomingMessage & { path?: string; baseUrl?: string },
  response: ServerResponse,
  next: () => void,
) => void {
  const listener = toNodeListener(handler.handle, options);
  return (request, response, next) => {
    const { method = "GET", path = request.url?.split("?", 1)[0] ?? "/", baseUrl = "" } = request;
    if (handler.owns(method, baseUrl + path, baseUrl)) listener(request, response);
    else next();
  };
}

/** The few members of a Fastify instance that are used. */
interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handle: FastifyHandler): unknown;
  post(path: string, handle: FastifyHandler): unknown;
  /** The path below which the plugin is registered. */
  readonly prefix?: string;
}
type FastifyHandler = (request: FastifyRequest, reply: FastifyReply) => void;
interface FastifyRequest {
  readonly raw: IncomingMessage;
}
interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

/**
 * A plugin for Fastify: `app.register(toFastify(handler))`, or with `{ prefix: "/agents/foo" }` below a path, which the card then names.
 * Only the agent's own routes are registered. At the root of an app, `/` stays the app's.
 */
export function toFastify(
  handler: AgentHandler,
  options?: ListenerOptions,
): (instance: FastifyLike, options: unknown, done: () => void) => void {
  return (instance, _, done) => {
    const { prefix = "" } = instance;
    const handle: typeof handler.handle = (request, signal) =>
      handler.handle(prefix === "" ? request : { ...request, mountPath: prefix }, signal);
    const listener = toNodeListener(handle, options);
    // The body is read by the listener, within its own limits.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    };
    const { base, mount } = handler.paths;
    const below = prefix === "" ? base : "";
    const isOwn = (method: string) => (path: string) => handler.owns(method, prefix + below + path, prefix);
    const exact = ["/", ...DOCUMENTS, JWKS, CARD_ALIAS].filter(isOwn("GET"));
    if (below !== "") instance.all(below, answer);
    for (const path of exact) instance.all(below + path, answer);
    for (const path of [...CUSTOMARY].filter(isOwn("POST"))) instance.post(below + path, answer);
    if (mount !== "") instance.all(below + mount, answer);
    instance.all(`${below}${mount}/*`, answer);
    done();
  };
}
