import { createServer } from "node:http";
import { listenAndReport } from "./report.ts";

// The limit: reads a body, parses it, and writes a fixed answer of the size that a real one has.
const task = {
  id: "01a1e2a8-0bfe-77ed-8531-6633079fd9c8",
  contextId: "01a1e2a8-0bff-7d63-afde-055d0ff39d60",
  status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-11-16T04:40:26.372Z" },
  artifacts: [{ artifactId: "echo", name: "echo", parts: [{ text: "hello there" }] }],
  history: [
    {
      messageId: "m-1",
      role: "ROLE_USER",
      parts: [{ text: "hello there" }],
      taskId: "01a1e2a8-0bfe-77ed-8531-6633079fd9c8",
      contextId: "01a1e2a8-0bff-7d63-afde-055d0ff39d60",
    },
  ],
};
const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { task } });
const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) };

listenAndReport(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(200, headers).end(answer);
    });
  }),
);
