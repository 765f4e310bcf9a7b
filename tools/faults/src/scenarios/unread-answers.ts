import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "@a2a/types";
import { callAs, open, postHead, rpcBody, textMessage } from "../attacker.ts";
import { judgeFlood, namedFor, type Scenario, setStage, type Target } from "../scenario.ts";

/** The size of the task that is asked for, in millions of characters. */
const SIZE = 9;
const ATTACKER = "token-attacker";

/** Asks for a large task over many connections, and reads nothing. */
function unread(
  target: Target,
  name: string,
  sent: string,
  options: { command: "big" | "hang"; connections: number; requests: number; method: string },
): Scenario {
  return {
    name: namedFor(target, name),
    async run(seconds) {
      await using stage = await setStage({}, target);
      const { url } = stage;
      const id = await largeTask(url, options.command);
      const body = rpcBody(options.method, { id });
      const request = postHead(url, Buffer.byteLength(body), ATTACKER) + body;
      const sockets: Socket[] = [];
      for (let n = 0; n < options.connections; n++) {
        const socket = await open(url);
        socket.pause();
        socket.write(request.repeat(options.requests));
        sockets.push(socket);
      }
      await delay(seconds * 1_000);
      const figures = await stage.measure();
      const isOpen = sockets.filter((socket) => !socket.destroyed).length;
      for (const socket of sockets) socket.destroy();
      return { sent, ...figures, note: `${isOpen} connections left open`, problems: judgeFlood(figures) };
    },
  };
}

/** The id of a task of that size, which has ended or is still running. */
async function largeTask(url: string, command: string): Promise<string> {
  const params = textMessage(`${command}:${SIZE}`, { returnImmediately: true });
  const { result } = (await callAs(ATTACKER, url, "SendMessage", params)) as { result: { task: { id: string } } };
  const { id } = result.task;
  for (;;) {
    const answer = (await callAs(ATTACKER, url, "GetTask", { id })).result as JsonObject & { artifacts?: unknown[] };
    if (answer.artifacts?.length === SIZE) return id;
    await delay(50);
  }
}

/** Answers that nobody reads. */
export const unreadAnswers = (target: Target): readonly Scenario[] => [
  unread(target, "unread answers", `80 × GetTask of a task of ${SIZE} MB, not read`, {
    command: "big",
    connections: 80,
    requests: 1,
    method: "GetTask",
  }),
  unread(target, "unread answers of a running task", `80 × GetTask of a running task of ${SIZE} MB, not read`, {
    command: "hang",
    connections: 80,
    requests: 1,
    method: "GetTask",
  }),
  unread(target, "unread pipelined answers", `80 × GetTask of a task of ${SIZE} MB over one connection, not read`, {
    command: "big",
    connections: 1,
    requests: 80,
    method: "GetTask",
  }),
  unread(target, "unread streams", `80 × SubscribeToTask of a task of ${SIZE} MB, not read`, {
    command: "hang",
    connections: 80,
    requests: 1,
    method: "SubscribeToTask",
  }),
];
