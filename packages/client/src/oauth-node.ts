export { FileTokenStore } from "./node/file-token-store.ts";
export { type LoopbackRedirectOptions, loopbackRedirect } from "./node/loopback-redirect.ts";
