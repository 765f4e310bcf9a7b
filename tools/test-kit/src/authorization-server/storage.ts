import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

/** Storage for one authorization server. `oidc-provider` has one too, but prints a warning with it. */
export function createStorage(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  return (model): Adapter => {
    const key = (id: string) => `${model}:${id}`;
    const having = (name: "uid" | "userCode", value: string) =>
      Array.from(stored).find(([id, payload]) => id.startsWith(key("")) && payload[name] === value)?.[1];
    return {
      upsert: async (id, payload) => void stored.set(key(id), payload),
      find: async (id) => stored.get(key(id)),
      findByUid: async (uid) => having("uid", uid),
      findByUserCode: async (code) => having("userCode", code),
      async consume(id) {
        const payload = stored.get(key(id));
        if (payload) stored.set(key(id), { ...payload, consumed: Math.floor(Date.now() / 1000) });
      },
      destroy: async (id) => void stored.delete(key(id)),
      async revokeByGrantId(grantId) {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
      },
    };
  };
}
