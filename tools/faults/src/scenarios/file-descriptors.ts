import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { rpcBody, textMessage } from "../attacker.ts";
import type { Scenario } from "../scenario.ts";

const MAX_FILES = 80;

/** `a2a serve --exec` without file descriptors for another command. */
export const fileDescriptors: Scenario = {
  name: "EMFILE",
  async run() {
    const script = fileURLToPath(new URL("../../../../packages/cli/src/main.ts", import.meta.url));
    const args = ["--conditions=@a2a/source", "--no-warnings", script, "serve", "--exec", "cat", "--store", "memory"];
    const child = spawn("sh", ["-c", `ulimit -n ${MAX_FILES} && exec "$@"`, "sh", process.execPath, ...args], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const before = await send(url, agent);
      const { hostname, port } = new URL(url);
      const idle = Array.from({ length: 150 }, () => connect(Number(port), hostname).on("error", () => undefined));
      await delay(500);
      const during = await send(url, agent);
      for (const socket of idle) socket.destroy();
      await delay(500);
      const after = await send(url, agent);
      const statuses = [before, during, after];
      const isRight = before === 200 && during === 503 && after === 200 && child.exitCode === null;
      return {
        sent: `150 idle connections to a2a serve --exec with ${MAX_FILES} file descriptors`,
        note: `a call before, during and after: ${statuses.join(", ")}`,
        problems: isRight ? [] : [`expected 200, 503, 200 and a living server, found ${statuses.join(", ")}`],
      };
    } finally {
      agent.destroy();
      child.kill("SIGKILL");
    }
  },
};

function send(url: string, agent: Agent): Promise<number | string> {
  const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
  return new Promise((resolve) => {
    const sent = request(`${url}/a2a`, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", (error) => resolve(error.message)).end(rpcBody("SendMessage", textMessage("hello")));
  });
}
