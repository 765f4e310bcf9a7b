import type { IncomingMessage, ServerResponse } from "node:http";
import type { AgentHandler } from "../handler/create-with-codecs.ts";
import { type ListenerOptions, toNodeListener } from "./node-listener.ts";

/** What Express needs: `app.use(toExpress(handler))`. What is not about the agent goes on to the next one. */
export function toExpress(
  handler: AgentHandler,
  options?: ListenerOptions & { paths?: readonly string[] },
): (request: IncomingMessage & { path?: string }, response: ServerResponse, next: () => void) => void {
  const listener = toNodeListener(handler.handle, options);
  const paths = options?.paths ?? PATHS;
  return (request, response, next) => {
    const path = request.path ?? request.url ?? "/";
    if (paths.some((own) => path === own || path.startsWith(`${own}/`))) listener(request, response);
    else next();
  };
}

const PATHS = ["/a2a", "/.well-known", "/api/a2a", "/rpc", "/tasks"];

/** The few members of a Fastify instance that are used. */
interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handle: (request: FastifyRequest, reply: FastifyReply) => void): unknown;
}
interface FastifyRequest {
  readonly raw: IncomingMessage;
}
interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

/** What Fastify needs: `app.register(toFastify(handler))`. */
export function toFastify(
  handler: AgentHandler,
  options?: ListenerOptions,
): (instance: FastifyLike, options: unknown, done: () => void) => void {
  const listener = toNodeListener(handler.handle, options);
  return (instance, _, done) => {
    // The body is read by the listener, within its own limits.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    };
    for (const path of PATHS) {
      instance.all(path, answer);
      instance.all(`${path}/*`, answer);
    }
    done();
  };
}
