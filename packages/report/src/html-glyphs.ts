import type { StepDetail } from '@touchstone/contracts/api-testing';

type Status = StepDetail['status'];

/** Each status has its own shape, so that no meaning depends on colour alone. */
const shapes: Record<Status, string> = {
  passed:
    '<path fill="currentColor" fill-rule="evenodd" d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm3.3 4.2L7 9.5 4.8 7.3 3.7 8.4 7 11.7l5.4-5.4Z"/>',
  failed:
    '<path fill="currentColor" fill-rule="evenodd" d="M3.5 1.5h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2Zm1.2 4.2L7 8l-2.3 2.3 1 1L8 9l2.3 2.3 1-1L9 8l2.3-2.3-1-1L8 7 5.7 4.7Z"/>',
  error:
    '<path fill="none" stroke="currentColor" stroke-width="1.6" d="M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2Z"/><path fill="currentColor" d="M7.1 4h1.8v5H7.1Zm0 6.2h1.8V12H7.1Z"/>',
  running:
    '<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" opacity=".3"/><path fill="none" stroke="currentColor" stroke-width="1.6" d="M8 1.8A6.2 6.2 0 0 1 14.2 8"/>',
  queued: '<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="3 2"/>',
  skipped:
    '<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path stroke="currentColor" stroke-width="1.6" d="m4 12 8-8"/>',
  cancelled:
    '<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path fill="currentColor" d="M5.5 5.5h5v5h-5Z"/>',
};

/** glyphSymbols is the hidden sprite sheet that a page's glyphs reference. */
export const glyphSymbols = `<svg width="0" height="0" aria-hidden="true" style="position:absolute">${Object.entries(
  shapes,
)
  .map(([status, shape]) => `<symbol id="g-${status}" viewBox="0 0 16 16">${shape}</symbol>`)
  .join('')}</svg>`;

/** glyph renders a status; its word is for screen readers. */
export const glyph = (status: Status): string =>
  `<svg class="g s-${status}" role="img" aria-label="${status}"><use href="#g-${status}"/></svg>`;
