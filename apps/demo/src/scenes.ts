import { type AgentClient, CapabilitySet, connect } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import { type AgentTool, agentTool, type Outcome } from "@a2a/tool-wrapper";
import { dispatch, type ModelCall } from "@a2a/tool-wrapper/schema";
import {
  applyEvent,
  copyTask,
  createMessage,
  isLocalError,
  type ProtocolVersion,
  statusText,
  type Task,
} from "@a2a/types";
import { countFindings, FINDINGS, RESUMED } from "./agents/researcher.ts";
import type { DemoAgents } from "./agents.ts";
import type { Model } from "./model/model.ts";
import type { ServerProcess } from "./server-process.ts";
import type { Tally } from "./tally.ts";

/** How the demo talks to its audience. */
export interface Stage {
  /** A line of the transcript. */
  say(who: string, text: string): void;
  /** A new scene. */
  scene(title: string): void;
  /** A question to the user. */
  ask(question: string, answer: string): Promise<string>;
  /** Progress that is overwritten, where there is a terminal. */
  progress(text: string): void;
}

/** One agent, called in four protocol versions. */
export async function greetEverybody(agents: DemoAgents, stage: Stage, tally: Tally): Promise<void> {
  stage.scene("One agent, four protocol versions");
  for (const version of ["1.0", "0.3", "0.2", "0.1"] satisfies ProtocolVersion[]) {
    const client = await connect(agents.greeter.url, { versions: [version] });
    const outcome = await agentTool(client, { name: "greeter" }).run({ message: `caller of ${version}` });
    stage.say(`caller ${version}`, shown(outcome));
    tally.task("greeter", client.describe());
  }
}

/** A scripted coordinator whose tools are agents of two protocol versions, one of them over gRPC, and that lacks the grant for a third agent. */
export async function coordinate(agents: DemoAgents, stage: Stage, tally: Tally): Promise<void> {
  stage.scene("A coordinator with agents as tools");
  const { translator, tax, archivist, spoken } = await coordinatorTools(agents);

  stage.say("coordinator", 'delegates to the translator (0.1): "High water, low water"');
  stage.say("translator", shown(await translator.run({ message: "High water, low water" })));
  tally.task("translator", spoken.translator);

  stage.say("coordinator", 'delegates to the tax calculator (0.3, over gRPC): "tax on 50000"');
  const asked = await tax.run({ message: "tax on 50000" });
  tally.task("tax", spoken.tax);
  if (asked.status !== "input-required") throw new Error(`expected a question, found ${asked.status}`);
  stage.say("tax", `asks: ${asked.question}`);
  const answer = await stage.ask(asked.question, "married");
  stage.say("user", answer);
  stage.say("tax", shown(await tax.run({ message: answer, taskId: asked.taskId })));

  stage.say("coordinator", "calls the archivist without a grant");
  try {
    await archivist.run({ message: "anything" });
    throw new Error("the archivist should have been refused");
  } catch (error) {
    if (!isLocalError(error, "PERMISSION")) throw error;
    stage.say("gate", error.message);
    tally.refused("archivist");
  }
}

/** The same coordinator, led by a model that decides what to delegate and how often. */
export async function coordinateByModel(model: Model, agents: DemoAgents, stage: Stage, tally: Tally): Promise<void> {
  stage.scene(`A coordinator with agents as tools, led by ${model.name}`);
  const { allow, spoken, ...named } = await coordinatorTools(agents, async ({ question }) => {
    stage.say("tax", `asks: ${question}`);
    const answer = await stage.ask(question, "married");
    stage.say("user", answer);
    return answer;
  });
  const tools: readonly AgentTool[] = Object.values(named);
  const answer = await model.run(TASK, tools, async (call) => {
    const name = nameIn(call);
    stage.say("coordinator", `delegates to ${name}`);
    const { outcome, reply } = await dispatch(tools, call);
    if (name in named && !allow.allows(`a2a:${name}`, "delegate")) {
      stage.say("gate", shown(outcome));
      tally.refused(name);
    } else {
      stage.say(name, shown(outcome));
      if (name === "translator" || name === "tax") tally.task(name, spoken[name]);
    }
    return reply;
  });
  stage.say("coordinator", answer);
}

const TASK = `Use your tools to translate "High water, low water" into French, to find out the tax on 50000, and to look up
"tides of 1999" in the archive. Do not retry a tool that refuses. Then report the results in one or two sentences.`;

/** The tools of the coordinator. The archivist has no grant. */
async function coordinatorTools(agents: DemoAgents, onInput?: (asked: { question: string }) => Promise<string>) {
  const allow = new CapabilitySet().grant("a2a:translator", "delegate").grant("a2a:tax", "delegate");
  const [translator, tax] = await Promise.all([
    connect(agents.translator.url),
    connect(agents.tax.url, { bindings: [grpc] }),
  ]);
  return {
    translator: agentTool(translator, { name: "translator", allow }),
    tax: agentTool(tax, { name: "tax", allow, ...(onInput && { onInput }) }),
    archivist: agentTool(translator, { name: "archivist", description: "Looks things up in the archive.", allow }),
    allow,
    spoken: { translator: translator.describe(), tax: tax.describe() },
  };
}

function nameIn(call: ModelCall): string {
  return ("function" in call ? call.function.name : call.name) ?? "";
}

/** Two streamed reports: one is canceled, and during the other the agent is killed. */
export async function research(agents: DemoAgents, stage: Stage, tally: Tally): Promise<void> {
  stage.scene("A stream that survives a crash");
  // On a busy machine the process may take a while to restart.
  const client = await connect(agents.researcher.url, { maxRetries: 200, retryDelayMs: 300, maxDelayMs: 300 });

  await cancelHalfway(client, stage);
  tally.task("researcher", client.describe());

  stage.say("coordinator", 'delegates to the researcher (1.0): "tides", and follows the stream');
  const { task, events, resumed } = await followThroughCrash(client, agents.researcher, "researcher", stage);
  tally.task("researcher", client.describe(), events, resumed);
  const findings = countFindings(task);
  const stored = await client.getTask(task.id);
  const same = JSON.stringify(stored.artifacts) === JSON.stringify(task.artifacts);
  stage.say("researcher", `completed with ${findings} findings`);
  stage.say("check", same ? "the stream matches the stored task: nothing lost, nothing repeated" : "EVENTS WERE LOST");
  if (!same || resumed !== 1 || stored.status.state !== "TASK_STATE_COMPLETED")
    throw new Error("the stream did not survive");
}

/** A caller of 1.0, an agent of 0.1, and a gateway between them that is killed in mid-stream. */
export async function throughGateway(agents: DemoAgents, stage: Stage, tally: Tally): Promise<void> {
  stage.scene("A new caller, an old agent, and a gateway between them");
  const options = { versions: ["1.0"] as const, maxRetries: 200, retryDelayMs: 300, maxDelayMs: 300 };
  const client = await connect(agents.gateway.url, { ...options, agent: "almanac" });
  stage.say("caller 1.0", 'asks the gateway for the almanac (0.1): "tides", and follows the stream');
  const { task, events } = await followThroughCrash(client, agents.gateway, "gateway", stage);
  tally.task("almanac", client.describe(), events);
  const same = JSON.stringify((await client.getTask(task.id)).artifacts) === JSON.stringify(task.artifacts);
  stage.say("almanac", `completed with ${countFindings(task)} findings`);
  stage.say("check", same ? "the stream matches the agent's task: nothing lost, nothing repeated" : "EVENTS WERE LOST");
  if (!same || countFindings(task) !== FINDINGS) throw new Error("the stream did not survive");
}

async function cancelHalfway(client: AgentClient, stage: Stage): Promise<void> {
  stage.say("coordinator", 'delegates "weather", then cancels');
  let events = 0;
  let id: string | undefined;
  for await (const event of client.stream("weather")) {
    events++;
    if ("task" in event) id = event.task.id;
    if (events === 5 && id !== undefined) await client.cancelTask(id);
  }
  const task = await client.getTask(id ?? "");
  stage.say("researcher", task.status.state === "TASK_STATE_CANCELED" ? "canceled" : task.status.state);
}

async function followThroughCrash(
  client: AgentClient,
  victim: ServerProcess,
  name: string,
  stage: Stage,
): Promise<{ task: Task; events: number; resumed: number }> {
  let task: Task | undefined;
  let events = 0;
  let resumed = 0;
  let crash: Promise<void> | undefined;
  for await (const event of client.stream(createMessage("tides"))) {
    if ("gap" in event) throw new Error("events were lost");
    events++;
    if ("task" in event) task = copyTask(event.task);
    else if (task) applyEvent(task, event);
    if ("statusUpdate" in event && statusText(event.statusUpdate) === RESUMED) resumed++;
    const found = task ? countFindings(task) : 0;
    stage.progress(`${name} · ${found} findings · ${events} events`);
    if (found === 8 && crash === undefined) {
      stage.say("demo", `kills the ${name} (kill -9) after 8 findings, and restarts it`);
      crash = victim.kill().then(() => victim.start());
    }
  }
  await crash;
  if (task === undefined) throw new Error("there was no task");
  return { task, events, resumed };
}

function shown(outcome: Outcome): string {
  if (outcome.status === "completed") return outcome.text;
  return "error" in outcome ? `${outcome.status}: ${outcome.error.message}` : outcome.status;
}
