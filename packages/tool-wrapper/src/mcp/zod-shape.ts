import { isJsonObject } from "@a2a/types";
import * as z from "zod";

/** The members of a tool's input as zod schemas, which servers of MCP SDK version 1 accept. */
export function zodShape({ properties, required }: Record<string, unknown>): Record<string, z.ZodType> {
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    members.map(([name, schema]) => {
      const about = isJsonObject(schema) ? schema : {};
      const member = (about.type === "string" ? z.string() : z.unknown()).meta(about);
      return [name, Array.isArray(required) && required.includes(name) ? member : member.optional()];
    }),
  );
}
