export { checkProject, createProject } from "./project/create-project.ts";
export {
  type ModelProvider,
  modelProviders,
  type Project,
  type ProjectOptions,
  type StoreKind,
  storeKinds,
} from "./project/options.ts";
export { COMMAND_OPTIONS, nextSteps, readCommand } from "./project/read-command.ts";
