import { LocalError } from "@a2a/types";

/** The URL of an agent. Throws a `LocalError` `CONFIG` that says what would be right. */
export function readAddress(address: string | URL): string {
  const text = String(address);
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  const shown = JSON.stringify(text.slice(0, 200));
  if (isHost(text)) throw new LocalError("CONFIG", `${shown} is not an absolute URL: write ${withScheme(text)}`);
  throw new LocalError("CONFIG", `${shown} is not an http or https URL, such as https://agent.example`);
}

/** Whether a text is a host name, with or without port and path, that lacks its scheme: `localhost:4100`, `agent.example/tax`. */
export function isHost(text: string): boolean {
  return /^(localhost|[\w-]+(\.[\w-]+)+|[\w-]+(?=:\d)|\[[\da-f:.]+\])(:\d+)?(\/\S*)?$/i.test(text);
}

/** Plain HTTP for this machine and for IP addresses, HTTPS for names. */
function withScheme(host: string): string {
  return `${/^(localhost|[\d.]+|\[)/i.test(host) ? "http" : "https"}://${host.slice(0, 200)}`;
}
