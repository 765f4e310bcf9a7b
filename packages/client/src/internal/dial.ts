export { nodeDial } from "../node/dial.ts";
