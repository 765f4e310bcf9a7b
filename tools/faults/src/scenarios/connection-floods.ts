import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { callAs, inLanes, open, postHead, pour, rpcBody, Tally, textMessage, type Verdict } from "../attacker.ts";
import { judgeFlood, namedFor, type Scenario, type Stage, setStage, type Target } from "../scenario.ts";

const ATTACKER = "token-attacker";
const CONNECTIONS = 2_000;
const STREAMS = 1_200;

/** Keeps what an attack has opened until the server was measured. */
function held(
  target: Target,
  name: string,
  sent: string,
  attack: (stage: Stage, sockets: Socket[]) => Promise<{ note: string; problems?: readonly string[] }>,
): Scenario {
  return {
    name: namedFor(target, name),
    async run(seconds) {
      await using stage = await setStage({}, target);
      const sockets: Socket[] = [];
      const { note, problems = [] } = await attack(stage, sockets);
      await delay(seconds * 1_000);
      const figures = await stage.measure();
      for (const socket of sockets) socket.destroy();
      return { sent, ...figures, note, problems: [...judgeFlood(figures), ...problems] };
    },
  };
}

/** Floods of connections, heads and streams. */
export const connectionFloods = (target: Target): readonly Scenario[] => [
  held(target, "idle connections", `${CONNECTIONS} connections that send half a head`, async ({ url }, sockets) => {
    for (let n = 0; n < CONNECTIONS; n++) {
      const socket = await open(url);
      socket.write("POST /a2a HTTP/1.1\r\nHost: ");
      sockets.push(socket);
    }
    return { note: "" };
  }),
  {
    name: namedFor(target, "large heads"),
    async run(seconds) {
      await using stage = await setStage({}, target);
      const { url } = stage;
      const head = Buffer.from(postHead(url, 2).replace("\r\n\r\n", `\r\nX-Large: ${"x".repeat(1_000_000)}\r\n\r\n{}`));
      const tally = new Tally();
      await inLanes(20, seconds, async () => tally.add(await pour(url, head).catch((): Verdict => "closed")));
      const figures = await stage.measure();
      return {
        sent: "20 connections, a head of 1 MB each, over and over",
        ...figures,
        note: String(tally),
        problems: judgeFlood(figures),
      };
    },
  },
  held(target, "many streams", `${STREAMS} streams of one caller, read`, async ({ url }, sockets) => {
    const params = textMessage("hang:0", { returnImmediately: true });
    const { result } = (await callAs(ATTACKER, url, "SendMessage", params)) as { result: { task: { id: string } } };
    const body = rpcBody("SubscribeToTask", { id: result.task.id });
    const request = postHead(url, Buffer.byteLength(body), ATTACKER) + body;
    const tally = new Tally();
    const verdicts: Promise<void>[] = [];
    for (let n = 0; n < STREAMS; n++) {
      const socket = await open(url);
      sockets.push(socket);
      verdicts.push(
        new Promise((resolve) => {
          socket.once("data", (chunk: Buffer) => {
            tally.add(Number(chunk.toString("latin1", 9, 12)));
            resolve();
          });
        }),
      );
      socket.write(request);
    }
    await Promise.all(verdicts);
    const note = String(tally);
    return { note, problems: note.includes("429") ? [] : [`no stream was refused: ${note}`] };
  }),
];
