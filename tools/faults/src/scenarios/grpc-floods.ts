import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from "node:http2";
import { setTimeout as delay } from "node:timers/promises";
import { v1_0 } from "@a2a/bridge/v1_0";
import { grpcService } from "@a2a/grpc/descriptor";
import type { JsonObject, OperationName } from "@a2a/types";
import { callAs, inLanes, Tally, textMessage } from "../attacker.ts";
import { judgeFlood, namedFor, type Scenario, type Stage, setStage, type Target } from "../scenario.ts";

const ATTACKER = "token-attacker";
const ATTACKER_METADATA = { authorization: `Bearer ${ATTACKER}` };
const STREAMS = 1_200;
const UNFINISHED = 400;
const CONNECTIONS = 80;
/** The size of the task that is asked for, in millions of characters. */
const SIZE = 9;
const RESOURCE_EXHAUSTED = 8;
const UNAUTHENTICATED = 16;

/** An attacker of gRPC: plain HTTP/2, so that it need not keep to rules. */
interface Attacker {
  /** A connection. */
  open(): ClientHttp2Session;
  /** Begins a call and sends its message, with more metadata if there is some. */
  call(session: ClientHttp2Session, operation: OperationName, message: Buffer, metadata?: object): ClientHttp2Stream;
  readonly stage: Stage;
}

type Attack = (attacker: Attacker, seconds: number) => Promise<{ note: string; problems?: readonly string[] }>;

function flood(target: Target, name: string, sent: string, attack: Attack): Scenario {
  return {
    name: namedFor(target, `gRPC: ${name}`),
    async run(seconds) {
      await using stage = await setStage({ grpc: true }, target);
      const address = await grpcAddress(stage.url);
      const sessions: ClientHttp2Session[] = [];
      const open = () => {
        // Its own unsent messages count against the memory of a session, which has to receive statuses.
        const session = connect(`http://${address}`, { maxSessionMemory: 256 }).on("error", () => undefined);
        sessions.push(session);
        return session;
      };
      const { note, problems = [] } = await attack({ stage, open, call: callGrpc }, seconds);
      const figures = await stage.measure();
      for (const session of sessions) session.destroy();
      return { sent, ...figures, note, problems: [...judgeFlood(figures), ...problems] };
    },
  };
}

async function grpcAddress(url: string): Promise<string> {
  const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as {
    supportedInterfaces: { protocolBinding: string; url: string }[];
  };
  const found = card.supportedInterfaces.find(({ protocolBinding }) => protocolBinding === "GRPC");
  if (found === undefined) throw new Error("the victim does not serve gRPC");
  return found.url;
}

function callGrpc(
  session: ClientHttp2Session,
  operation: OperationName,
  message: Buffer,
  metadata?: object,
): ClientHttp2Stream {
  const stream = begin(session, operation, metadata);
  stream.end(framed(message));
  return stream;
}

/** A message as a call carries it: with its length in front. */
function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function begin(session: ClientHttp2Session, operation: OperationName, metadata: object = ATTACKER_METADATA) {
  const stream = session.request({
    ":method": "POST",
    ":path": methodOf(operation).path,
    "content-type": "application/grpc",
    te: "trailers",
    ...metadata,
  });
  stream.on("error", () => undefined);
  return stream;
}

function methodOf(operation: OperationName) {
  const method = grpcService(v1_0)?.methods[operation];
  if (method === undefined) throw new Error(`gRPC has no ${operation}`);
  return method;
}

function messageOf(operation: OperationName, input: JsonObject): Buffer {
  return Buffer.from(methodOf(operation).request.encode(input));
}

/** The status of a call: that of gRPC, or `closed` when the connection or the stream was reset. */
function statusOf(stream: ClientHttp2Stream): Promise<number | "closed"> {
  return new Promise((resolve) => {
    const read = (headers: object) => {
      const { "grpc-status": status } = headers as { "grpc-status"?: string };
      if (status !== undefined) resolve(Number(status));
    };
    stream
      .on("response", read)
      .on("trailers", read)
      .on("close", () => resolve("closed"));
    stream.resume();
  });
}

/** The id of a running task of so many megabytes. */
async function runningTask(url: string, megabytes: number): Promise<string> {
  const params = textMessage(`hang:${megabytes}`, { returnImmediately: true });
  const { result } = (await callAs(ATTACKER, url, "SendMessage", params)) as { result: { task: { id: string } } };
  const { id } = result.task;
  for (;;) {
    const answer = (await callAs(ATTACKER, url, "GetTask", { id })).result as JsonObject & { artifacts?: unknown[] };
    if ((answer.artifacts?.length ?? 0) === megabytes) return id;
    await delay(50);
  }
}

/** Asks for a large task over many connections, and reads nothing. */
function unread(target: Target, name: string, operation: "getTask" | "subscribeToTask", connections: number): Scenario {
  const sent = `${CONNECTIONS} × ${operation} of a task of ${SIZE} MB over ${connections} connections, not read`;
  return flood(target, name, sent, async ({ stage, open, call }, seconds) => {
    const message = messageOf(operation, { id: await runningTask(stage.url, SIZE) });
    const sessions = Array.from({ length: connections }, open);
    const streams = Array.from({ length: CONNECTIONS }, (_, n) => {
      return call(sessions[n % connections] as ClientHttp2Session, operation, message); // there is one for each number
    });
    await delay(seconds * 1_000);
    return { note: `${streams.filter((stream) => !stream.destroyed).length} calls left open` };
  });
}

/** Sends messages that are too large, over and over. */
function oversized(target: Target, name: string, sent: string, expected: number, metadata?: object): Scenario {
  const message = messageOf("sendMessage", textMessage("x".repeat(10_000_000)));
  return flood(target, name, sent, async ({ open, call }, seconds) => {
    const tally = new Tally();
    await inLanes(20, seconds, async () => {
      const session = open();
      tally.add(await statusOf(call(session, "sendMessage", message, metadata)));
      session.destroy();
    });
    const note = String(tally);
    return { note, problems: note.includes(`× ${expected}`) ? [] : [`expected status ${expected}: ${note}`] };
  });
}

/** Attacks over HTTP/2. Their statuses are those of gRPC: 8 means that a limit was reached, 16 that credentials are missing. */
export const grpcFloods = (target: Target): readonly Scenario[] => [
  flood(target, "idle streams", `${STREAMS} streams of one caller, read`, async ({ stage, open, call }, seconds) => {
    const message = messageOf("subscribeToTask", { id: await runningTask(stage.url, 0) });
    const sessions = [open(), open()];
    const tally = new Tally();
    const settled = Array.from({ length: STREAMS }, async (_, n) => {
      const stream = call(sessions[n % 2] as ClientHttp2Session, "subscribeToTask", message); // one of the two
      const streaming = new Promise<0>((resolve) => stream.once("data", () => resolve(0)));
      tally.add(await Promise.race([streaming, statusOf(stream)]));
    });
    await Promise.all(settled);
    await delay(seconds * 1_000);
    const note = String(tally);
    const isBounded = note.includes(`× ${RESOURCE_EXHAUSTED}`);
    return { note, problems: isBounded ? [] : [`no stream was refused: ${note}`] };
  }),
  unread(target, "slow readers", "subscribeToTask", CONNECTIONS),
  unread(target, "unread answers", "getTask", CONNECTIONS),
  unread(target, "unread answers over one connection", "getTask", 1),
  oversized(target, "oversized messages", "20 connections, 10 MB each, over and over", RESOURCE_EXHAUSTED),
  oversized(target, "oversized messages without credentials", "20 connections, 10 MB each", UNAUTHENTICATED, {}),
  flood(
    target,
    "unfinished messages",
    `${UNFINISHED} calls over 20 connections, 4 MB of 4.1 MB each`,
    async ({ open }, seconds) => {
      const message = framed(messageOf("sendMessage", textMessage("x".repeat(4_100_000))));
      const piece = message.subarray(0, 4_000_000);
      const sessions = Array.from({ length: 20 }, open);
      const tally = new Tally();
      const streams = Array.from({ length: UNFINISHED }, (_, n) => {
        const stream = begin(sessions[n % 20] as ClientHttp2Session, "sendMessage"); // one of the 20
        void statusOf(stream).then((status) => tally.add(status));
        stream.write(piece);
        return stream;
      });
      await delay(seconds * 1_000);
      return { note: `${tally}; ${streams.filter((stream) => !stream.destroyed).length} calls left open` };
    },
  ),
  flood(target, "rapid reset", "4 connections, calls that are canceled at once", async ({ open, call }, seconds) => {
    const message = messageOf("sendStreamingMessage", textMessage("hello"));
    let canceled = 0;
    const lanes = Array.from({ length: 4 }, open);
    await inLanes(lanes.length, seconds, async (lane) => {
      let session = lanes[lane] as ClientHttp2Session; // there is one for each lane
      if (session.destroyed || session.closed) {
        session = open();
        lanes[lane] = session;
      }
      for (let n = 0; n < 100 && !session.destroyed && !session.closed; n++) {
        call(session, "sendStreamingMessage", message).close(constants.NGHTTP2_CANCEL);
        canceled++;
      }
      await delay(1);
    });
    return { note: `${canceled} calls canceled` };
  }),
  flood(
    target,
    "metadata floods",
    "20 connections, 60 KB of metadata in each call",
    async ({ open, call }, seconds) => {
      const message = messageOf("getTask", { id: "none" });
      const metadata = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-flood-${n}`, "x".repeat(1_000)]));
      const tally = new Tally();
      await inLanes(20, seconds, async () => {
        const session = open();
        tally.add(
          await statusOf(call(session, "getTask", message, { ...metadata, authorization: `Bearer ${ATTACKER}` })),
        );
        session.destroy();
      });
      return { note: String(tally) };
    },
  ),
];
