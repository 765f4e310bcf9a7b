export { v0_1 } from "./versions/v0_1.ts";
