import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { messageCodec, v1_0Proto } from "@a2a/grpc/descriptor";
import { Client, credentials } from "@grpc/grpc-js";
import type { Benchmark, Contestant, Figures, LeveledBenchmark, Running } from "../benchmark.ts";

/** Sends and streams over gRPC, compared with a bare server of grpc-js that reads and writes the same messages. */
export default { levels: [1, 64], at: calls } satisfies LeveledBenchmark;

const RAW = "bare grpc-js, unary";
const RAW_STREAM = "bare grpc-js, stream of 200 events";
const OURS = "ours, unary";
const OURS_STREAM = "ours, stream of 200 events";
const request = messageCodec(v1_0Proto, "SendMessageRequest");
const asIs = (bytes: Buffer) => bytes;
const service = "/lf.a2a.v1.A2AService";

function calls(concurrency: number): Benchmark {
  const [unary, streams] = [concurrency === 1 ? 1_000 : 4_000, concurrency === 1 ? 20 : 128];
  return {
    title: `gRPC, concurrency ${concurrency}`,
    baseline: RAW,
    contestants: [
      contestant(RAW, "grpc-raw.ts", { count: unary, concurrency, call: send }),
      contestant(OURS, "grpc-ours.ts", { count: unary, concurrency, call: send }),
      contestant(RAW_STREAM, "grpc-raw.ts", { count: streams, concurrency, call: stream }),
      contestant(OURS_STREAM, "grpc-ours.ts", { count: streams, concurrency, call: stream }),
    ],
    targets: [
      { contestant: OURS, figure: "server cpu µs/op", atMost: 1.6 },
      { contestant: OURS_STREAM, figure: "server cpu µs/op", against: RAW_STREAM, atMost: 1.8 },
    ],
  };
}

interface Work {
  readonly count: number;
  readonly concurrency: number;
  readonly call: (client: Client) => Promise<void>;
}

function contestant(name: string, script: string, work: Work): Contestant {
  return {
    name,
    operations: work.count,
    async setup(): Promise<Running> {
      const execArgv = ["--no-warnings", "--conditions=@a2a/source"];
      const child = fork(new URL(`../servers/${script}`, import.meta.url), { execArgv });
      const [{ port }] = (await once(child, "message")) as [{ port: number }]; // its first message
      const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
      return {
        run: () => measure(child, client, work),
        teardown() {
          client.close();
          child.kill();
        },
      };
    },
  };
}

async function measure(child: ChildProcess, client: Client, { count, concurrency, call }: Work): Promise<Figures> {
  const before = await cpuOf(child);
  const started = performance.now();
  let left = count;
  const caller = async () => {
    while (left-- > 0) await call(client);
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  const seconds = (performance.now() - started) / 1000;
  return { "calls/s": count / seconds, "server cpu µs/op": ((await cpuOf(child)) - before) / count };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ cpu }] = (await once(child, "message")) as [{ cpu: NodeJS.CpuUsage }]; // its answer
  return cpu.user + cpu.system;
}

function message(text: string): Buffer {
  return request.encode({ message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] } });
}

function send(client: Client): Promise<void> {
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(`${service}/SendMessage`, asIs, asIs, message("hello"), (error) =>
      error ? reject(error) : resolve(),
    ),
  );
}

function stream(client: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = client.makeServerStreamRequest(`${service}/SendStreamingMessage`, asIs, asIs, message("stream"));
    let events = 0;
    call.on("data", () => events++);
    call.once("error", reject);
    call.once("end", () => (events > 200 ? resolve() : reject(new Error(`only ${events} events came`))));
  });
}
