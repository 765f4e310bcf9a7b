import { suggestion } from "@a2a/types/internal";

const COMMANDS = {
  "/help": "shows this list",
  "/new": "starts a new conversation",
  "/exit": "leaves, as do /quit, Ctrl-D and pressing Ctrl-C twice",
};

/** A line of a chat that is meant for the program: what to do, or what to show. `undefined` for a message to the agent. */
export function chatCommand(text: string): "new" | "quit" | { readonly show: string } | undefined {
  const word = text.trim();
  if (!word.startsWith("/")) return undefined;
  if (word === "/new") return "new";
  if (word === "/exit" || word === "/quit") return "quit";
  if (word === "/help" || word === "/?") return { show: help() };
  // A path or an agent's own command is a message; only a typing error is not.
  const meant = suggestion(word, [...Object.keys(COMMANDS), "/quit"]);
  return meant === undefined ? undefined : { show: `(unknown command ${word}; did you mean ${meant}?)\n` };
}

function help(): string {
  const rows = Object.entries(COMMANDS).map(([name, meaning]) => `  ${name.padEnd(7)}${meaning}\n`);
  return `${rows.join("")}  Ctrl-C cancels the turn. Every other line goes to the agent.\n`;
}
