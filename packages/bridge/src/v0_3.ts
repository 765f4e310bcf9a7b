export { v0_3 } from "./versions/v0_3.ts";
