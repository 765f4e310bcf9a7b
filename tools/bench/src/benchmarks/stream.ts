import { streaming } from "../streaming.ts";

/** An agent that says a little at a time. */
export default (streams = 64) => streaming("chunks", streams, 0.5);
