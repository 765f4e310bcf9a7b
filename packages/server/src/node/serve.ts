import { loadCodecs } from "@a2a/bridge";
import { cardErrorAnswer } from "@a2a/bridge/cards";

import { checkRuntime, isLoopback } from "@a2a/types/internal";
import { servedCodecs } from "../agent/create-agent-handler.ts";
import type { AgentHandler } from "../agent/create-with-codecs.ts";
import { skillInputs } from "../calls/input/skill-input.ts";
import { noRoute } from "../http/handle.ts";
import { httpGate } from "../http/http-rules.ts";
import type { Handle } from "../http/incoming-request.ts";
import { agentsPage } from "../http/site/agent-page.ts";
import { catalogAnswers } from "../http/site/catalog.ts";
import { wantsPage } from "../http/site/wants-page.ts";
import { LiveMetrics } from "../telemetry/live-metrics.ts";
import { isBelow, pathOf, trimSlash } from "../util/base-path.ts";
import type { MountedInspector } from "./create-inspector.ts";
import { type OpenAgent, openAgent } from "./host-agent.ts";
import { LOOPBACK } from "./http-server.ts";
import { listenWith } from "./listen-with.ts";
import { stderrLogger } from "./log/stderr-logger.ts";
import { findInspector, mountInspector, withInspector } from "./mount-inspector.ts";
import { onPlatform } from "./platforms.ts";
import { type GrpcOptions, nthGrpc, type OpenGrpc, openGrpc } from "./serve-grpc.ts";
import {
  checkServeAgentsOptions,
  checkServeOptions,
  describeHosted,
  type HostedAgent,
  hostedPart,
  type ListenOptions,
  type RunningAgent,
  type RunningAgents,
  type ServeAgentsOptions,
  type ServeOptions,
} from "./serve-options.ts";

/**
 * Serves an agent over HTTP, on an engine that survives restarts; or several, `agents: { foo, bar }`, each below a path of its own,
 * `/agents/foo`. Options are checked before anything listens; warnings and errors are logged to stderr unless `logger` says otherwise.
 */
export async function serve<Name extends string = never>(
  options: ServeOptions | ServeAgentsOptions<Name>,
): Promise<Served<Name>> {
  checkRuntime();
  const given: ServeOptions | ServeAgentsOptions = options;
  const running = given?.agents === undefined ? serveOne(given) : serveAll(onPlatform(given));
  return (await running) as Served<Name>; // there are names if there are agents
}

/** One agent or several, by the names that were given. Overloads would say the same, and the compiler would explain mistakes by all of them. */
type Served<Name extends string> = [Name] extends [never] ? RunningAgent : RunningAgents;

async function serveOne(given: ServeOptions): Promise<RunningAgent> {
  const options = typeof given === "object" && given !== null ? onPlatform(given) : given;
  checkServeOptions(options);
  const named = { name: options.card.name, agent: hostedPart(options), grpc: options.grpc };
  const { handlers, grpcs, ...running } = await run(options, [named], ([handler]) => (handler as AgentHandler).handle); // there is one
  const [grpc] = grpcs;
  return { ...running, handler: handlers[0] as AgentHandler, ...(grpc && { grpcAddress: grpc.address }) }; // there is one
}

async function serveAll(options: ServeAgentsOptions): Promise<RunningAgents> {
  checkServeAgentsOptions(options);
  const names = Object.keys(options.agents);
  const agents = Object.entries(options.agents).map(([name, { grpc, ...agent }], index) => ({
    name,
    agent,
    basePath: `/agents/${name}`,
    grpc: grpc ?? nthGrpc(options.grpc, index),
  }));
  const base = options.publicUrl === undefined ? "" : pathOf(options.publicUrl);
  const { handlers, grpcs, ...running } = await run(options, agents, (handlers) => {
    const all = agents.map(({ basePath }, index) => ({ basePath, handler: handlers[index] as AgentHandler }));
    return toAgents(all, base, options.host);
  });
  const byName = <T>(make: (index: number) => T) => Object.fromEntries(names.map((name, index) => [name, make(index)]));
  return {
    ...running,
    handlers: byName((index) => handlers[index] as AgentHandler), // one for each name
    urls: byName((index) => running.url + agents[index]?.basePath),
    grpcAddresses: Object.fromEntries(
      names.flatMap((name, index) => {
        const grpc = grpcs[index];
        return grpc ? [[name, grpc.address]] : [];
      }),
    ),
  };
}

/** Sends each request to the agent below whose path it lies. */
function toAgents(
  agents: readonly { readonly basePath: string; readonly handler: AgentHandler }[],
  publicPath: string,
  host = "127.0.0.1",
): Handle {
  const gate = httpGate(isLoopback(host) ? { allowedHosts: LOOPBACK } : {});
  const page = agentsPage(agents.map(({ handler, basePath }) => ({ card: handler.card, base: publicPath + basePath })));
  const catalogs = catalogAnswers(agents, publicPath);
  const pointer = `the agents are at ${agents.map(({ basePath }) => publicPath + basePath).join(", ")}`;
  return async (request, signal) => {
    const found = agents.find(({ basePath }) => isBelow(request.path, basePath));
    if (found) return found.handler.handle(request, signal);
    const refused = gate.before(request);
    if (refused) return refused;
    const catalog = request.method === "GET" ? catalogs[request.path] : undefined;
    if (catalog) return catalog;
    if (request.path === "/" && wantsPage(request)) return request.method === "HEAD" ? { ...page, body: "" } : page;
    return cardErrorAnswer(noRoute(request, pointer));
  };
}

interface Named {
  readonly name: string;
  readonly agent: HostedAgent;
  readonly basePath?: string;
  readonly grpc: boolean | GrpcOptions | undefined;
}

/** Opens the agents, listens, and lets go of everything when one of the steps fails. */
async function run(
  options: ListenOptions & Pick<ServeOptions, "platform">,
  agents: readonly Named[],
  route: (handlers: readonly AgentHandler[]) => Handle,
) {
  const { host = "127.0.0.1", publicUrl, tls, listener, logger = stderrLogger() } = options;
  const opened: OpenAgent[] = [];
  const grpcs: (OpenGrpc | undefined)[] = [];
  const close = async () => {
    await Promise.all(grpcs.map((grpc) => grpc?.close()));
    await Promise.all(opened.map((agent) => agent.close()));
  };
  let handlers: readonly AgentHandler[] = [];
  try {
    const create = await findInspector(options.inspector);
    // A key that cannot sign, or a schema that is not supported, fails now and not when the first caller needs it.
    await Promise.all(
      agents.map(async ({ agent }) => {
        const card = describeHosted(agent, publicUrl);
        await Promise.all([agent.signCard?.(card), skillInputs(card)?.ready]);
      }),
    );
    // Nobody has to wait for a codec once the server listens.
    await loadCodecs(agents.flatMap(({ agent }) => servedCodecs(agent)));
    for (const { agent, name, grpc: asked } of agents) {
      const grpc = await openGrpc(asked, servedCodecs(agent), { host, tls, ...listener });
      grpcs.push(grpc);
      const interfaces = [...(agent.interfaces ?? []), ...(grpc?.interfaces ?? [])];
      opened.push(await openAgent({ ...agent, ...(grpc && { interfaces }) }, name, logger, options));
    }
    let inspector: MountedInspector | undefined;
    const listening = await listenWith({ ...options, host, logger }, (url) => {
      const live = create && new LiveMetrics();
      const started = agents.map(({ name, agent: given, basePath }, index) => {
        const baseUrl = `${trimSlash(publicUrl ?? url)}${basePath ?? ""}`;
        const agent = opened[index] as OpenAgent; // one for each
        const handler = agent.start({ host, baseUrl, metrics: live, ...(basePath !== undefined && { basePath }) });
        grpcs[index]?.start(handler.calls);
        return { name, options: given, baseUrl, handler };
      });
      handlers = started.map(({ handler }) => handler);
      inspector = create && mountInspector(create, started, { host, url, publicUrl, live });
      return {
        handle: withInspector(route(handlers), inspector),
        drain: async (how) => {
          for (const grpc of grpcs) grpc?.drain();
          await inspector?.close();
          await Promise.all(handlers.map((handler) => handler.close(how)));
        },
        isReady: () => handlers.every(({ engine }) => engine.isAvailable !== false),
        runningTurns: () => handlers.reduce((sum, handler) => sum + handler.runningTurns, 0),
        close,
      };
    });
    return { ...listening, ...(inspector && { inspectorUrl: inspector.url }), handlers, grpcs };
  } catch (error) {
    await close();
    throw error;
  }
}
