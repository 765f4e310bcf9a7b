export { dispatch, type ModelCall, type ModelReply } from "./schema/dispatch.ts";
export { type DescribedTool, type FunctionSchemas, toFunctionSchema } from "./schema/function-schema.ts";
export { strictSchema } from "./schema/strict-schema.ts";
