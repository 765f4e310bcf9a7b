import { taskStates } from "../model/task-state.ts";
import * as s from "../schema/shapes.ts";

/** The status of a task. */
export const TaskStateSchema = s.choice(taskStates);
