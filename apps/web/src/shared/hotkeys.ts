import { useEffect, useRef } from 'react';

/** Hotkey is a key with what it does, as the list of keys shows it. */
export interface Hotkey {
  /** `mod` is Ctrl, or Cmd on a Mac. A sequence is two keys after another. */
  keys: string;
  label: string;
  group: string;
  /** The element that has the focus answers it. */
  inPlace?: boolean;
  /** Answered while a dialog is open too. */
  inDialogs?: boolean;
}

/** Keys that mean the same on every page; a feature adds those of its own pages. */
export const hotkeys = {
  palette: { keys: 'mod+K', label: 'Search or jump to', group: 'Everywhere' },
  help: { keys: '?', label: 'Show all keys', group: 'Everywhere' },
  close: { keys: 'Escape', label: 'Close dialog or selection', group: 'Everywhere', inPlace: true },
  create: { keys: 'C', label: 'Create in this list', group: 'Lists' },
  filter: { keys: '/', label: 'Filter this list', group: 'Lists' },
  next: { keys: 'J', label: 'Next row', group: 'Lists' },
  previous: { keys: 'K', label: 'Previous row', group: 'Lists' },
  open: { keys: 'Enter', label: 'Open the row', group: 'Lists', inPlace: true },
  select: { keys: 'Space', label: 'Select the row', group: 'Lists', inPlace: true },
} as const satisfies Record<string, Hotkey>;
type HotkeyId = keyof typeof hotkeys;

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** keyParts gives the caps to draw for keys. */
export function keyParts(keys: string): string[] {
  const names: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', Enter: '⏎', Escape: 'Esc' };
  return keys.split(/[+ ]/).map((part) => names[part] ?? part);
}

interface Handler {
  run: () => void;
  inDialogs: boolean;
}
const handlers = new Map<string, readonly Handler[]>();
let pending = '';
let pendingTimer: ReturnType<typeof setTimeout> | undefined;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

function keysOf(event: KeyboardEvent): string | undefined {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const mod = event.ctrlKey || event.metaKey;
  if (!mod && isTyping(event.target)) return undefined;
  const pressed = mod ? `mod+${key}` : pending ? `${pending} ${key}` : key;
  clearTimeout(pendingTimer);
  pending = '';
  if (!handlers.has(pressed) && !mod && [...handlers.keys()].some((keys) => keys.startsWith(`${key} `))) {
    pending = key;
    pendingTimer = setTimeout(() => {
      pending = '';
    }, 1200);
  }
  return pressed;
}

function handle(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented || event.isComposing) return;
  const keys = keysOf(event);
  const handler = keys === undefined ? undefined : handlers.get(keys)?.at(-1);
  if (!handler) return;
  const dialogOpen = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
  if (dialogOpen && !handler.inDialogs) return;
  event.preventDefault();
  handler.run();
}
if (typeof document !== 'undefined') document.addEventListener('keydown', handle);

/** useHotkey answers a key while the component is mounted; the newest component wins. */
export function useHotkey(hotkey: HotkeyId | Hotkey, run: () => void, enabled = true): void {
  const { keys, inDialogs = false }: Hotkey = typeof hotkey === 'string' ? hotkeys[hotkey] : hotkey;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    const handler = { run: () => latest.current(), inDialogs };
    handlers.set(keys, [...(handlers.get(keys) ?? []), handler]);
    return () => {
      const others = (handlers.get(keys) ?? []).filter((item) => item !== handler);
      if (others.length > 0) handlers.set(keys, others);
      else handlers.delete(keys);
    };
  }, [keys, inDialogs, enabled]);
}
