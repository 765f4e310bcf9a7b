import express, { type RequestHandler } from "express";
import type { AgentCard as CardV0_2 } from "sdk-v0_2";
import * as server0_2 from "sdk-v0_2/server";
import type { AgentCard as CardV0_3 } from "sdk-v0_3";
import * as server0_3 from "sdk-v0_3/server";
import * as express0_3 from "sdk-v0_3/server/express";
import { AgentCard as CardV1_0, generateAgentCardSignature } from "sdk-v1_0";
import * as server1_0 from "sdk-v1_0/server";
import * as express1_0 from "sdk-v1_0/server/express";
import { serve } from "../loopback.ts";
import { newerExecutor } from "./newer-sdk.ts";
import { olderExecutor } from "./older-sdk.ts";
import { Held, type MatrixPeer } from "./peer.ts";
import { serveSdkGrpc } from "./sdk-grpc.ts";

type EventV0_2 = Parameters<Parameters<server0_2.AgentExecutor["execute"]>[1]["publish"]>[0];
type EventV0_3 = Parameters<Parameters<server0_3.AgentExecutor["execute"]>[1]["publish"]>[0];

const about = {
  name: "Harbour",
  description: "Knows the tides.",
  version: "1.0.0",
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "tides", name: "Tides", description: "High and low water", tags: ["sea"] }],
};

const olderSecurity = {
  securitySchemes: { token: { type: "http" as const, scheme: "bearer" } },
  security: [{ token: [] }],
};
const newerSecurity = {
  securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "bearer" } } },
  securityRequirements: [{ schemes: { token: { list: [] } } }],
};

/** Refuses requests without the token, if there is one. */
function demand(token: string | undefined): RequestHandler {
  return ({ headers }, response, next) => {
    if (token === undefined || headers.authorization === `Bearer ${token}`) return next();
    response.status(401).set("WWW-Authenticate", "Bearer").end();
  };
}

/** How an official server is run. */
export interface SdkServerOptions {
  /** A free port when absent. */
  readonly port?: number;
  /** Whether the card offers all that the SDK has, even if it works in part. */
  readonly complete?: boolean;
  /** A token that callers have to bring; the card says so. */
  readonly token?: string | undefined;
}

/** The official server of 0.2. It stores webhooks, but never calls them, and its card says that it has none. */
export async function serveSdk0_2({ port, complete = false, token }: SdkServerOptions = {}): Promise<MatrixPeer> {
  const held = new Held();
  const app = express();
  const served = await serve(app, port);
  const card: CardV0_2 = {
    ...about,
    url: `${served.url}/rpc`,
    capabilities: { streaming: true, pushNotifications: complete },
    ...(token !== undefined && olderSecurity),
  };
  app.post(["/", "/rpc"], demand(token));
  const handler = new server0_2.DefaultRequestHandler(
    card,
    new server0_2.InMemoryTaskStore(),
    olderExecutor<EventV0_2>(held),
  );
  // The SDK was built against another major of express, whose routers are functions of the same form.
  type App = Parameters<server0_2.A2AExpressApp["setupRoutes"]>[0];
  const routes = new server0_2.A2AExpressApp(handler);
  for (const base of ["/rpc", ""]) routes.setupRoutes(app as unknown as App, base);
  return { ...peerOf(served, held), url: `${served.url}/rpc` };
}

/** The official server of 0.3, over JSON-RPC and HTTP+JSON. */
export async function serveSdk0_3({ port, complete = false, token }: SdkServerOptions = {}): Promise<MatrixPeer> {
  const held = new Held();
  const app = express();
  const served = await serve(app, port);
  const card: CardV0_3 = {
    ...about,
    protocolVersion: "0.3.0",
    url: `${served.url}/rpc`,
    capabilities: { streaming: true, pushNotifications: true },
    supportsAuthenticatedExtendedCard: complete,
    additionalInterfaces: [
      { url: `${served.url}/rpc`, transport: "JSONRPC" },
      { url: `${served.url}/rest`, transport: "HTTP+JSON" },
    ],
    ...(token !== undefined && olderSecurity),
  };
  app.use(["/rpc", "/rest"], demand(token));
  const store = new server0_3.InMemoryPushNotificationStore();
  const requestHandler = new server0_3.DefaultRequestHandler(
    card,
    new server0_3.InMemoryTaskStore(),
    olderExecutor<EventV0_3>(held),
    undefined,
    store,
    new server0_3.DefaultPushNotificationSender(store),
    complete ? card : undefined,
  );
  const options = { requestHandler, userBuilder: express0_3.UserBuilder.noAuthentication };
  app.use("/.well-known/agent-card.json", express0_3.agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/rpc", express0_3.jsonRpcHandler(options));
  app.use("/rest", express0_3.restHandler(options));
  return peerOf(served, held);
}

/** The official server of 1.0, over JSON-RPC and HTTP+JSON; callers of 0.3 are served where `legacy` is set. */
export async function serveSdk1_0({
  port,
  complete = false,
  token,
  key,
  taskStore = new server1_0.InMemoryTaskStore(),
  legacy = false,
  grpcPort,
}: SdkServerOptions & {
  taskStore?: server1_0.TaskStore;
  legacy?: boolean;
  /** The port of gRPC, which is served where it is given. */
  grpcPort?: number | undefined;
  /** The key to sign the card with. */
  key?: Extract<Parameters<typeof generateAgentCardSignature>[0], { kid?: string }> | undefined;
} = {}): Promise<MatrixPeer> {
  const held = new Held();
  const app = express();
  const served = await serve(app, port);
  const unsigned = CardV1_0.fromJSON({
    ...about,
    supportedInterfaces: (legacy ? ["1.0", "0.3"] : ["1.0"]).flatMap((protocolVersion) => [
      { url: `${served.url}/rpc`, protocolBinding: "JSONRPC", protocolVersion },
      { url: `${served.url}/rest`, protocolBinding: "HTTP+JSON", protocolVersion },
      ...(grpcPort === undefined ? [] : [{ url: `127.0.0.1:${grpcPort}`, protocolBinding: "GRPC", protocolVersion }]),
    ]),
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: complete },
    ...(token !== undefined && newerSecurity),
  });
  const sign = key && generateAgentCardSignature(key, { alg: "ES256", kid: key.kid ?? "", typ: "JOSE" });
  const card = sign ? await sign(unsigned) : unsigned;
  app.use(["/rpc", "/rest"], demand(token));
  const store = new server1_0.InMemoryPushNotificationStore();
  const requestHandler = new server1_0.DefaultRequestHandler(
    card,
    taskStore,
    newerExecutor(held),
    undefined,
    store,
    new server1_0.DefaultPushNotificationSender(store),
    complete ? card : undefined,
  );
  const options = {
    requestHandler,
    userBuilder: express1_0.UserBuilder.noAuthentication,
    legacyCompat: { enabled: legacy },
  };
  app.use("/.well-known/agent-card.json", express1_0.agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/rpc", express1_0.jsonRpcHandler(options));
  app.use("/rest", express1_0.restHandler(options));
  if (grpcPort !== undefined) await serveSdkGrpc(requestHandler, grpcPort, token);
  return peerOf(served, held);
}

function peerOf(served: Awaited<ReturnType<typeof serve>>, held: Held): MatrixPeer {
  return {
    url: served.url,
    release: () => held.release(),
    holding: () => held.size,
    async [Symbol.asyncDispose]() {
      held.release();
      await served[Symbol.asyncDispose]();
    },
  };
}
