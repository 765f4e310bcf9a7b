import * as z from "zod/mini";
import { taskStates } from "../model/task-state.ts";

/** The status of a task. */
export const TaskStateSchema = z.enum(taskStates);
