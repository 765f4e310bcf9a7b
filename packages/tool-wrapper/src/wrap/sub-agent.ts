import type { AgentTool, Progress, TurnSettings } from "./agent-tool.ts";
import { formatOutcome, parseOutcome } from "./format-result.ts";
import { modelText } from "./model-content.ts";
import { endedBy, type Outcome } from "./outcome.ts";

/** One turn of a conversation with a sub-agent. */
export interface SubAgentTurn {
  /** The latest text of the user. */
  readonly text: string;
  /** The previous messages of the sub-agent. If the last one is a question, the text answers it. */
  readonly previous?: string | undefined;
}

/** Yields what a sub-agent says, piece by piece. A question ends it with its marker, by which the next turn finds the task again. */
export async function* subAgentText(
  tool: AgentTool,
  { text, previous }: SubAgentTurn,
  options: TurnSettings = {},
): AsyncGenerator<string, void, void> {
  const asked =
    previous === undefined ? undefined : parseOutcome(previous.slice(previous.lastIndexOf("[INPUT_REQUIRED:")));
  const taskId = asked?.status === "input-required" ? asked.taskId : undefined;
  const input = { message: text, ...(taskId !== undefined && { taskId }) };
  let said = "";
  let outcome: Outcome = endedBy("failed", "The agent ended without a result");
  // The host keeps the conversation that names the task.
  for await (const event of tool.stream(input, { ...options, trustTaskId: true })) {
    if (event.status !== "progress") outcome = event;
    else {
      const news = newText(event, said);
      if (news !== "") yield news;
      said += news;
    }
  }
  if (outcome.status !== "completed") yield `${said === "" ? "" : "\n"}${formatOutcome(outcome)}`;
  else yield said === "" ? modelText(outcome).replace(/^\[COMPLETED\] ?/, "") : remainder(outcome.text, said);
}

function newText({ text }: Progress, said: string): string {
  return text.startsWith(said) ? text.slice(said.length) : "";
}

function remainder(text: string, said: string): string {
  return text.startsWith(said) ? text.slice(said.length) : `\n${text}`;
}
