import * as z from "zod/mini";
import { StringListSchema } from "../../schemas/scalars.ts";

/** How an agent wants its callers to authenticate: names of schemes, and a text with the credentials. */
export const AgentAuthenticationSchema = z.object({
  schemes: StringListSchema,
  credentials: z.exactOptional(z.string()),
});
/** How an agent wants its callers to authenticate. */
export type AgentAuthentication = z.output<typeof AgentAuthenticationSchema>;
