import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { AgentCard as CardV0_3 } from "sdk-v0_3";
import * as server0_3 from "sdk-v0_3/server";
import * as express0_3 from "sdk-v0_3/server/express";
import { AgentCard as CardV1_0, TaskState } from "sdk-v1_0";
import * as server1_0 from "sdk-v1_0/server";
import * as express1_0 from "sdk-v1_0/server/express";

/** A server on a free port of this machine. */
export interface Served extends AsyncDisposable {
  readonly url: string;
}

const about = {
  name: "Lighthouse",
  description: "Repeats what it is told.",
  version: "1.0.0",
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "repeat", name: "Repeat", description: "Says it again", tags: ["echo"] }],
  capabilities: { streaming: true, pushNotifications: false },
};

/** Listens on the loopback until it is disposed of. */
export async function listening(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has one
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The official SDK's server of 0.3, over both bindings, with an agent that repeats what it is told. */
export async function serveOfficial0_3(): Promise<Served> {
  const app = express();
  const served = await listening(app);
  const url = `${served.url}/rpc`;
  const rest = { url: `${served.url}/rest`, transport: "HTTP+JSON" };
  const additionalInterfaces = [{ url, transport: "JSONRPC" }, rest];
  const card: CardV0_3 = {
    ...about,
    protocolVersion: "0.3.0",
    url,
    preferredTransport: "JSONRPC",
    additionalInterfaces,
  };
  const executor: server0_3.AgentExecutor = {
    async execute({ userMessage, taskId, contextId }, bus) {
      const [first] = userMessage.parts;
      const parts = [{ kind: "text" as const, text: first?.kind === "text" ? first.text : "" }];
      const ids = { taskId, contextId };
      const status = (state: "submitted" | "completed") => ({ state, timestamp: new Date().toISOString() });
      bus.publish({ kind: "task", id: taskId, contextId, status: status("submitted"), history: [userMessage] });
      bus.publish({ kind: "artifact-update", ...ids, artifact: { artifactId: "echo", parts } });
      bus.publish({ kind: "status-update", ...ids, status: status("completed"), final: true });
      bus.finished();
    },
    async cancelTask() {},
  };
  const requestHandler = new server0_3.DefaultRequestHandler(card, new server0_3.InMemoryTaskStore(), executor);
  const options = { requestHandler, userBuilder: express0_3.UserBuilder.noAuthentication };
  app.use("/.well-known/agent-card.json", express0_3.agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/rpc", express0_3.jsonRpcHandler(options));
  app.use("/rest", express0_3.restHandler(options));
  return served;
}

/** The official SDK's server of 1.0, over both bindings, with an agent that repeats what it is told. */
export async function serveOfficial1_0(): Promise<Served> {
  const app = express();
  const served = await listening(app);
  const card = CardV1_0.fromJSON({
    ...about,
    supportedInterfaces: [
      { url: `${served.url}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${served.url}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
  });
  const event = server1_0.AgentEvent;
  const executor: server1_0.AgentExecutor = {
    async execute({ userMessage, task, taskId, contextId }, bus) {
      const status = (state: TaskState) => ({ state, message: undefined, timestamp: new Date().toISOString() });
      const ids = { taskId, contextId, metadata: undefined };
      const begun = {
        id: taskId,
        contextId,
        status: status(TaskState.TASK_STATE_SUBMITTED),
        artifacts: [],
        metadata: undefined,
      };
      bus.publish(event.task(task ?? { ...begun, history: [userMessage] }));
      const artifact = {
        artifactId: "echo",
        name: "",
        description: "",
        parts: userMessage.parts,
        metadata: undefined,
        extensions: [],
      };
      bus.publish(event.artifactUpdate({ ...ids, artifact, append: false, lastChunk: true }));
      bus.publish(event.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_COMPLETED) }));
      bus.finished();
    },
    async cancelTask() {},
  };
  const requestHandler = new server1_0.DefaultRequestHandler(card, new server1_0.InMemoryTaskStore(), executor);
  const options = { requestHandler, userBuilder: express1_0.UserBuilder.noAuthentication };
  app.use("/.well-known/agent-card.json", express1_0.agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/rpc", express1_0.jsonRpcHandler(options));
  app.use("/rest", express1_0.restHandler(options));
  return served;
}
