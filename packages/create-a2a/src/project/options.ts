/** The model providers that a project can be created for. */
export const modelProviders = ["none", "anthropic", "openai"] as const;
/** A model provider, or `none`. */
export type ModelProvider = (typeof modelProviders)[number];

/** The stores that a project can be created for. */
export const storeKinds = ["sqlite", "memory", "postgres"] as const;
/** Where the tasks of an agent are kept. */
export type StoreKind = (typeof storeKinds)[number];

/** Options of a new project. */
export interface ProjectOptions {
  /** The folder, which must be empty or not exist. */
  folder: string;
  /** The name on the agent's card. Default: the name of the folder. */
  name?: string;
  /** The provider of the model. Default `none`: an agent without a model. */
  model?: ModelProvider;
  /** Where tasks are kept. Default `sqlite`. */
  store?: StoreKind;
  /** The versions of packages, where others than the newest are wanted: `{ "@a2a/server": "workspace:^" }`. */
  versions?: Readonly<Record<string, string>>;
  /** Files of packages that npm does not have, by the name of the package. They are copied to `vendor`, and used from there. */
  tarballs?: Readonly<Record<string, string>>;
}

/** The options with their defaults. */
export interface Project extends Required<Omit<ProjectOptions, "folder">> {
  /** The name of the npm package. */
  readonly packageName: string;
}
