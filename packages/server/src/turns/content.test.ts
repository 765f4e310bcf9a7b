import { type Part, silentLogger } from "@a2a/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFaulty } from "../../test/support/faulty-store.ts";
import { alice, start } from "../engine/contract/kit.ts";
import { TurnRegistry } from "./turn-registry.ts";

/** What happens while an agent runs. */
type Step = "yield" | "pause" | "hold" | "fail" | "repair" | "takeover";

const steps = fc.array(
  fc.constantFrom<Step>("yield", "yield", "yield", "pause", "pause", "hold", "fail", "repair", "takeover"),
  { minLength: 1, maxLength: 40 },
);

describe.each(["memory", "SQLite"] as const)("a turn through any outage (%s)", (kind) => {
  it("stores a completed task whole, and the beginning of any other", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(0, 5), async (sequence, retryMs) => {
        await using faulty = openFaulty(kind, { retryMs });
        const { engine } = faulty;
        const said: string[] = [];
        let canceling: Promise<unknown> | undefined;
        const times = { maxTurnMs: 60_000, firstEventTimeoutMs: 250, contextMessages: 0, recovery: "fail" } as const;
        const runs = new TurnRegistry(engine, {
          ...times,
          executor: async function* () {
            for (const step of sequence) {
              if (step === "yield") {
                said.push(`${said.length} `);
                yield said.at(-1) ?? "";
              } else if (step === "pause") await new Promise(setImmediate);
              else if (step === "takeover") canceling ??= engine.cancel(alice, lease.taskId, { graceMs: 0 });
              else faulty[step]();
              canceling?.catch(() => undefined);
            }
          },
          logger: silentLogger,
          directives: { current: undefined },
          tracing: undefined,
          tasksOnly: new Set(),
        });
        const lease = await start(engine);
        runs.start(lease);
        // After a while nothing fails any more, so that every turn comes to its end.
        let isIdle = false;
        const idle = runs.idle().then(() => {
          isIdle = true;
        });
        for (let turn = 0; !isIdle; turn++) {
          await new Promise(setImmediate);
          if (turn > 20) faulty.repair();
        }
        await idle;
        faulty.repair();
        await canceling?.catch(() => undefined);
        const { state, task } = await engine.waitFor(alice, lease.taskId, { until: "terminal" });
        const text = (task.artifacts ?? []).flatMap(({ parts }) => parts.map(textOfPart)).join("");
        if (state === "TASK_STATE_COMPLETED") expect(text).toBe(said.join(""));
        else expect(said.join("").startsWith(text)).toBe(true);
        if (!sequence.includes("takeover") && !sequence.includes("fail")) expect(state).toBe("TASK_STATE_COMPLETED");
      }),
      { numRuns: kind === "memory" ? 200 : 60 },
    );
  });
});

function textOfPart(part: Part): string {
  return "text" in part ? part.text : "";
}
