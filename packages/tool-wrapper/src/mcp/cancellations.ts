/** Whether the end of a request, known by the reason of its signal, cancels the task at the agent. It may take its time to decide. */
export type IsCancellation = (reason: unknown) => boolean | Promise<boolean>;

/** A signal that aborts only for cancellations. */
export function cancellations(signal: AbortSignal, isCancellation: IsCancellation | undefined): AbortSignal {
  if (isCancellation === undefined) return signal;
  const own = new AbortController();
  const forward = async () => {
    if (await isCancellation(signal.reason)) own.abort(signal.reason);
  };
  if (signal.aborted) void forward();
  else signal.addEventListener("abort", () => void forward(), { once: true });
  return own.signal;
}
