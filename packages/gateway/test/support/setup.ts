import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type RunningGateway, type ServeGatewayOptions, serveGateway } from "@a2a/gateway/node";
import { type RunningAgent, type ServeOptions, serve } from "@a2a/server/node";
import { type AgentExecutor, artifact, ask, silentLogger, status, textOf } from "@a2a/types";

export const LOCAL_WEBHOOKS = { egress: { allowPrivate: true, allowHttp: true } };

/** Lets tests decide when an agent goes on. */
export class Steps {
  #waiting: (() => void)[] = [];
  #free = 0;

  /** Waits for a step to be taken. */
  next(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Takes some steps. */
  take(count = 1): void {
    for (let left = count; left > 0; left--) {
      const resolve = this.#waiting.shift();
      if (resolve) resolve();
      else this.#free++;
    }
  }
}

/** An agent that answers `chunks:N` with N chunks, each of them a step, and echoes anything else. */
export function stepping(steps: Steps): AgentExecutor {
  return async function* ({ message }) {
    const text = textOf(message);
    if (text === "ask") return void (yield ask("Which one?"));
    const [, count] = /^chunks:(\d+)$/.exec(text) ?? [];
    yield status("TASK_STATE_WORKING");
    if (count === undefined) return void (yield artifact({ artifactId: "a", parts: [{ text: `echo ${text}` }] }));
    for (let index = 0; index < Number(count); index++) {
      await steps.next();
      const last = index === Number(count) - 1;
      yield artifact({ artifactId: "a", parts: [{ text: `#${index}` }] }, { append: index > 0, lastChunk: last });
    }
  };
}

export function serveAgent(options: Partial<ServeOptions> = {}, steps = new Steps()): Promise<RunningAgent> {
  return serve({
    store: "memory",
    logger: silentLogger,
    webhooks: LOCAL_WEBHOOKS,
    card: { name: "Agent" },
    executor: stepping(steps),
    ...options,
  });
}

export function startGateway(options: ServeGatewayOptions): Promise<RunningGateway> {
  return serveGateway({ store: "memory", logger: silentLogger, webhooks: LOCAL_WEBHOOKS, ...options });
}

/** A request as an agent received it. */
export interface Recorded {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that records what it is sent, and answers by a function. */
export async function recording(
  answer: (request: Recorded) => { status?: number; headers?: Record<string, string>; body: string },
): Promise<AsyncDisposable & { readonly url: string; readonly seen: Recorded[] }> {
  const seen: Recorded[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const recorded = { path: request.url ?? "", headers: request.headers, body: await bodyOf(request) };
      seen.push(recorded);
      const { status: code = 200, headers, body } = answer(recorded);
      response.writeHead(code, { "Content-Type": "application/json", ...headers }).end(body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has one
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Polls until a condition holds; throws on timeout. */
export async function until(holds: () => Promise<boolean> | boolean, retryForMs = 20_000): Promise<void> {
  const end = performance.now() + retryForMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it did not happen within ${retryForMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
