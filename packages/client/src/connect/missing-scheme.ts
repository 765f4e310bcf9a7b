import { LocalError } from "@a2a/types";

/** Throws a `LocalError` `CONFIG` for a host that lacks its scheme, such as `localhost:4100` or `agent.example/tax`, saying what to write. */
export function refuseMissingScheme(text: string): void {
  if (!HOST.test(text)) return;
  // Plain HTTP for this machine and for IP addresses, HTTPS for names.
  const scheme = /^(localhost|[\d.]+(:|\/|$)|\[)/i.test(text) ? "http" : "https";
  throw new LocalError("CONFIG", `${JSON.stringify(text)} must be an absolute URL: write ${scheme}://${text}`);
}
const HOST = /^(localhost|[\w-]+(\.[\w-]+)+|[\w-]+(?=:\d)|\[[\da-f:.]+\])(:\d+)?(\/\S*)?$/i;
