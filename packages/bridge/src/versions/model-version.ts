/** The protocol version whose JSON the model is. Older cards keep under this name what only the model can say. */
export const MODEL_VERSION = "1.0";
