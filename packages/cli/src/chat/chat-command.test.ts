import { expect, it } from "vitest";
import { chatCommand } from "./chat-command.ts";

it.each([
  ["hello", undefined],
  ["/etc/passwd", undefined],
  ["  /new ", "new"],
  ["/quit", "quit"],
  ["/exit", "quit"],
  ["/exti", { show: "(unknown command /exti; did you mean /exit?)\n" }],
  ["/hlep", { show: "(unknown command /hlep; did you mean /help?)\n" }],
  [
    "/help",
    {
      show: [
        "  /help  shows this list",
        "  /new   starts a new conversation",
        "  /exit  leaves, as do /quit, Ctrl-D and pressing Ctrl-C twice",
        "  Ctrl-C cancels the turn. Every other line goes to the agent.",
        "",
      ].join("\n"),
    },
  ],
])("reads %j in a chat", (text, expected) => {
  expect(chatCommand(text)).toEqual(expected);
});
