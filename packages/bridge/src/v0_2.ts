export { v0_2 } from "./versions/v0_2.ts";
