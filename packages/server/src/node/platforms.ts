import type { BindingName } from "@a2a/bridge";
import type { ServeAgentsOptions, ServeOptions } from "./serve-options.ts";

/** A hosting platform whose rules `serve` knows. */
export type PlatformName = keyof typeof platforms;

interface Platform {
  /** The port to listen on. */
  port(env: Environment): number;
  /** The address that callers use. */
  publicUrl(env: Environment): string | undefined;
  /** How long running turns may take after SIGTERM, within the time that the platform allows. */
  readonly drainMs: number;
  /** Where JSON-RPC is posted to, if the platform decides that. */
  readonly mount?: string;
  /** The bindings that its callers can reach. */
  readonly bindings?: readonly BindingName[];
  /** The header that names the conversation. */
  readonly contextHeader?: string;
  /** Whether the platform asks for `/ping`. */
  readonly ping?: true;
}

type Environment = Readonly<Record<string, string | undefined>>;

const platforms = {
  agentcore: {
    port: () => 9_000,
    publicUrl: ({ AGENTCORE_RUNTIME_URL }) => AGENTCORE_RUNTIME_URL,
    drainMs: 25_000,
    mount: "/",
    bindings: ["JSONRPC"],
    contextHeader: "x-amzn-bedrock-agentcore-runtime-session-id",
    ping: true,
  },
  "cloud-run": {
    port: portOf,
    publicUrl: ({ A2A_PUBLIC_URL }) => A2A_PUBLIC_URL,
    // Cloud Run kills a container 10 seconds after SIGTERM.
    drainMs: 8_000,
  },
  kubernetes: {
    port: portOf,
    publicUrl: ({ A2A_PUBLIC_URL }) => A2A_PUBLIC_URL,
    drainMs: 25_000,
  },
} as const satisfies Readonly<Record<string, Platform>>;

function portOf({ PORT }: Environment): number {
  return PORT === undefined ? 8_080 : Number(PORT);
}

/** The platforms that can be named. */
export const platformNames: readonly string[] = Object.keys(platforms);

/** The platform of a name. Throws for one that is not known. */
export function platformNamed(name: string | undefined): Platform | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(platforms, name)) return platforms[name as PlatformName]; // its keys are the names
  throw new TypeError(`platform: "${name}" is not supported; supported: ${platformNames.join(", ")}`);
}

/** Options with the defaults of their platform. Options that are given take precedence. */
export function onPlatform<Options extends ServeOptions | ServeAgentsOptions>(
  options: Options,
  env: Environment = process.env,
): Options {
  const platform = platformNamed(options.platform);
  if (platform === undefined) return options;
  const publicUrl = platform.publicUrl(env);
  const { mount, bindings, contextHeader } = platform;
  const isOne = options.agents === undefined;
  return {
    host: "0.0.0.0",
    port: platform.port(env),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(isOne && mount !== undefined && { mount }),
    ...(isOne && bindings && { bindings }),
    ...options,
    ...(isOne && contextHeader !== undefined && { turns: { contextHeader, ...(options as ServeOptions).turns } }),
  };
}
