import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@a2a/client";
import { type StreamResponse, type Task, textOf } from "@a2a/types";
import { kill, startResearcher } from "../start-researcher.ts";

/** Something that happened while a caller streamed from an agent that was killed, in milliseconds from the call. */
export interface Moment {
  readonly at: number;
  readonly kind: "status" | "finding" | "killed" | "restarted" | "completed";
  readonly text: string;
}

const QUESTION = "How is battery storage developing in Europe?";
/** The agent waits after this many findings, until it is killed. */
const FINDINGS_BEFORE = 5;
const FINDINGS = 8;

/** Streams from an agent, kills its process in the middle, starts it again, and checks that nothing was lost or sent twice. */
export async function recordResume(): Promise<Moment[]> {
  const folder = await mkdtemp(join(tmpdir(), "a2a-resume-"));
  const database = join(folder, "researcher.db");
  let researcher = await startResearcher(database, "0");
  const { url } = researcher;
  const moments: Moment[] = [];
  try {
    const agent = await connect(url, { maxRetries: 60, retryDelayMs: 100, maxDelayMs: 200 });
    const started = performance.now();
    const add = (kind: Moment["kind"], text: string) =>
      moments.push({ at: Math.round(performance.now() - started), kind, text });
    const restart = async () => {
      await new Promise((resolve) => setTimeout(resolve, 600)); // so that it can be seen that the agent waits
      await kill(researcher.child);
      add("killed", `kill -9 ${researcher.child.pid}`);
      researcher = await startResearcher(database, new URL(url).port);
      add("restarted", "the process starts again");
    };
    let taskId = "";
    let restarted: Promise<void> | undefined;
    for await (const event of agent.stream(QUESTION)) {
      if ("gap" in event) throw new Error("the agent could not resume the stream");
      if ("task" in event) taskId = event.task.id;
      const [kind, text] = describe(event) ?? [];
      if (kind && text !== undefined) add(kind, text);
      if (moments.filter((moment) => moment.kind === "finding").length === FINDINGS_BEFORE) restarted ??= restart();
    }
    await restarted;
    check(moments, await agent.getTask(taskId));
    await agent.close();
    return moments;
  } finally {
    await kill(researcher.child);
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(event: StreamResponse): [Moment["kind"], string] | undefined {
  if ("artifactUpdate" in event) {
    const [part] = event.artifactUpdate.artifact.parts;
    return ["finding", part && "text" in part ? part.text.trim().replace(/^- /, "") : ""];
  }
  if (!("statusUpdate" in event)) return undefined;
  const { state, message } = event.statusUpdate.status;
  if (state === "TASK_STATE_COMPLETED") return ["completed", "completed"];
  return message && ["status", textOf(message)];
}

/** Throws unless every finding came once, in order, and the agent was killed in between. */
function check(moments: readonly Moment[], task: Task): void {
  const findings = moments.filter(({ kind }) => kind === "finding").map(({ text }) => text);
  const parts = (task.artifacts ?? []).flatMap((artifact) => artifact.parts);
  const stored = parts.map((part) => ("text" in part ? part.text : "")).join("");
  const expected = findings
    .map(
      (text) => `- ${text}
`,
    )
    .join("");
  if (findings.length !== FINDINGS || new Set(findings).size !== FINDINGS || stored !== expected) {
    throw new Error(`expected ${FINDINGS} findings, each once: ${JSON.stringify(findings)}`);
  }
  if (!moments.some(({ kind }) => kind === "killed")) throw new Error("the agent was not killed");
}
