// Nothing here changed between 0.2 and 0.3.
export * from "../v0_3/message.ts";
