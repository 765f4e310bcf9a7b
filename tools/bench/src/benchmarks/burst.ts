import { streaming } from "../streaming.ts";

/** An agent that says all it has at once. */
export default (streams = 16) => streaming("burst", streams, 0.6);
