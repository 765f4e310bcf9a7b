import { createServer } from "node:http";
import { listenAndReport } from "./report.ts";

// A minimal agent: returns the same task for every request, with the request's id, and a card that points here.
const task = {
  id: "01a1e2a8-0bfe-77ed-8531-6633079fd9c8",
  contextId: "01a1e2a8-0bff-7d63-afde-055d0ff39d60",
  status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-11-16T04:40:26.372Z" },
  artifacts: [{ artifactId: "echo", name: "echo", parts: [{ text: "hello there" }] }],
  history: [{ messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello there" }] }],
};
const result = JSON.stringify({ task });

function card(host: string): string {
  return JSON.stringify({
    name: "Fixed",
    description: "Always says the same.",
    supportedInterfaces: [{ url: `http://${host}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    version: "1.0.0",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "echo", name: "Echo", description: "Says the same", tags: ["echo"] }],
  });
}

listenAndReport(
  createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString("latin1");
    });
    request.on("end", () => {
      const [, id = "null"] = /"id":("[^"]*"|\d+)/.exec(body) ?? [];
      const answer =
        request.method === "GET" ? card(request.headers.host ?? "") : `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
      response
        .writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) })
        .end(answer);
    });
  }),
);
