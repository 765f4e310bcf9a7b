export { MISFIT } from "../schema/compile.ts";
export { explain } from "../schema/explain.ts";
export type { UnionSchema } from "../schema/older-shapes.ts";
export { type Infer, type Issue, ObjectSchema, Schema } from "../schema/schema.ts";
export { array, boolean, choice, custom, extend, integer, object, optional, record, string } from "../schema/shapes.ts";
