import type { Listener } from "test-kit/loopback";

/** Answers each path with its body, and every other path with 404. */
export function locations(bodies: Record<string, unknown>): Listener {
  return (request, response) => {
    const body = bodies[request.url ?? ""];
    if (body === undefined) response.writeHead(404).end("not found");
    else
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(typeof body === "string" ? body : JSON.stringify(body));
  };
}
