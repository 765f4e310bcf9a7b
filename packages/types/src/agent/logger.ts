/** The logger interface of the packages: a subset of pino's, so that most loggers fit as they are. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger that keeps silent: the default everywhere, since libraries do not print. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
