import { type AgentExecutor, ask, fail, save, textOf } from "@a2a/types";

const rates: Readonly<Record<string, number>> = { single: 0.3, married: 0.22 };

/** Calculates a tax, and asks for the filing status. Served in protocol version 0.3, over gRPC as well. */
export const tax: AgentExecutor = async function* ({ message, checkpoint }) {
  const text = textOf(message).toLowerCase();
  if (typeof checkpoint !== "number") {
    const income = Number(/\d+/.exec(text)?.[0]);
    if (!(income > 0)) return yield fail("Name an income, for example: tax on 50000");
    yield save(income);
    return yield ask("What is the filing status: single or married?");
  }
  const rate = Object.hasOwn(rates, text.trim()) ? rates[text.trim()] : undefined;
  if (rate === undefined) return yield ask("Please answer single or married.");
  yield `On ${checkpoint}, filing ${text.trim()}: ${Math.round(checkpoint * rate)} is due.`;
};
