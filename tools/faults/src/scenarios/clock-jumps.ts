import { setTimeout as delay } from "node:timers/promises";
import { callAs, textMessage } from "../attacker.ts";
import { judgeFlood, type Scenario, setStage } from "../scenario.ts";

const HOURS_MS = 2 * 3_600_000;
const CALLER = "token-load";

/** The wall clock jumps by two hours in both directions; ages and timeouts go by the monotonic clock. */
export const clockJumps: Scenario = {
  name: "clock jumps",
  async run(seconds) {
    await using stage = await setStage({});
    const { url, victim } = stage;
    const ids: string[] = [];
    const send = async (text: string) => {
      const { result } = await callAs(CALLER, url, "SendMessage", textMessage(text, { returnImmediately: true }));
      ids.push((result as { task: { id: string } }).task.id);
    };
    for (const offset of [0, HOURS_MS, -HOURS_MS, 0]) {
      await victim.ask({ clockOffsetMs: offset });
      await Promise.all([send("hello"), send("slow:500"), send("slow:1500")]);
      await delay((seconds * 1_000) / 4);
    }
    await delay(2_000);
    const answers = await Promise.all(ids.map((id) => callAs(CALLER, url, "GetTask", { id })));
    const lost = answers.filter(({ error }) => error !== undefined).length;
    const stuck = answers.filter((answer) => !answer.error && !JSON.stringify(answer).includes("TASK_STATE_COMPLETED"));
    const figures = await stage.measure();
    return {
      sent: "the wall clock two hours ahead, then two hours behind, under load",
      ...figures,
      lost,
      stuck: stuck.length,
      problems: [
        ...judgeFlood(figures),
        ...(lost > 0 ? [`${lost} tasks were evicted`] : []),
        ...(stuck.length > 0 ? [`${stuck.length} tasks did not complete`] : []),
      ],
    };
  },
};
