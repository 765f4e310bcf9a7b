/** By how much a clock is wrong, at most, that is set right now and then. */
const MOST_MS = 3_000;
const EVERY_MS = 200;

let isStepping = false;

/** Lets the wall clock of this process jump back and forth, as it does when it is set. Timers and `performance.now` are not affected. */
export function stepClock(): void {
  if (isStepping) return;
  isStepping = true;
  const RealDate = Date;
  const { now } = Date;
  let offset = 0;
  let next = 0;
  const read = () => {
    const real = now();
    if (real > next) {
      offset = Math.round((Math.random() * 2 - 1) * MOST_MS);
      next = real + EVERY_MS;
    }
    return real + offset;
  };
  Date.now = read;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [read()] : args, newTarget),
  });
}
