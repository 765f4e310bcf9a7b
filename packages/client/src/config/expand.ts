/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Expands `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; `$${` is a literal `${`. It works on single strings after parsing, so
 * that no value can change the structure of a document. Throws an `Error` that says what is missing.
 */
export function expand(text: string, environment: Environment): string {
  return text.replace(/\$\$\{|\$\{([^}]*)(\}?)/g, (whole, inside: string | undefined, end: string | undefined) => {
    if (whole === "$${") return "${";
    const [, name, form, rest = ""] = /^([A-Za-z_][A-Za-z0-9_]*)(?::([-?])(.*))?$/s.exec(inside ?? "") ?? [];
    if (name === undefined || end === "") {
      throw new Error(
        `${whole} is not a variable: expected \${NAME}, \${NAME:-default} or \${NAME:?message}; $\${ stands for itself`,
      );
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined && (value !== "" || form === undefined)) return value;
    if (form === "-") return rest;
    const reason = form === "?" && rest !== "" ? rest : "set it, or give a default after :-";
    throw new Error(`environment variable ${name} is not set: ${reason}`);
  });
}
