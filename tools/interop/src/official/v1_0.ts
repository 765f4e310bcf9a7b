import { v1_0 } from "@a2a/bridge/v1_0";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import express from "express";
import { AgentCard, type Artifact, type Message, Role, TaskState } from "sdk-v1_0";
import { LegacyA2AService, legacyGrpcService } from "sdk-v1_0/compat/v0_3/server/grpc";
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from "sdk-v1_0/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "sdk-v1_0/server/express";
import { A2AService, UserBuilder as GrpcUserBuilder, grpcService } from "sdk-v1_0/server/grpc";
import { type Served, serve } from "../loopback.ts";
import { sampleCard } from "../samples.ts";

/** The official server of 1.0, which also speaks 0.3, with an agent that gives back what it gets, and the card we wrote. */
export async function serveOfficial(): Promise<Served> {
  const app = express();
  const served = await serve(app);
  const requestHandler = echoHandler(sampleCard(served.url));
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } };
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/rpc", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  return served;
}

/** The same agent over gRPC, in both versions at one port. The URL of the server is its address. */
export async function serveOfficialGrpc(): Promise<Served> {
  // The SDK serves the versions that its card lists for the binding.
  const supportedInterfaces = ["1.0", "0.3"].map((protocolVersion) => ({
    url: "127.0.0.1:50051",
    protocolBinding: "GRPC",
    protocolVersion,
  }));
  const requestHandler = echoHandler({ ...sampleCard("http://127.0.0.1"), supportedInterfaces });
  const userBuilder = GrpcUserBuilder.noAuthentication;
  const server = new Server();
  server.addService(A2AService, grpcService({ requestHandler, userBuilder }));
  server.addService(LegacyA2AService, legacyGrpcService({ requestHandler, userBuilder }));
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { url: `127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => server.forceShutdown() };
}

function echoHandler(ours: ReturnType<typeof sampleCard>): DefaultRequestHandler {
  const holds = new Map<string, () => void>();
  const executor: AgentExecutor = {
    async execute({ userMessage, taskId, contextId }, bus) {
      const [first, ...rest] = userMessage.parts;
      const text = first?.content?.$case === "text" ? first.content.value : undefined;
      if (text === "message") {
        bus.publish(AgentEvent.message(answerTo(userMessage, taskId, contextId)));
        bus.finished();
        return;
      }
      const status = (state: TaskState) => ({ state, message: undefined, timestamp: new Date().toISOString() });
      const ids = { taskId, contextId, metadata: undefined };
      const task = { id: taskId, contextId, artifacts: [], history: [userMessage], metadata: undefined };
      bus.publish(AgentEvent.task({ ...task, status: status(TaskState.TASK_STATE_SUBMITTED) }));
      bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_WORKING) }));
      if (text === "hold") {
        await new Promise<void>((resolve) => holds.set(taskId, resolve));
      } else {
        const chunk = (parts: Message["parts"], append: boolean) =>
          bus.publish(
            AgentEvent.artifactUpdate({ ...ids, artifact: artifact(userMessage, parts), append, lastChunk: append }),
          );
        chunk(first === undefined ? [] : [first], false);
        chunk(rest, true);
        bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_COMPLETED) }));
      }
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: new Date().toISOString() };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId: taskId, metadata: undefined, status }));
      holds.get(taskId)?.();
    },
  };
  const card = AgentCard.fromJSON(v1_0.card.encode(ours) as object);
  return new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
}

function answerTo(message: Message, taskId: string, contextId: string): Message {
  return { ...message, role: Role.ROLE_AGENT, messageId: `re ${taskId}`, contextId };
}

function artifact({ metadata }: Message, parts: Message["parts"]): Artifact {
  return { artifactId: "echo", name: "echo", description: "", parts, metadata, extensions: [] };
}
