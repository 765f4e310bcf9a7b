/** The protocol version whose JSON the model is. Older cards stash under this name the members that only the model has. */
export const MODEL_VERSION = "1.0";
