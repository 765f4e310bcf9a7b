import { LocalError } from "@a2a/types";

/** The URL of an agent. Throws a `LocalError` `CONFIG` for anything else. */
export function readAddress(address: string | URL): string {
  const text = String(address);
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text).href;
  throw new LocalError("CONFIG", `${JSON.stringify(text)} must be an absolute URL, such as https://agent.example`);
}
