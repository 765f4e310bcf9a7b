import * as s from "../../schema/older-shapes.ts";
import { StringListSchema } from "../../schemas/scalars.ts";

/** How an agent wants its callers to authenticate: names of schemes, and a text with the credentials. */
export const AgentAuthenticationSchema = s.object({
  schemes: StringListSchema,
  credentials: s.optional(s.string()),
});
/** How an agent wants its callers to authenticate. */
export type AgentAuthentication = s.Infer<typeof AgentAuthenticationSchema>;
