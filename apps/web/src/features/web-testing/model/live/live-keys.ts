import type { LiveInput } from '@touchstone/contracts/web-testing';

/** A key event as the browser on the server names it; on a Mac the command key acts as Control there. */
export function keyInput(type: 'keyDown' | 'keyUp', key: string, isMac: boolean): LiveInput | undefined {
  if (key === 'Unidentified' || key === 'Process' || key === 'Dead') return undefined;
  return { type, key: isMac && key === 'Meta' ? 'Control' : key };
}

/** isShortcutFor returns whether an event is the shortcut of a clipboard command here, such as copy. */
export const isShortcutFor = (
  letter: string,
  { key, ctrlKey, metaKey, altKey }: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
): boolean => (ctrlKey || metaKey) && !altKey && key.toLowerCase() === letter;

/** placeIn maps a screen position to a page of this size. */
export function placeIn(
  { clientX, clientY }: { clientX: number; clientY: number },
  box: { left: number; top: number; width: number; height: number },
  page: { width: number; height: number },
): { x: number; y: number } {
  const x = ((clientX - box.left) / Math.max(1, box.width)) * page.width;
  const y = ((clientY - box.top) / Math.max(1, box.height)) * page.height;
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}
