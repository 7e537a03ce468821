import { type Locator, locatorKinds } from '../step.ts';

const simple = /^[\w-]+$/;
const token = /\s*(?:(\w+)=("(?:[^"\\]|\\.)*"|[^\s"|()]+)|exact\b)/y;

/** toLocatorText formats a locator, such as `role=button name="Sign in"` or `css="#total" exact`. */
export function toLocatorText({ by, value, name, exact }: Locator): string {
  const parts = [`${by}=${by === 'role' && simple.test(value) ? value : JSON.stringify(value)}`];
  if (name !== undefined) parts.push(`name=${JSON.stringify(name)}`);
  if (exact) parts.push('exact');
  return parts.join(' ');
}

function writtenValue(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** Adds a piece to a locator; undefined if it isn't valid there. */
function withPiece(locator: Locator | undefined, key: string | undefined, written: string): Locator | undefined {
  if (key === undefined) return locator && { ...locator, exact: true };
  const value = writtenValue(written);
  if (value === undefined) return undefined;
  if (locator) return key === 'name' ? { ...locator, name: value } : undefined;
  const by = locatorKinds.find((kind) => kind === key);
  return by && { by, value };
}

/** readLocatorAt reads a locator that starts here in a text, and returns where it ends. */
export function readLocatorAt(text: string, start: number): { locator: Locator; end: number } | undefined {
  let read: { locator: Locator; end: number } | undefined;
  for (;;) {
    token.lastIndex = read?.end ?? start;
    const match = token.exec(text);
    const locator = match && withPiece(read?.locator, match[1], match[2] ?? '');
    if (!locator) return read;
    read = { locator, end: token.lastIndex };
  }
}

/** readLocator reads a text that is exactly one locator; otherwise returns undefined. */
export function readLocator(text: string): Locator | undefined {
  const read = readLocatorAt(text, 0);
  return read && text.slice(read.end).trim() === '' ? read.locator : undefined;
}
