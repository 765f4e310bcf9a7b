import { createInterface } from "node:readline/promises";
import { Conversation } from "../chat/conversation.ts";
import { connectAgent } from "../cli/agent.ts";
import { readArguments } from "../cli/arguments.ts";
import { failureOf, printed, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";

export const usage = `a2a chat [AGENT] [flags]   talks with an agent, in a terminal

  AGENT            a name of the configuration file, an address or a host; default that of --agent or --agent-card
  --a2a-version V  the generation to speak; default the newest that both sides speak

  Answers are shown as they come. When the agent asks something, what you say next is the answer.
  Ctrl-C cancels the turn, twice in a row leaves; /new starts a new conversation, /quit or Ctrl-D leaves.`;

const flags = {
  "a2a-version": { type: "string", standard: "auto" },
  // A conversation takes as long as it takes.
  timeout: { type: "string", settable: false },
} as const;

/** Talks with an agent. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError("a2a chat needs a terminal; in scripts and pipes use a2a send");
  }
  await using connected = await connectAgent(given, io, given.positionals[0]);
  const { client, signal } = connected;
  const { version, binding } = client.describe();
  io.out(`${line(client.card.name)}, ${version} over ${binding}. Ctrl-C cancels, twice leaves; /new starts over.\n`);
  const conversation = new Conversation(client, (text) => io.out(text));
  const terminal = createInterface({ input: process.stdin, output: process.stdout, historySize: 200 });
  const leave = () => terminal.close();
  signal.addEventListener("abort", leave, { once: true });

  let presses = 0;
  terminal.on("SIGINT", () => {
    presses += 1;
    if (presses > 1) return terminal.close();
    if (conversation.isBusy) return void conversation.cancel();
    io.out("\n(Ctrl-C again leaves)\n");
    terminal.prompt();
  });
  const left = new AbortController();
  terminal.once("close", () => left.abort());

  const ask = () => {
    terminal.setPrompt(conversation.isAsked ? "answer> " : "> ");
    terminal.prompt();
  };
  ask();
  for await (const text of terminal) {
    presses = 0;
    if (text.trim() === "/quit") break;
    if (text.trim() === "/new") conversation.startOver();
    else if (text.trim() !== "") {
      try {
        await conversation.say(text, AbortSignal.any([signal, left.signal]));
      } catch (error) {
        if (left.signal.aborted || signal.aborted) break;
        io.out(`${printed(failureOf(error), false)}\n`);
      }
    }
    if (left.signal.aborted) break;
    ask();
  }
  terminal.close();
  signal.removeEventListener("abort", leave);
  io.out("\n");
  return presses > 1 ? 130 : 0;
}
