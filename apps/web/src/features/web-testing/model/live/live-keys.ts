import type { LiveInput } from '@touchstone/contracts/web-testing';

/** Keys as the browser on the server names them; on a Mac the command key does what Control does there. */
export function keyInput(type: 'keyDown' | 'keyUp', key: string, isMac: boolean): LiveInput | undefined {
  if (key === 'Unidentified' || key === 'Process' || key === 'Dead') return undefined;
  return { type, key: isMac && key === 'Meta' ? 'Control' : key };
}

/** isShortcutFor says whether keys ask for one of the clipboard's commands here, such as copying. */
export const isShortcutFor = (
  letter: string,
  { key, ctrlKey, metaKey, altKey }: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
): boolean => (ctrlKey || metaKey) && !altKey && key.toLowerCase() === letter;

/** placeIn gives the place in a page of this size that lies at a place of the screen. */
export function placeIn(
  { clientX, clientY }: { clientX: number; clientY: number },
  box: { left: number; top: number; width: number; height: number },
  page: { width: number; height: number },
): { x: number; y: number } {
  const x = ((clientX - box.left) / Math.max(1, box.width)) * page.width;
  const y = ((clientY - box.top) / Math.max(1, box.height)) * page.height;
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}
