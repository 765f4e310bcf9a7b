import { spanOf } from "../parts/time.ts";
import { cursor, shownLog } from "../state/store.ts";

/** Says that the page shows the past, in every panel, and leads back. */
export function Past() {
  const at = cursor.value;
  const log = shownLog.value;
  const row = at === undefined ? undefined : log?.rows[at];
  if (at === undefined || log === undefined || row === undefined) return null;
  const since = row.at - (log.rows[0]?.at ?? row.at);
  return (
    <p class="past" role="status">
      <span>
        <strong>The page shows the past:</strong> event {at + 1} of {log.rows.length}, {spanOf(since)} after the task
        began.
      </span>
      <span class="past-actions">
        <button type="button" class="quiet" disabled={at === 0} onClick={() => (cursor.value = at - 1)}>
          Earlier
        </button>
        <button
          type="button"
          class="quiet"
          disabled={at >= log.rows.length - 1}
          onClick={() => (cursor.value = at + 1)}
        >
          Later
        </button>
        <button type="button" onClick={() => (cursor.value = undefined)}>
          Back to now
        </button>
      </span>
    </p>
  );
}
