import { type AgentExecutor, textOf } from "@a2a/types";

/** The smallest agent: three lines. */
export const greeter: AgentExecutor = async function* ({ message }) {
  yield `Hello, ${textOf(message)}!`;
};
