import * as z from "zod";
import { taskStates } from "../model/task-state.ts";

/** The status of a task. */
export const TaskStateSchema = z.enum(taskStates);
