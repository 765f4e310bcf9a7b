/** A name that models and frameworks accept: a letter, then letters, digits, `_` and `-`, at most 64. */
export function checkToolName(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) return name;
  throw new TypeError(`tool name ${JSON.stringify(name)}: expected a letter, then letters, digits, _ or -, 64 at most`);
}

/** A tool name for any name: other characters become `_`, and a name that does not start with a letter or names a member of every object gets `agent_`. */
export function toToolName(name: string): string {
  const words = name.replace(/[^0-9A-Za-z_-]/g, "_");
  // Frameworks keep tools in plain objects, which inherit members such as `constructor`.
  const isSafe = /^[A-Za-z]/.test(words) && !(words in Object.prototype);
  return (isSafe ? words : `agent_${words}`).slice(0, 64);
}

/** The tools by their names. Two of one name are an error: one would hide the other. */
export function toolsByName<T extends { readonly name: string }>(tools: readonly T[]): Record<string, T> {
  const named: Record<string, T> = {};
  for (const tool of tools) {
    if (Object.hasOwn(named, tool.name)) throw new TypeError(`duplicate tool name ${tool.name}: names must be unique`);
    named[tool.name] = tool;
  }
  return named;
}
