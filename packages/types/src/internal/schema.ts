export { MISFIT } from "../schema/compile.ts";
export { explain } from "../schema/explain.ts";
export { type Infer, type Issue, ObjectSchema, Schema, UnionSchema } from "../schema/schema.ts";
export {
  array,
  boolean,
  choice,
  custom,
  extend,
  integer,
  literal,
  nullable,
  object,
  omit,
  optional,
  record,
  string,
  union,
  withDefault,
  withOthers,
} from "../schema/shapes.ts";
