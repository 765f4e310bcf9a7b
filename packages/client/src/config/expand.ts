import { LocalError } from "@a2a/types";

/**
 * Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; `$${` stands for itself. It works on single texts after parsing, so
 * that no value can change the structure of a document.
 */
export function expand(text: string, environment: Readonly<Record<string, string | undefined>>, where: string): string {
  return text.replace(
    /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::([-?])([^}]*))?\}/g,
    (whole, name?: string, form?: string, rest = "") => {
      if (name === undefined) return whole === "$${" ? "${" : whole;
      const value = environment[name];
      if (value !== undefined && value !== "") return value;
      if (form === "-") return rest;
      const reason = form === "?" && rest !== "" ? rest : "set it, or give a default after :-";
      throw new LocalError("CONFIG", `${where}: environment variable ${name} is not set: ${reason}`);
    },
  );
}
