import type { TurnSettings } from "../wrap/agent-tool.ts";

/** An MCP progress notification. */
export interface ProgressNotification {
  method: "notifications/progress";
  params: { progressToken: string | number; progress: number; message?: string };
}

/** Sends progress to a client that asked for it. Failed notifications are ignored: the result still counts. */
export function notifying(
  progressToken: string | number | undefined,
  notify: (notification: ProgressNotification) => Promise<void>,
): Pick<TurnSettings, "onProgress"> {
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
