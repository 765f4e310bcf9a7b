export { v0_1 } from "./v0_1.ts";
export { v0_2 } from "./v0_2.ts";
export { v0_3 } from "./v0_3.ts";
