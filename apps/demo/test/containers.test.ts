// docs/containers.md, run without Docker: the program with the environment that its files give it, their health checks, and their signal.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { extractText, type Task } from "@a2a/client";
import { startPostgres } from "test-kit/postgres-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

interface Service {
  readonly environment: Record<string, string>;
  readonly deploy?: { readonly replicas: number };
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
}

const page = readFileSync(new URL("../../../docs/containers.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""]) => ({
  language,
  code,
}));
const program = blocks.find(({ language }) => language === "ts")?.code ?? "";
const yaml = blocks.filter(({ language }) => language === "yaml").map(({ code }) => code);
const [single, replicated] = yaml
  .slice(0, 2)
  .map((code) => (parse(code) as { services: Record<"agent" | "db", Service> }).services); // as the page has them
const variables: Readonly<Record<string, string>> = { TOKEN: "s3cret", DB_PASSWORD: "pass" };

/** A replica asks its database for news several times a second. */
const UNTIL_NOTICED = { timeout: 30_000 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-containers-"));
  await symlink(fileURLToPath(new URL("../node_modules", import.meta.url)), join(folder, "node_modules"));
  // The page leaves the address to the container, which has ports of its own.
  const own = program.replace("port: 4000", "port: 0");
  await writeFile(join(folder, "main.ts"), `${own}\nconsole.log(agent.server.address().port);\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The variables of a service, as Compose fills them in. */
function environmentOf({ environment }: Service): Record<string, string> {
  const fill = (text: string) => text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name) => variables[name] ?? "");
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]));
}

/** A container: the program in a folder of its own. */
class Container implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown[]>;
  port = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exited = once(child, "exit");
  }

  static async start(name: string, environment: Record<string, string>): Promise<Container> {
    const cwd = join(folder, name);
    await mkdir(cwd, { recursive: true });
    const child = spawn(process.execPath, ["--conditions=@a2a/source", "--no-warnings", join(folder, "main.ts")], {
      cwd,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const container = new Container(child);
    if (!child.stdout) throw new Error("the container has no output");
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), container.#exited]);
    container.port = Number(line);
    return container;
  }

  /** An address of the container, from outside. */
  at(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The status of the command that a health check runs inside. */
  async check([kind, program, ...args]: readonly string[]): Promise<unknown> {
    expect([kind, program]).toEqual(["CMD", "node"]);
    const inside = args.map((word) => word.replace("127.0.0.1:4000", `127.0.0.1:${this.port}`));
    return (await once(spawn(process.execPath, inside, { stdio: "ignore" }), "exit"))[0];
  }

  /** `docker stop`: the status with which it ends. */
  async stop(): Promise<unknown> {
    this.#child.kill("SIGTERM");
    return (await this.#exited)[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }
}

/** The task that a call of a 1.0 caller returns. */
async function call(container: Container, method: string, params: object): Promise<Task> {
  const response = await fetch(container.at("/a2a"), {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0", Authorization: `Bearer ${variables.TOKEN}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: Task & { task?: Task }; error?: object }; // as the protocol has it
  if (!result) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
  return result.task ?? result;
}

const send = (container: Container, text: string) =>
  call(container, "SendMessage", { message: { messageId: text, role: "ROLE_USER", parts: [{ text }] } });

it("one agent: is healthy, keeps its tasks in the volume, and stops on SIGTERM", async () => {
  const agent = single?.agent as Service;
  expect(agent.volumes).toEqual(["tasks:/app/.a2a"]);
  const start = () => Container.start("single", environmentOf(agent));
  let id = "";
  {
    await using container = await start();
    expect(await container.check(agent.healthcheck?.test ?? [])).toBe(0);
    const card = await fetch(container.at("/.well-known/agent-card.json"));
    expect(await card.text()).toContain(agent.environment.PUBLIC_URL);
    ({ id } = await send(container, "kept"));
    expect(await container.stop()).toBe(0);
  }
  await using again = await start();
  expect(extractText(await call(again, "GetTask", { id }))).toBe("kept");
});

it("three replicas: share their tasks, are as ready as their probes say, and stop one by one", async () => {
  const { agent, db } = replicated as Record<"agent" | "db", Service>;
  const environment = environmentOf(agent);
  const database = new URL(environment.DATABASE_URL ?? "");
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = environmentOf(db);
  expect([database.hostname, database.username, database.password, database.pathname]).toEqual([
    Object.keys(agent.depends_on ?? {})[0],
    POSTGRES_USER,
    POSTGRES_PASSWORD,
    `/${POSTGRES_DB}`,
  ]);
  await using server = await startPostgres({});
  const replicas: Container[] = [];
  try {
    for (let n = 0; n < (agent.deploy?.replicas ?? 0); n++) {
      replicas.push(await Container.start(`replica-${n}`, { ...environment, DATABASE_URL: server.url }));
    }
    const [first, second, third] = replicas as [Container, Container, Container]; // three, or the calls below fail
    const probes = kubernetesProbes();
    expect(probes.env).toEqual(Object.keys(environment).sort());
    for (const path of [probes.readiness, probes.liveness]) expect((await fetch(second.at(path))).status).toBe(200);
    const { id } = await send(first, "shared");
    expect(await first.stop()).toBe(0);
    expect(extractText(await call(second, "GetTask", { id }))).toBe("shared");
    expect((await send(third, "shared")).id).toBe(id); // a repeated message runs once, also at another replica
    await server.stop();
    await expect.poll(async () => (await fetch(third.at(probes.readiness))).status, UNTIL_NOTICED).toBe(503);
    expect((await fetch(third.at(probes.liveness))).status).toBe(200);
  } finally {
    await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()));
  }
}, 120_000);

/** What the manifests for Kubernetes say about the container. */
function kubernetesProbes(): { readiness: string; liveness: string; env: string[] } {
  const [deployment, service] = parseAllDocuments(yaml[2] ?? "").map((document) => document.toJS() as Manifest);
  const [container] = deployment?.spec.template?.spec.containers ?? [];
  expect(service?.spec.ports?.[0]?.targetPort).toBe(container?.ports[0]?.containerPort);
  const { readinessProbe, livenessProbe, env } = container as ContainerSpec;
  return {
    readiness: readinessProbe.httpGet.path,
    liveness: livenessProbe.httpGet.path,
    env: env.map(({ name }) => name).sort(),
  };
}

interface Manifest {
  readonly spec: {
    readonly template?: { readonly spec: { readonly containers: readonly ContainerSpec[] } };
    readonly ports?: readonly { readonly targetPort: number }[];
  };
}

interface ContainerSpec {
  readonly ports: readonly { readonly containerPort: number }[];
  readonly env: readonly { readonly name: string }[];
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
  readonly livenessProbe: { readonly httpGet: { readonly path: string } };
}
