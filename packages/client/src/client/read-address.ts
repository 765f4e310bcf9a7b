import { LocalError } from "@a2a/types";

/** The address of an agent, as whoever calls it wrote it. */
export function readAddress(address: string | URL): string {
  if (URL.canParse(String(address))) return new URL(address).href;
  throw new LocalError(
    "CONFIG",
    `${JSON.stringify(String(address).slice(0, 200))} is no address: expected something like https://agent.example`,
  );
}
