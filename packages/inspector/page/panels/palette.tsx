import { useEffect, useRef, useState } from "preact/hooks";
import { isPaletteOpen } from "../state/store.ts";
import { type Command, commands, shortcuts } from "./commands.ts";

/** All commands of the page by name, and the keys that run some of them without it. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isPaletteOpen.value;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        isPaletteOpen.value = !isPaletteOpen.value;
        return;
      }
      if (isPaletteOpen.value || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const command = shortcuts().get(event.key);
      if (command === undefined) return;
      event.preventDefault();
      command.run();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  if (!isOpen) return null;
  const close = () => {
    isPaletteOpen.value = false;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too.
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Commands"
      onClose={close}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <Choices
        onRun={(command) => {
          close();
          command.run();
        }}
      />
    </dialog>
  );
}

function Choices({ onRun }: { onRun(command: Command): void }) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(0);
  const words = search.toLowerCase().split(/\s+/);
  const found = commands().filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const index = Math.min(chosen, found.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, [index]);
  const onKey = (event: KeyboardEvent) => {
    const command = found[index];
    if (event.key === "ArrowDown") setChosen(Math.min(found.length - 1, index + 1));
    else if (event.key === "ArrowUp") setChosen(Math.max(0, index - 1));
    else if (event.key === "Enter" && command) onRun(command);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={found.length > 0 ? `command-${index}` : undefined}
        placeholder="Type a command, an agent or a task"
        value={search}
        onInput={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <div ref={list} id="commands" class="commands" role="listbox" aria-label="Commands" tabIndex={-1}>
        {found.map((command, each) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus, and names the active command.
          <div
            key={command.name}
            id={`command-${each}`}
            class="command"
            role="option"
            aria-selected={each === index}
            onClick={() => onRun(command)}
          >
            <span class="command-name">{command.name}</span>
            {command.key !== undefined && <kbd>{command.key}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="hint">No command matches.</p>}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=range]), select, textarea");
}
