import { writeLink } from "./link.ts";
import { connected, cursor, host, panel, shownLog } from "./store.ts";

/** The fragment of the place that the page shows. */
export function hereFragment(): string {
  const address = connected.value?.address;
  // Names are shorter than addresses, and the same after a restart.
  const agent = host.value?.agents.find(({ url }) => url === address)?.name ?? address;
  const task = shownLog.value?.id;
  const event = cursor.value;
  return writeLink({
    ...(agent !== undefined && { agent }),
    panel: panel.value,
    ...(task !== undefined && { task }),
    ...(event !== undefined && { event }),
  });
}

/** The address of the place that the page shows, for people who have a session on this machine. */
export function hereLink(): string {
  return `${location.origin}${location.pathname}${hereFragment()}`;
}
