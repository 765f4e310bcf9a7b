import type { RunOptions } from "../wrap/agent-tool.ts";

/** A notification of MCP about how far a call is. */
export interface ProgressNotification {
  method: "notifications/progress";
  params: { progressToken: string | number; progress: number; message?: string };
}

/** Tells a client that asked for it how a call goes on. What cannot be delivered is let go: the result still counts. */
export function notifying(
  progressToken: string | number | undefined,
  notify: (notification: ProgressNotification) => Promise<void>,
): Pick<RunOptions, "onProgress"> {
  if (progressToken === undefined) return {};
  let progress = 0;
  return {
    onProgress: ({ activity, text }) => {
      const message = activity ?? text.slice(-200);
      const params = { progressToken, progress: ++progress, ...(message !== "" && { message }) };
      notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}
