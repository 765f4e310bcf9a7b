export { groupsOf } from "../bindings/groups.ts";
export { type Expand, flatMap, pipe, type StreamHooks } from "../streams/flat-map.ts";
export { lazily, type OpenStream, openStream, prepend, single } from "../streams/open-stream.ts";
