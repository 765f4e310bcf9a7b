import { v0_2 } from "@a2a/bridge/v0_2";
import express from "express";
import type { AgentCard } from "sdk-v0_2";
import { A2AExpressApp, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "sdk-v0_2/server";
import { type Served, serve } from "../loopback.ts";
import { sampleCard } from "../samples.ts";
import { echoExecutor } from "./echo.ts";

type Event = Parameters<Parameters<AgentExecutor["execute"]>[1]["publish"]>[0];

/** The official server of 0.2 at `/rpc` with an agent that gives back what it gets, and the card we wrote. */
export async function serveOfficial(): Promise<Served> {
  const app = express();
  const served = await serve(app);
  // What a codec writes is plain JSON; that it is a card is what the tests are about.
  const card = v0_2.card.encode(sampleCard(served.url)) as unknown as AgentCard;
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), echoExecutor<Event>());
  // The SDK was built against another major of express, whose routers are functions of the same form.
  type App = Parameters<A2AExpressApp["setupRoutes"]>[0];
  new A2AExpressApp(handler).setupRoutes(app as unknown as App, "/rpc");
  return served;
}
