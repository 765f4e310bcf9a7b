export { clientCodecs } from "./versions/for-clients.ts";
export { codecsOnDemand } from "./versions/for-servers.ts";
