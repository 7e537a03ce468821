import { useEffect, useRef } from 'react';

/** Hotkey is a key and what it does, as listed in the keyboard help. */
export interface Hotkey {
  /** `mod` is Ctrl, or Cmd on a Mac. A sequence is two keys in succession. */
  keys: string;
  label: string;
  group: string;
  /** Handled by the focused element. */
  inPlace?: boolean;
}

/** Keys with the same meaning on every page; features add their pages' own. */
export const hotkeys = {
  palette: { keys: 'mod+K', label: 'Search or jump to', group: 'Everywhere' },
  help: { keys: '?', label: 'Show all keys', group: 'Everywhere' },
  confirm: { keys: 'mod+Enter', label: 'Confirm a dialog', group: 'Everywhere', inPlace: true },
  nextPane: { keys: 'F6', label: 'Next part of the screen', group: 'Everywhere' },
  previousPane: { keys: 'Shift+F6', label: 'Previous part of the screen', group: 'Everywhere' },
  icons: { keys: 'B', label: 'Go to the bar of services', group: 'Everywhere' },
  fold: { keys: 'L', label: 'Fold or unfold the list of screens', group: 'Everywhere' },
  close: { keys: 'Escape', label: 'Close dialog or selection', group: 'Everywhere', inPlace: true },
  leaveCode: { keys: 'Escape Tab', label: 'Leave an editor of code', group: 'Everywhere', inPlace: true },
  create: { keys: 'C', label: 'Create in this list', group: 'Lists' },
  filter: { keys: '/', label: 'Filter this list', group: 'Lists' },
  next: { keys: 'J', label: 'Next row', group: 'Lists' },
  previous: { keys: 'K', label: 'Previous row', group: 'Lists' },
  open: { keys: 'Enter', label: 'Open the row', group: 'Lists', inPlace: true },
  select: { keys: 'Space', label: 'Select the row', group: 'Lists', inPlace: true },
} as const satisfies Record<string, Hotkey>;
type HotkeyId = keyof typeof hotkeys;

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** keyParts returns the key caps to draw. */
export function keyParts(keys: string): string[] {
  const names: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', Enter: '⏎', Escape: 'Esc' };
  return keys.split(/[+ ]/).map((part) => names[part] ?? part);
}

type Handler = () => void;
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
  // Function keys don't type anything.
  if (/^F\d+$/.test(key)) return event.shiftKey ? `Shift+${key}` : key;
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

/** A dialog is confirmed by its form, or by its primary button. */
function confirm(dialog: Element): void {
  const form = dialog.querySelector('form');
  if (form) form.requestSubmit();
  else dialog.querySelector<HTMLElement>('.mantine-Button-root:not([data-variant], :disabled)')?.click();
}

/** Row navigation keys also work on a dialog's rows. */
const isOfRows = (keys: string, dialog: Element) =>
  (keys === hotkeys.next.keys || keys === hotkeys.previous.keys) && dialog.querySelector('[data-row]') !== null;

function handle(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented || event.isComposing) return;
  const keys = keysOf(event);
  if (keys === undefined) return;
  // While a dialog is open, keys don't reach the page below it.
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
  const isConfirmed = dialog !== undefined && keys === hotkeys.confirm.keys;
  if (!isConfirmed && (!handlers.has(keys) || (dialog && !isOfRows(keys, dialog)))) return;
  event.preventDefault();
  if (isConfirmed) confirm(dialog);
  else handlers.get(keys)?.at(-1)?.();
}
if (typeof document !== 'undefined') document.addEventListener('keydown', handle);

/** useHotkey handles a key while the component is mounted; the most recently mounted component wins. */
export function useHotkey(hotkey: HotkeyId | Hotkey, run: () => void, enabled = true): void {
  const { keys }: Hotkey = typeof hotkey === 'string' ? hotkeys[hotkey] : hotkey;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    const handler = () => latest.current();
    handlers.set(keys, [...(handlers.get(keys) ?? []), handler]);
    return () => {
      const others = (handlers.get(keys) ?? []).filter((item) => item !== handler);
      if (others.length > 0) handlers.set(keys, others);
      else handlers.delete(keys);
    };
  }, [keys, enabled]);
}
