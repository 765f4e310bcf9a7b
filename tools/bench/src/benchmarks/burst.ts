import { streaming } from "../streaming.ts";

/** An agent that says all it has at once. */
export default streaming("burst", 16, 0.6);
