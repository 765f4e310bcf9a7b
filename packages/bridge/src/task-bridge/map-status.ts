/** The names that the host's sub-agents use for task states. */
const cortexStatuses: Readonly<Record<string, string>> = {
  submitted: "pending",
  working: "running",
  completed: "completed",
  failed: "failed",
  canceled: "cancelled",
};

const a2aStatuses: ReadonlyMap<string, string> = new Map(
  Object.entries(cortexStatuses).map(([a2a, cortex]) => [cortex, a2a]),
);

/** The host's word for a status; a status it has no word for is returned as it is. */
export function a2aStatusToCortex(status: string): string {
  return (Object.hasOwn(cortexStatuses, status) ? cortexStatuses[status] : undefined) ?? status;
}

/** Maps a word of the host to a status; unknown words are returned unchanged. */
export function cortexStatusToA2a(status: string): string {
  return a2aStatuses.get(status) ?? status;
}

const meanings: ReadonlyMap<string, string> = new Map([
  ["submitted", "Task received, queued"],
  ["working", "Agent actively processing"],
  ["completed", "Task finished successfully"],
  ["failed", "Task encountered an error"],
  ["canceled", "Task was cancelled"],
]);

/** The meaning of a status, by its A2A name or the host's; `undefined` for an unknown one. */
export function statusMeaning(status: string): string | undefined {
  return meanings.get(cortexStatusToA2a(status));
}
