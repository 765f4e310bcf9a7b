import { LruMap } from "@a2a/types/internal";
import type { AgentTool, TurnSettings } from "./agent-tool.ts";
import { toAnswer } from "./answer.ts";
import type { Outcome } from "./outcome.ts";
import type { ToolInput } from "./tool-schema.ts";

/** Stops a graph with a question. Once the graph is resumed, it returns the answer: a text, or a value that matches the schema. */
export type Interrupt = (question: { question: string; schema?: unknown }) => unknown;

/**
 * Delegates, and interrupts the graph for every question. A resumed graph runs the tool again from its start, and `interrupt` returns the
 * earlier answers at once: the agent's earlier outcomes are replayed from the journal, and their messages are not sent again.
 */
export async function runWithInterrupts(
  tool: AgentTool,
  input: ToolInput,
  options: TurnSettings,
  interrupt: Interrupt,
  said: Outcome[],
): Promise<Outcome> {
  let next: { input: ToolInput; options: TurnSettings } = { input, options };
  for (let turn = 0; ; turn++) {
    const outcome = said[turn] ?? (await tool.run(next.input, next.options));
    said[turn] = outcome;
    if (outcome.status !== "input-required") return outcome;
    const { question, schema, taskId } = outcome;
    const answer = interrupt({ question, ...(schema !== undefined && { schema }) });
    const { message, data } = toAnswer(answer);
    next = { input: { message, taskId }, options: { signal: options.signal, data } };
  }
}

/** The outcomes of interrupted calls; the latest thousand are kept. */
export class OutcomeJournal {
  readonly #calls = new LruMap<Outcome[]>(1_000);

  of(call: string): Outcome[] {
    const said = this.#calls.get(call) ?? [];
    this.#calls.set(call, said);
    return said;
  }

  close(call: string): void {
    this.#calls.delete(call);
  }
}
