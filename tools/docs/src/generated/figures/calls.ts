import { sequence } from "./sequence.ts";
import type { Figure } from "./svg.ts";

/** A message with a question in between. */
export function sendFigure(): Figure {
  return sequence(
    "A caller sends a message, the agent asks a question, the caller answers, and the task completes",
    ["Caller", "Server", "Log", "Agent"],
    [
      { from: 0, to: 1, text: "message" },
      { from: 1, to: 3, text: "turn 1" },
      { from: 3, to: 1, text: "yield save(…), ask(…)", isAnswer: true },
      { from: 1, to: 2, text: "append" },
      { from: 1, to: 0, text: "input-required", isAnswer: true },
      { at: 2, note: "survives a restart" },
      { from: 0, to: 1, text: "answer, same task" },
      { from: 1, to: 3, text: "turn 2, with the checkpoint" },
      { from: 3, to: 1, text: "yield text", isAnswer: true },
      { from: 1, to: 2, text: "append" },
      { from: 1, to: 0, text: "completed", isAnswer: true },
    ],
  );
}

/** A stream whose connection breaks. */
export function resumeFigure(): Figure {
  return sequence(
    "A stream breaks after event 2; the client reconnects with Last-Event-ID 2 and receives events 3 and 4, none twice",
    ["Client", "Server", "Log"],
    [
      { from: 0, to: 1, text: "SendStreamingMessage" },
      { from: 1, to: 2, text: "append 1, 2" },
      { from: 1, to: 0, text: "event id: 1, event id: 2", isAnswer: true },
      { from: 1, to: 2, text: "append 3" },
      { from: 1, to: 0, text: "event id: 3, connection lost", isLost: true },
      { at: 1, note: "the agent continues" },
      { from: 1, to: 2, text: "append 4" },
      { from: 0, to: 1, text: "SubscribeToTask, Last-Event-ID: 2" },
      { from: 2, to: 1, text: "read after 2", isAnswer: true },
      { from: 1, to: 0, text: "event id: 3, event id: 4", isAnswer: true },
    ],
  );
}
