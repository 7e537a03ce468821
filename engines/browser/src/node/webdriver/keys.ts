/** Keys without a character, by their names of KeyboardEvent.key, as WebDriver codes them (W3C WebDriver §17.4.2). */
const codes: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Pause: '\uE00B',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
  ...Object.fromEntries(Array.from({ length: 12 }, (_none, at) => [`F${at + 1}`, String.fromCodePoint(0xe031 + at)])),
};

/** A part of what a keyboard does. */
export type KeyAction = { type: 'keyDown' | 'keyUp'; value: string } | { type: 'pause'; duration: number };

/** codeOf gives the code of a key; throws `Unknown key: "…"` as Playwright does. */
export function codeOf(key: string): string {
  const named = key === 'ControlOrMeta' ? 'Control' : key;
  const code = Object.hasOwn(codes, named) ? codes[named] : undefined;
  if (code !== undefined) return code;
  const letter = /^Key([A-Z])$/.exec(key)?.[1]?.toLowerCase() ?? /^Digit(\d)$/.exec(key)?.[1] ?? key;
  if ([...letter].length === 1) return letter;
  throw new Error(`Unknown key: "${key}"`);
}

/** chordOf takes a chord such as Control+Shift+A apart into what a keyboard does. */
export function chordOf(text: string): KeyAction[] {
  const parts = text === '+' ? ['+'] : text.split(/\+(?!$)/);
  const values = parts.map(codeOf);
  const isShortcut = parts.slice(0, -1).some((part) => /^(?:Control|ControlOrMeta|Meta|Alt)$/.test(part));
  const last = values.length - 1;
  // A shortcut names its letter in either case; only Shift makes it a capital.
  if (isShortcut && !parts.includes('Shift')) values[last] = values[last]!.toLowerCase();
  return [
    ...values.map((value) => ({ type: 'keyDown' as const, value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
  ];
}

/** Buttons of a mouse, as WebDriver counts them. */
export const buttonNumbers = { left: 0, middle: 1, right: 2 };

/** mouse makes actions those of the mouse. */
export const mouse = (actions: object[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
});

let wheels = 0;
/** wheelBy scrolls what lies at a place. WebKit skips a turn that is like the one before of the same wheel, so each has a wheel of its own. */
export function wheelBy({ x, y, dx, dy }: { x: number; y: number; dx: number; dy: number }) {
  wheels += 1;
  const turn = { type: 'scroll', duration: 0, origin: 'viewport', x, y };
  return {
    type: 'wheel',
    id: `wheel-${wheels}`,
    actions: [{ ...turn, deltaX: Math.round(dx), deltaY: Math.round(dy) }],
  };
}
