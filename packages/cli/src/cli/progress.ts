import { type Io, line } from "./io.ts";

/** A progress line on stderr, drawn only when stderr is a terminal. */
export interface Progress extends Disposable {
  /** Counts an event, and shows the state of the task and the text of its status. */
  update(state: string, text?: string): void;
}

/** Starts the progress line. Disposing of it clears the line. */
export function startProgress(io: Io, isQuiet: boolean): Progress {
  if (io.watched !== true || isQuiet) return { update: () => undefined, [Symbol.dispose]: () => undefined };
  const begun = performance.now();
  let events = 0;
  let state = "waiting";
  let said = "";
  const draw = () => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    io.err(
      `${CLEAR}\u001b[2m${state} · ${events} ${events === 1 ? "event" : "events"} · ${seconds} s${said}\u001b[22m`,
    );
  };
  draw();
  const timer = setInterval(draw, 250);
  return {
    update(next, text) {
      events++;
      state = next.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
      if (text !== undefined) said = ` · "${shortened(line(text))}"`;
      draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      io.err(CLEAR);
    },
  };
}

/** A line that wraps could not be redrawn. */
function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
const MAX_TEXT = 40;

const CLEAR = "\r\u001b[2K";
