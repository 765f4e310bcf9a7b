import type { Io } from "./io.ts";

/** A line on stderr that tells how things stand, for whoever watches; nobody else is shown anything. */
export interface Progress extends Disposable {
  /** Tells of one more event, and where the task stands. */
  tell(state: string): void;
}

/** Starts to tell. */
export function startProgress(io: Io, isQuiet: boolean): Progress {
  if (io.watched !== true || isQuiet) return { tell: () => undefined, [Symbol.dispose]: () => undefined };
  const begun = performance.now();
  let events = 0;
  let state = "waiting";
  const draw = () => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    io.err(`${CLEAR}\u001b[2m${state} · ${events} events · ${seconds} s\u001b[22m`);
  };
  draw();
  const timer = setInterval(draw, 250);
  return {
    tell(next) {
      events++;
      state = next.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
      draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      io.err(CLEAR);
    },
  };
}

const CLEAR = "\r\u001b[2K";
