import { setTimeout as pause } from "node:timers/promises";
import { createId } from "@a2a/types";
import { type Answer, call, follow, isOver, message, stateIn, taskIn } from "./caller.ts";
import type { Cluster } from "./cluster.ts";
import type { Witness } from "./history.ts";

/** Callers that work until `stop` is called. */
export interface Load {
  readonly witnesses: readonly Witness[];
  /** The answers that were neither a result nor 503 with Retry-After. */
  readonly wrongAnswers: readonly string[];
  /** How many calls were answered with 503. */
  readonly refused: number;
  /** Starts nothing more, and waits until every caller knows the end of its task. */
  stop(): Promise<void>;
}

/** Starts callers that send to replicas at random: most stream and resume elsewhere, some send twice, to two replicas at once. */
export function startLoad(cluster: Cluster, callers: number, text = "chunks:12x15"): Load {
  const witnesses: Witness[] = [];
  const wrongAnswers: string[] = [];
  let refused = 0;
  let isStopped = false;
  const judge = ({ status, retryAfter, body }: Answer) => {
    if (status === 503 && retryAfter !== null) refused++;
    else if (status !== 200 || body.error) wrongAnswers.push(`${status} ${JSON.stringify(body).slice(0, 200)}`);
  };
  const work = async (number: number) => {
    for (let round = 0; !isStopped; round++) {
      const witness: Witness = { messageId: createId(), seen: [] };
      witnesses.push(witness);
      if ((number + round) % 4 === 0) await sendTwice(cluster, witness, text, judge);
      else await stream(cluster, witness, text, judge);
    }
  };
  const working = Promise.all(Array.from({ length: callers }, (_, number) => work(number)));
  return {
    witnesses,
    wrongAnswers,
    get refused() {
      return refused;
    },
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

/** Streams a task, and resumes at another replica whenever the stream breaks, until it ends. */
async function stream(
  cluster: Cluster,
  witness: Witness,
  text: string,
  judge: (answer: Answer) => void,
): Promise<void> {
  let url = cluster.anyUrl();
  for (;;) {
    const { taskId, seen } = witness;
    let isSnapshot = true;
    const note = (frame: { seq: number; event: import("@a2a/types").JsonObject }) => {
      witness.seen.push({ ...frame, isSnapshot });
      isSnapshot = false;
      const task = frame.event.task as { id: string } | undefined;
      if (task) witness.taskId = task.id;
    };
    const last = seen.at(-1)?.seq;
    const answer =
      taskId === undefined
        ? await follow(url, "SendStreamingMessage", message(witness.messageId, text), note)
        : await follow(url, "SubscribeToTask", { id: taskId }, note, last === undefined ? {} : { lastEventId: last });
    if (answer) judge(answer);
    if (seen.some(({ event }) => isOver(stateIn(event)))) return;
    url = cluster.anyUrl(url);
    await pause(20);
  }
}

/** Sends a message to two replicas at once, and again until there is an answer. */
async function sendTwice(
  cluster: Cluster,
  witness: Witness,
  text: string,
  judge: (answer: Answer) => void,
): Promise<void> {
  const params = message(witness.messageId, text);
  for (;;) {
    const first = cluster.anyUrl();
    const answers = await Promise.allSettled(
      [first, cluster.anyUrl(first)].map((url) => call(url, "SendMessage", params)),
    );
    for (const answer of answers) {
      if (answer.status === "rejected") continue;
      judge(answer.value);
      const task = taskIn(answer.value);
      if (!task?.status) continue;
      witness.taskId = task.id;
      witness.answered = task.status.state;
    }
    if (witness.answered !== undefined && isOver(witness.answered)) return;
    await pause(20);
  }
}
