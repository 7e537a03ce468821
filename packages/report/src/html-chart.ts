import { escapeHtml, formatClock } from '@touchstone/kernel';
import type { ChartLine } from './document.ts';

const width = 960;
const height = 220;
const left = 56;
const bottom = 24;
const top = 12;

/** drawChart renders lines over seconds as SVG without scripts; their maximums are also given as text. */
export function drawChart(
  title: string,
  seconds: readonly number[],
  lines: readonly ChartLine[],
  format: (value: number) => string,
): string {
  const most = niceAbove(Math.max(0, ...lines.flatMap((line) => line.values.map((value) => value ?? 0))));
  const last = Math.max(1, seconds.at(-1) ?? 1);
  const x = (second: number) => left + ((width - left - 8) * second) / last;
  const y = (value: number) => height - bottom - ((height - bottom - top) * value) / most;
  const grid = [0, 0.5, 1].map((share) => {
    const at = y(most * share).toFixed(1);
    return `<line x1="${left}" x2="${width - 8}" y1="${at}" y2="${at}" stroke="var(--line)"/><text x="${left - 8}" y="${at}" dy="4" text-anchor="end">${escapeHtml(format(most * share))}</text>`;
  });
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const second = Math.round(last * share);
    return `<text x="${x(second).toFixed(1)}" y="${height - 6}" text-anchor="${share === 1 ? 'end' : 'middle'}">${formatClock(second)}</text>`;
  });
  const paths = lines.map(
    ({ values, color, dash }) =>
      `<path d="${pathOf(values, (index) => x(seconds[index]!), y)}" fill="none" stroke="var(${color})" stroke-width="1.5"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`,
  );
  const legend = lines.map(({ label, color, values, dash }) => {
    const highest = Math.max(0, ...values.map((value) => value ?? 0));
    return `<li><svg width="24" height="8" aria-hidden="true"><line x1="0" x2="24" y1="4" y2="4" stroke="var(${color})" stroke-width="2"${dash ? ` stroke-dasharray="${dash}"` : ''}/></svg>${escapeHtml(label)} <span class="meta">at most ${escapeHtml(format(highest))}</span></li>`;
  });
  return `<section class="chart"><h2>${escapeHtml(title)}</h2><ul>${legend.join('')}</ul>
<div class="wide" role="region" aria-label="${escapeHtml(title)}" tabindex="0"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)} over the time of the run">${grid.join('')}${times.join('')}${paths.join('')}</svg></div></section>\n`;
}

function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let isDrawing = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${isDrawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    isDrawing = value !== null;
  }
  return path;
}

/** 1, 2 or 5 times a power of ten. */
function niceAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10);
}
