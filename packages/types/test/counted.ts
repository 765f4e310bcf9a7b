/** A value whose reads and writes are counted, at any depth and whichever way they go. */
export interface Counted<T> {
  value: T;
  accesses(): number;
}

/** Watches everything that is reached through a value, also what is put into it later. */
export function counted<T extends object>(root: T): Counted<T> {
  const wrappers = new WeakMap<object, object>();
  const originals = new WeakMap<object, object>();
  let accesses = 0;

  const unwrap = (value: unknown) => (isObject(value) ? (originals.get(value) ?? value) : value);
  const wrap = (value: unknown): unknown => {
    if (!isObject(value) || typeof value === "function") return value;
    const known = wrappers.get(value);
    if (known) return known;
    const wrapper = new Proxy(value, handler);
    wrappers.set(value, wrapper);
    originals.set(wrapper, value);
    return wrapper;
  };
  const handler: ProxyHandler<object> = {
    get(target, key) {
      accesses++;
      return wrap(Reflect.get(target, key));
    },
    set(target, key, value) {
      accesses++;
      return Reflect.set(target, key, unwrap(value));
    },
    has(target, key) {
      accesses++;
      return Reflect.has(target, key);
    },
    deleteProperty(target, key) {
      accesses++;
      return Reflect.deleteProperty(target, key);
    },
    defineProperty(target, key, descriptor) {
      accesses++;
      return Reflect.defineProperty(target, key, descriptor);
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      accesses += keys.length;
      return keys;
    },
  };

  // A wrapper has every member of what it wraps.
  return { value: wrap(root) as T, accesses: () => accesses };
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
