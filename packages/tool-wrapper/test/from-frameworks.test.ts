import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { createMessage, extractQuestion, extractText, silentLogger, skillMessage } from "@a2a/types";
import { AIMessage } from "@langchain/core/messages";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fromLangGraph, fromMastra, fromOpenApi, type ServedAgent } from "../src/from.ts";
import { scriptedModel, toolOutputs } from "./support/model.ts";

async function served(agent: ServedAgent) {
  const running = await serve({ ...agent, store: "memory", logger: silentLogger });
  const client = await connect(running.url);
  return { client, [Symbol.asyncDispose]: () => running.close({ drainMs: 0 }) };
}

/** Sends a message and an answer to the question that comes back. */
async function asked(client: Awaited<ReturnType<typeof connect>>, text: string, answer: string) {
  const first = await client.sendAndObserve(text);
  if (first.status !== "input-required") throw new Error(`expected a question, found ${first.status}`);
  const second = await client.sendAndObserve(createMessage(answer, { taskId: first.task.id }));
  return { question: extractQuestion(first.task), answer: second.task && extractText(second.task) };
}

describe("a LangGraph as an agent", () => {
  it("streams the text of its models", async () => {
    const model = new FakeStreamingChatModel({
      chunks: ["one ", "two ", "three"].map((content) => new AIMessage({ content }) as never),
      sleep: 0,
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addEdge(START, "model")
      .compile({ checkpointer: new MemorySaver() });
    await using agent = await served(fromLangGraph(graph, { name: "Counter" }));
    const chunks: string[] = [];
    for await (const event of agent.client.stream("count")) {
      if ("artifactUpdate" in event) {
        chunks.push(
          event.artifactUpdate.artifact.parts.flatMap((part) => ("text" in part ? [part.text] : [])).join(""),
        );
      }
    }
    expect(chunks.join("")).toBe("one two three");
  });

  it("asks where it is interrupted, and resumes with the answer", async () => {
    const State = Annotation.Root({ ...MessagesAnnotation.spec, year: Annotation<string> });
    const graph = new StateGraph(State)
      .addNode("ask", () => ({ messages: [new AIMessage(`for ${interrupt({ question: "Which year?" })}`)] }))
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    await using agent = await served(fromLangGraph(graph, { name: "Tax", Command }));
    expect(await asked(agent.client, "go", "2026")).toEqual({ question: "Which year?", answer: "for 2026" });
  });
});

describe("an agent of Mastra as an agent", () => {
  it("streams its text, asks where a tool suspends, and resumes with the answer", async () => {
    const model = scriptedModel((prompt) => {
      const [output] = toolOutputs(prompt);
      if (output) return `got ${JSON.stringify(output)}`;
      return JSON.stringify(prompt).includes("tax") ? { tool: "year", input: {} } : "one two three";
    });
    const year = createTool({
      id: "year",
      description: "Asks for the year.",
      inputSchema: z.object({}),
      suspendSchema: z.object({ question: z.string() }),
      resumeSchema: z.object({ answer: z.string() }),
      execute: async (_, context) => {
        const { resumeData, suspend } = context?.agent ?? {};
        if (resumeData) return { year: (resumeData as { answer: string }).answer };
        await suspend?.({ question: "Which year?" });
        return {};
      },
    });
    const agent = new Agent({
      id: "clerk",
      name: "clerk",
      instructions: "",
      // Mastra takes any model of the AI SDK, but its type for them is its own, which wraps them.
      model: model as unknown as MastraModelConfig,
      tools: { year },
    });
    const mastra = new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
    await using clerk = await served(fromMastra(mastra.getAgent("agent"), { name: "Clerk" }));
    const spoken = await clerk.client.sendAndObserve("count");
    expect(spoken.task && extractText(spoken.task)).toBe("one two three");
    const { question, answer } = await asked(clerk.client, "tax", "2026");
    expect([question, answer]).toEqual(["Which year?", expect.stringContaining("2026")]);
  });
});

describe("an OpenAPI document as an agent", () => {
  const document = {
    openapi: "3.0.3",
    info: { title: "Pets" },
    servers: [{ url: "/v1" }],
    paths: {
      "/pets/{id}": {
        parameters: [{ $ref: "#/components/parameters/id" }],
        get: {
          operationId: "getPet",
          summary: "Finds a pet.",
          parameters: [{ name: "tag", in: "query", schema: { type: "string" } }],
        },
      },
      "/pets": {
        post: {
          operationId: "addPet",
          parameters: [{ name: "X-Key", in: "header", schema: { type: "string" } }],
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
        },
      },
    },
    components: {
      parameters: { id: { name: "id", in: "path", required: true, schema: { type: "integer" } } },
      schemas: {
        Pet: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string", example: "Rex" }, parent: { $ref: "#/components/schemas/Pet" } },
        },
      },
    },
  };

  async function api() {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      void textOf(request).then((body) => {
        seen.push(`${request.method} ${request.url} ${request.headers["x-key"] ?? "-"} ${body}`);
        const isFound = request.url !== "/v1/pets/404";
        response.writeHead(isFound ? 200 : 404, { "Content-Type": "application/json" });
        response.end(isFound ? '{"name":"Rex"}' : '{"error":"no such pet"}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`; // a TCP server has one
    const agent = await served(fromOpenApi(document, { baseUrl, headers: { "X-Key": "operator" } }));
    return {
      seen,
      client: agent.client,
      async [Symbol.asyncDispose]() {
        await agent[Symbol.asyncDispose]();
        server.closeAllConnections();
        server.close();
      },
    };
  }

  it("calls the API by skills with schemas", async () => {
    await using pets = await api();
    expect(pets.client.card.skills.map(({ id }) => id)).toEqual(["getPet", "addPet"]);
    const got = await pets.client.sendAndObserve(skillMessage("getPet", { id: 7, tag: "a b" }));
    expect(got.task?.artifacts?.[0]?.parts).toEqual([{ data: { name: "Rex" } }]);
    const added = await pets.client.sendAndObserve(
      skillMessage("addPet", { body: { name: "Rex" }, "X-Key": "caller" }),
    );
    expect(added.status).toBe("completed");
    const missing = await pets.client.sendAndObserve(skillMessage("getPet", { id: 404 }));
    expect([missing.status, missing.task && JSON.stringify(missing.task.status)]).toEqual([
      "failed",
      expect.stringContaining("The API returned HTTP 404"),
    ]);
    expect(pets.seen).toEqual([
      "GET /v1/pets/7?tag=a+b operator ",
      'POST /v1/pets operator {"name":"Rex"}',
      "GET /v1/pets/404 operator ",
    ]);
  });

  it("refuses input that does not match before it calls the API", async () => {
    await using pets = await api();
    await expect(pets.client.send(skillMessage("addPet", { body: { name: 7 } }))).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      message: expect.stringContaining("body.name"),
    });
    expect(pets.seen).toEqual([]);
  });

  it.each(["..", ".", "", "../admin", "a/../../admin", "%2e%2e"])(
    "never leaves the path of its operation for the parameter %j",
    async (id) => {
      const seen: string[] = [];
      const files = {
        openapi: "3.0.3",
        paths: {
          "/files/{id}": {
            delete: {
              operationId: "remove",
              parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            },
          },
        },
      };
      const send: typeof fetch = async (url) => {
        seen.push(String(url));
        return Response.json({ removed: true });
      };
      await using agent = await served(fromOpenApi(files, { baseUrl: "http://api.example/v1", fetch: send }));
      const { status, task } = await agent.client.sendAndObserve(skillMessage("remove", { id }));
      const isRefused = [".", "..", ""].includes(id);
      expect([status, seen]).toEqual(
        isRefused ? ["failed", []] : ["completed", [`http://api.example/v1/files/${encodeURIComponent(id)}`]],
      );
      if (isRefused) {
        expect(JSON.stringify(task?.status)).toContain("/files/{id}: expected parameters that are neither empty nor");
      }
    },
  );

  it.each<[string, () => unknown, string]>([
    [
      "no address",
      () => fromOpenApi(document),
      'baseUrl: expected an absolute URL such as "https://api.example", found "/v1"',
    ],
    [
      "an unknown operation",
      () => fromOpenApi(document, { baseUrl: "https://api.example", operations: ["fly"] }),
      'operations: "fly" does not exist; existing: getPet, addPet',
    ],
    [
      "no operations",
      () => fromOpenApi({ openapi: "3.1.0" }, { baseUrl: "https://api.example" }),
      "the document has no operations: expected an OpenAPI 3 document with paths",
    ],
  ])("is refused with %s", (_, make, message) => {
    expect(make).toThrow(new TypeError(message));
  });
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
