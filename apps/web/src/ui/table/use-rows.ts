import { useHotkey } from '../../shared/hotkeys.ts';

/** The focus target of a row: the row itself if focusable, or its first link or button. */
const targetOf = (row: HTMLElement): HTMLElement | null =>
  row.matches('[tabindex]') ? row : row.querySelector('a, button:not(:disabled)');

/**
 * moveRow moves the focus to the next or previous row of any list on the page or in the open dialog; from outside, to
 * the first.
 */
export function moveRow(step: 1 | -1): void {
  const { activeElement } = document;
  const scope = activeElement?.closest('[role="dialog"]') ?? document;
  const rows = [...scope.querySelectorAll<HTMLElement>('[data-row]')].filter(targetOf);
  const at = rows.findIndex((row) => row.contains(activeElement));
  const row = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
  if (row) targetOf(row)?.focus();
}

/** useRows binds J and K to move through the rows of a list: its elements with `data-row`. */
export function useRows(): void {
  useHotkey('next', () => moveRow(1));
  useHotkey('previous', () => moveRow(-1));
}
