export { createProject } from "./project/create-project.ts";
export {
  type ModelProvider,
  modelProviders,
  type ProjectOptions,
  type StoreKind,
  storeKinds,
} from "./project/options.ts";
