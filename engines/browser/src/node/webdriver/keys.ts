/** WebDriver codes of keys without a character, by KeyboardEvent.key (W3C WebDriver §17.4.2). */
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

/** A keyboard action. */
export type KeyAction = { type: 'keyDown' | 'keyUp'; value: string } | { type: 'pause'; duration: number };

/** codeOf returns the code of a key; throws `Unknown key: "…"` as Playwright does. */
export function codeOf(key: string): string {
  const named = key === 'ControlOrMeta' ? 'Control' : key;
  const code = Object.hasOwn(codes, named) ? codes[named] : undefined;
  if (code !== undefined) return code;
  const letter = /^Key([A-Z])$/.exec(key)?.[1]?.toLowerCase() ?? /^Digit(\d)$/.exec(key)?.[1] ?? key;
  if ([...letter].length === 1) return letter;
  throw new Error(`Unknown key: "${key}"`);
}

/** chordOf splits a chord such as Control+Shift+A into keyboard actions. */
export function chordOf(text: string): KeyAction[] {
  const parts = text === '+' ? ['+'] : text.split(/\+(?!$)/);
  const values = parts.map(codeOf);
  const isShortcut = parts.slice(0, -1).some((part) => /^(?:Control|ControlOrMeta|Meta|Alt)$/.test(part));
  const last = values.length - 1;
  // A shortcut names its letter in either case; only Shift makes it upper-case.
  if (isShortcut && !parts.includes('Shift')) values[last] = values[last]!.toLowerCase();
  return [
    ...values.map((value) => ({ type: 'keyDown' as const, value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
  ];
}

/** Mouse buttons, as WebDriver numbers them. */
export const buttonNumbers = { left: 0, middle: 1, right: 2 };

/** mouse wraps actions as those of a mouse. */
export const mouse = (actions: object[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
});

let wheels = 0;
/**
 * wheelBy scrolls what is at a point. WebKit skips an action equal to the wheel's previous one, so each has its own
 * wheel.
 */
export function wheelBy({ x, y, dx, dy }: { x: number; y: number; dx: number; dy: number }) {
  wheels += 1;
  const turn = { type: 'scroll', duration: 0, origin: 'viewport', x, y };
  return {
    type: 'wheel',
    id: `wheel-${wheels}`,
    actions: [{ ...turn, deltaX: Math.round(dx), deltaY: Math.round(dy) }],
  };
}
