import { streaming } from "../streaming.ts";

/** An agent that says a little at a time. */
export default streaming("chunks", 64, 0.5);
