/**
 * The first letter of an agent's name, in place of its icon: the address of the icon is the agent's choice, and neither the page nor its
 * server fetches what an agent points at.
 */
export function Initial({ name }: { name: string }) {
  const [first = "?"] = name.trim();
  return (
    <span class="initial" aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}
