// An agent as a module with a `fetch` handler, which Workers, Deno and Bun serve as it is. It is the program of docs/runtimes.md.
import { type AgentHandler, createAgentHandler, textOf } from "@a2a/server";

let agent: AgentHandler | undefined;

function createAgent(): AgentHandler {
  return createAgentHandler({
    card: { name: "Echo" },
    executor: async function* ({ message }) {
      yield "You said: ";
      yield textOf(message);
    },
  });
}

export default {
  fetch(request: Request): Promise<Response> {
    agent ??= createAgent(); // on the first request: Workers do not allow timers and random numbers before
    return agent.fetch(request);
  },
  idleTimeout: 0, // for Bun, which otherwise closes streams after ten seconds of silence
};
