import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connect } from "@a2a/client";
import { applyEvent, createMessage, extractText, type Task } from "@a2a/types";
import { startPostgres } from "test-kit/postgres-server";
import { countFindings, FINDINGS } from "../agents/researcher.ts";
import type { Stage } from "../scenes.ts";
import { type Balancer, startBalancer } from "./balancer.ts";

/** How long a turn stays with a replica that is gone. */
const LEASE_MS = 2_000;

interface Replica {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
}

/** Three replicas on one PostgreSQL: a stream outlives its replica, a cancel and a duplicate reach another one. */
export async function runCluster(stage: Stage): Promise<void> {
  stage.scene("Three replicas, one PostgreSQL");
  await using database = await startPostgres({});
  await using balancer = await startBalancer();
  const store = `${database.url}?leaseMs=${LEASE_MS}`;
  const replicas: Replica[] = [];
  try {
    for (const name of ["replica A", "replica B", "replica C"])
      replicas.push(await startReplica(name, store, balancer.url));
    balancer.targets = replicas.map(({ url }) => url);
    stage.say("cluster", "PostgreSQL and 3 replicas behind a load balancer are up");
    const nameOf: NameOf = (url) => replicas.find((replica) => replica.url === url)?.name ?? "nobody";
    await surviveKill(balancer, replicas, nameOf, stage);
    await cancelElsewhere(balancer, nameOf, stage);
    await sendTwice(balancer, nameOf, stage);
  } finally {
    await Promise.all(replicas.map(({ child }) => end(child)));
  }
}

async function surviveKill(
  balancer: Balancer,
  replicas: readonly Replica[],
  nameOf: NameOf,
  stage: Stage,
): Promise<void> {
  stage.scene("A stream continues while its replica is killed");
  const client = await connect(balancer.url, { maxRetries: 50, retryDelayMs: 100, maxDelayMs: 300 });
  const routes = watch(balancer);
  let task: Task | undefined;
  let killed: string | undefined;
  for await (const event of client.stream("the tides of Kiel")) {
    if ("gap" in event) throw new Error("the stream has a gap");
    if ("task" in event) task = event.task;
    else if (task) applyEvent(task, event);
    const found = task ? countFindings(task) : 0;
    stage.progress(`${found} of ${FINDINGS} findings`);
    if (found === 8 && killed === undefined) {
      killed = routes.at(-1) ?? "";
      stage.say("caller", `has ${found} findings from ${nameOf(killed)}, which is killed now`);
      const replica = replicas.find(({ url }) => url === killed);
      if (replica) await end(replica.child);
    }
  }
  const last = routes.at(-1) ?? "";
  if (!task || killed === undefined || last === killed) throw new Error("the stream did not move to another replica");
  const numbers = [...(extractText(task) ?? "").matchAll(/Finding (\d+)/g)].map(([, number]) => Number(number));
  if (numbers.some((number, index) => number !== index + 1)) throw new Error(`the findings are ${numbers.join(", ")}`);
  stage.say("caller", `resumed at ${nameOf(last)} and has all ${numbers.length} findings, each once, in order`);
}

async function cancelElsewhere(balancer: Balancer, nameOf: NameOf, stage: Stage): Promise<void> {
  stage.scene("A cancel reaches the replica that works");
  const client = await connect(balancer.url);
  const routes = watch(balancer);
  const started = await client.send("a long report", { configuration: { returnImmediately: true } });
  if (!("task" in started)) throw new Error("expected a task");
  const { status } = await client.cancelTask(started.task.id);
  if (routes[0] === routes[1]) throw new Error("both calls went to one replica");
  stage.say("caller", `starts a task at ${nameOf(routes[0])} and cancels it at ${nameOf(routes[1])}: ${status.state}`);
}

async function sendTwice(balancer: Balancer, nameOf: NameOf, stage: Stage): Promise<void> {
  stage.scene("A message that is sent to two replicas runs once");
  const client = await connect(balancer.url);
  const routes = watch(balancer);
  const message = createMessage("the same message");
  const answers = await Promise.all([client.send(message), client.send(message)]);
  const ids = new Set(answers.map((answer) => ("task" in answer ? answer.task.id : "")));
  if (ids.size !== 1 || routes[0] === routes[1]) throw new Error(`${ids.size} tasks were made at ${routes.join(", ")}`);
  const places = routes.slice(0, 2).map(nameOf).sort().join(" and ");
  stage.say("caller", `sends one message to ${places} at once and gets one task`);
}

type NameOf = (url: string | undefined) => string;

/** The replicas that answer from now on, in order. */
function watch(balancer: Balancer): string[] {
  const routes: string[] = [];
  balancer.onRoute = (target) => {
    routes.push(target);
  };
  return routes;
}

async function startReplica(name: string, store: string, publicUrl: string): Promise<Replica> {
  const script = fileURLToPath(new URL("serve-replica.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@a2a/source", script, store, publicUrl, "40"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const failed = once(child, "exit").then(() => Promise.reject(new Error(`${name} did not start`)));
  failed.catch(() => undefined);
  const [url] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), failed])) as [string];
  return { name, url, child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
