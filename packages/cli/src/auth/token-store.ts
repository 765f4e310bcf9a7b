import { join } from "node:path";
import { FileTokenStore } from "@a2a/client/oauth-node";
import type { Io } from "../cli/io.ts";
import { userFolder } from "../settings/config-files.ts";

/** The tokens of one user, by origin of the agent, in a file that only the user can read. */
export function tokenStore(io: Pick<Io, "env">): FileTokenStore {
  return new FileTokenStore(join(userFolder(io), "credentials.json"));
}
