import type { ListTasksResponse, Task } from "@a2a/types";
import { useEffect, useState } from "preact/hooks";
import { api } from "../state/api.ts";

/** How often the page asks for tasks that have changed. */
const EVERY_MS = 3_000;

/** The tasks of an agent: loaded when the panel opens, and again as they change. */
export function useTasks(connection: number | undefined) {
  const [tasks, setTasks] = useState<readonly Task[]>([]);
  const [next, setNext] = useState("");
  const [error, setError] = useState("");
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const list = (input: object, isBackground = false) =>
    api.call<ListTasksResponse>(
      "listTasks",
      { pageSize: 50, ...input },
      { background: isBackground, ...on(connection) },
    );
  useEffect(() => {
    if (connection === undefined) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known: readonly Task[] = [];
    const poll = async () => {
      if (document.visibilityState === "visible") {
        try {
          const since = newestOf(known);
          const page = await list(since === undefined ? {} : { statusTimestampAfter: since }, true);
          if (isOver) return;
          known = merged(page.tasks, known);
          setTasks((shown) => merged(page.tasks, shown));
        } catch {
          // The next round tells whether the agent is back.
        }
      }
      if (!isOver) timer = setTimeout(() => void poll(), EVERY_MS);
    };
    const load = async () => {
      setLoading(true);
      setError("");
      try {
        const page = await list({});
        if (isOver) return;
        known = page.tasks;
        setTasks(page.tasks);
        setNext(page.nextPageToken ?? "");
        timer = setTimeout(() => void poll(), EVERY_MS);
      } catch (failure) {
        if (isOver) return;
        setTasks([]);
        setError((failure as Error).message);
      } finally {
        if (!isOver) setLoading(false);
      }
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [connection, round]);
  const loadMore = () => {
    list({ pageToken: next }).then(
      (page) => {
        setTasks((shown) => merged(shown, page.tasks));
        setNext(page.nextPageToken ?? "");
      },
      (failure: Error) => setError(failure.message),
    );
  };
  return { tasks, next, error, isLoading, loadMore, reload: () => setRound(round + 1) };
}

function on(connection: number | undefined): { connection?: number } {
  return connection === undefined ? {} : { connection };
}

function newestOf(tasks: readonly Task[]): string | undefined {
  return (
    tasks
      .map(({ status }) => status.timestamp ?? "")
      .sort()
      .at(-1) || undefined
  );
}

/** Both lists, with the tasks of the first where both have one. */
function merged(fresh: readonly Task[], before: readonly Task[]): Task[] {
  const ids = new Set(fresh.map(({ id }) => id));
  return [...fresh, ...before.filter(({ id }) => !ids.has(id))];
}
