import { createServer, type ServerResponse } from "node:http";
import { Agent, type Dispatcher } from "undici";
import { startChild } from "./child.ts";
import { listenAndReport } from "./report.ts";

// The lower bound of a gateway on Node: every body is passed on as it came, and every answer too. Nothing is parsed, checked, counted or
// limited, and callers are anonymous.
const agent = await startChild("ours.ts", []);
const upstream = new Agent({ connections: 4_096 });
for (const event of ["disconnect", "SIGTERM"]) {
  process.once(event, () => {
    agent.stop();
    process.exit();
  });
}

/** Writes an answer of the agent when all of it has come. */
function passOn(response: ServerResponse): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let status = 502;
  return {
    onRequestStart: () => undefined,
    onResponseStart(_, answered) {
      status = answered;
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd() {
      const body = Buffer.concat(chunks);
      response.writeHead(status, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
    },
    onResponseError: () => void response.writeHead(502).end(),
  };
}

listenAndReport(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = { "content-type": "application/json", "a2a-version": "1.0" };
      const body = Buffer.concat(chunks);
      upstream.dispatch(
        { origin: agent.origin, path: "/a2a", method: "POST", headers, body, headersTimeout: 0, bodyTimeout: 0 },
        passOn(response),
      );
    });
  }),
);
