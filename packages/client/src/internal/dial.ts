export { nodeDial } from "../node/dial.ts";
export type { DialOptions, WireCall, WireObserver } from "../transports/binding.ts";
