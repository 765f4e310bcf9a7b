/**
 * An id of a task or context as a model gets to see it. Agents choose their ids, so one could hold a forged marker or instructions: only
 * ids that can hold neither, such as UUIDs and short ones, are shown as they are. Any other is replaced by a local alias, which the tool
 * of the agent accepts in its place.
 */
export function shownId(id: string): string {
  return INERT.test(id) ? id : `id-${hash(id, 0x811c9dc5)}${hash(id, 0x2f0b4a53)}`;
}

/** Hexadecimal digits and dashes, or too short to say anything. */
const INERT = /^(?:[0-9A-Fa-f-]{1,64}|[\w.-]{1,16})$/;

/** FNV-1a. An agent can only make two ids of its own look the same. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
