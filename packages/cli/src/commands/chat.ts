import { createInterface } from "node:readline/promises";
import { chatCommand } from "../chat/chat-command.ts";
import { Conversation } from "../chat/conversation.ts";
import { described, failureOf, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { connectAgent } from "../connect/agent.ts";
import { readArguments } from "../settings/arguments.ts";

export const usage = `a2a chat [AGENT] [flags]   talks to an agent in a terminal

  AGENT            a URL, a host or a name from the configuration file; default the agent of --agent or --agent-card
  --a2a-version V  the protocol version to use; default the newest that both sides support

  Answers appear as they arrive. When the agent asks a question, your next line is the answer.
  /help lists the commands of the conversation. Ctrl-C cancels the turn; pressed twice, it ends the chat, as does Ctrl-D.

Examples:
  a2a chat http://localhost:4100
  a2a chat --agent weather`;

const flags = {
  "a2a-version": { type: "string", standard: "auto" },
  // A conversation takes as long as it takes.
  timeout: { type: "string", settable: false },
} as const;

/** Talks to an agent. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError("a2a chat needs a terminal; use a2a send in scripts and pipes");
  }
  await using connected = await connectAgent(given, io, given.positionals[0]);
  const { client, signal } = connected;
  const { version, binding } = client.describe();
  io.out(`${line(client.card.name)}, protocol version ${version} over ${binding}. /help lists the commands.\n`);
  const conversation = new Conversation(client, (text) => io.out(text));
  const terminal = createInterface({ input: process.stdin, output: process.stdout, historySize: 200 });
  const leave = () => terminal.close();
  signal.addEventListener("abort", leave, { once: true });

  let presses = 0;
  terminal.on("SIGINT", () => {
    presses += 1;
    if (presses > 1) return terminal.close();
    if (conversation.isBusy) return void conversation.cancel();
    io.out("\n(press Ctrl-C again to leave)\n");
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
    const command = chatCommand(text);
    if (command === "quit") break;
    if (command === "new") {
      conversation.startOver();
      io.out("(new conversation)\n");
    } else if (command !== undefined) io.out(command.show);
    else if (text.trim() !== "") {
      try {
        await conversation.say(text, AbortSignal.any([signal, left.signal]));
      } catch (error) {
        if (left.signal.aborted || signal.aborted) break;
        io.out(`${described(failureOf(error), io)}\n`);
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
