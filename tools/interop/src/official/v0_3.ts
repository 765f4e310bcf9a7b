import { v0_3 } from "@a2a/bridge/v0_3";
import express from "express";
import type { AgentCard } from "sdk-v0_3";
import { type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "sdk-v0_3/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "sdk-v0_3/server/express";
import { type Served, serve } from "../loopback.ts";
import { sampleCard } from "../samples.ts";
import { echoExecutor } from "./echo.ts";

type Event = Parameters<Parameters<AgentExecutor["execute"]>[1]["publish"]>[0];

/** The official server of 0.3 at `/rpc` and `/rest` with an agent that gives back what it gets, and the card we wrote. */
export async function serveOfficial(): Promise<Served> {
  const app = express();
  const served = await serve(app);
  // What a codec writes is plain JSON; that it is a card is what the tests are about.
  const card = v0_3.card.encode(sampleCard(served.url)) as unknown as AgentCard;
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), echoExecutor<Event>());
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication };
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/rpc", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  return served;
}
