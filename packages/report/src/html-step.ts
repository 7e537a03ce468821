import { escapeHtml, formatDuration } from '@touchstone/kernel';
import type { ReportStep } from './document.ts';
import { renderBlock } from './html-block.ts';
import { glyph } from './html-glyphs.ts';

/** renderStep renders one step as an expandable row. */
export function renderStep(step: ReportStep, options: { suiteKey: number; open: boolean }): string {
  const { label, title, notes, subtitle, outcome, status, message, durationMs } = step;
  const checks = step.blocks.flatMap((block) => (block.type === 'checks' ? block.checks : []));
  const passed = checks.filter((check) => check.status === 'passed').length;
  const why = status === 'passed' || !message ? '' : `<span class="why">${escapeHtml(message)}</span>`;
  const remarks = notes.length === 0 ? '' : ` <span class="meta">${escapeHtml(notes.join(', '))}</span>`;
  return `<details class="step" id="step-${step.index}" data-status="${status}" data-suite="${options.suiteKey}"${options.open ? ' open' : ''}>
<summary>${glyph(status)}<span class="method">${escapeHtml(label)}</span><span class="name">${escapeHtml(title)}${remarks}</span><span class="url" title="${escapeHtml(subtitle)}">${escapeHtml(subtitle)}</span><span class="num">${escapeHtml(outcome)}</span><span class="num checks">${checks.length === 0 ? '' : `${passed}/${checks.length}`}</span><span class="num">${formatDuration(durationMs)}</span>${why}</summary>
<div class="inside">${step.blocks.map(renderBlock).join('')}</div>
</details>
`;
}
