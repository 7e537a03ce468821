import { useEffect, useRef } from 'react';

/** The one table of keys. `mod` is Ctrl, or Cmd on a Mac. A sequence is two keys after another. */
export const hotkeys = {
  palette: { keys: 'mod+K', label: 'Search or jump to', group: 'Everywhere' },
  help: { keys: '?', label: 'Show all keys', group: 'Everywhere' },
  goWorkspace: { keys: 'G W', label: 'Go to workspace', group: 'Go to' },
  goSuites: { keys: 'G S', label: 'Go to test suites', group: 'Go to' },
  goEnvironments: { keys: 'G E', label: 'Go to environments', group: 'Go to' },
  goPrerequisites: { keys: 'G V', label: 'Go to pre-request variables', group: 'Go to' },
  goCertificates: { keys: 'G C', label: 'Go to certificates', group: 'Go to' },
  goPerformance: { keys: 'G P', label: 'Go to performance', group: 'Go to' },
  goReports: { keys: 'G R', label: 'Go to reports', group: 'Go to' },
  goPerformanceReports: { keys: 'G L', label: 'Go to performance reports', group: 'Go to' },
  create: { keys: 'C', label: 'Create in this list', group: 'Lists' },
  filter: { keys: '/', label: 'Filter this list', group: 'Lists' },
  next: { keys: 'J', label: 'Next row', group: 'Lists' },
  previous: { keys: 'K', label: 'Previous row', group: 'Lists' },
  open: { keys: 'Enter', label: 'Open the row', group: 'Lists', inPlace: true },
  select: { keys: 'Space', label: 'Select the row', group: 'Lists', inPlace: true },
  close: { keys: 'Escape', label: 'Close dialog or selection', group: 'Everywhere', inPlace: true },
  send: { keys: 'mod+Enter', label: 'Send the request, or run', group: 'Script editor' },
  save: { keys: 'mod+S', label: 'Save the script', group: 'Script editor' },
  newScript: { keys: 'N', label: 'New script', group: 'Script editor' },
  failedFirst: { keys: 'F', label: 'Failed first, or in order', group: 'Report' },
} as const satisfies Record<string, { keys: string; label: string; group: string; inPlace?: boolean }>;
export type HotkeyId = keyof typeof hotkeys;

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** keyParts gives the caps to draw for a key of the table. */
export function keyParts(id: HotkeyId): string[] {
  const names: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', Enter: '⏎', Escape: 'Esc' };
  return hotkeys[id].keys.split(/[+ ]/).map((part) => names[part] ?? part);
}

const handlers = new Map<HotkeyId, (() => void)[]>();
let pending = '';
let pendingTimer: ReturnType<typeof setTimeout> | undefined;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

function matchOf(event: KeyboardEvent): HotkeyId | undefined {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const mod = event.ctrlKey || event.metaKey;
  if (!mod && isTyping(event.target)) return undefined;
  const wanted = mod ? `mod+${key}` : pending ? `${pending} ${key}` : key;
  const entries = Object.entries(hotkeys) as [HotkeyId, { keys: string; inPlace?: boolean }][];
  const found = entries.find(([, item]) => item.keys === wanted && !item.inPlace)?.[0];
  clearTimeout(pendingTimer);
  pending = '';
  if (!found && !mod && entries.some(([, item]) => item.keys.startsWith(`${key} `))) {
    pending = key;
    pendingTimer = setTimeout(() => {
      pending = '';
    }, 1200);
  }
  return found;
}

function handle(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented || event.isComposing) return;
  const id = matchOf(event);
  const handler = id && handlers.get(id)?.at(-1);
  if (!handler) return;
  const dialogOpen = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
  if (dialogOpen && id !== 'send') return;
  event.preventDefault();
  handler();
}
if (typeof document !== 'undefined') document.addEventListener('keydown', handle);

/** useHotkey answers a key of the table while the component is mounted; the newest component wins. */
export function useHotkey(id: HotkeyId, handler: () => void, enabled = true): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    if (!enabled) return;
    const run = () => latest.current();
    const list = handlers.get(id) ?? [];
    handlers.set(id, [...list, run]);
    return () => {
      handlers.set(
        id,
        (handlers.get(id) ?? []).filter((item) => item !== run),
      );
    };
  }, [id, enabled]);
}
