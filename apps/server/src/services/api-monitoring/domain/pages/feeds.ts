import { escapeXml } from '@touchstone/kernel';
import type { PageModel, PublicEvent, PublicItem } from './page-model.ts';
import { percentText } from './page-model.ts';
import { overallText, statusWord } from './render-page.ts';

const most = 50;
const latestOf = ({ updates, startedAt, endedAt }: PublicEvent): string => updates[0]?.at ?? endedAt ?? startedAt;
const textOf = ({ state, updates, items }: PublicEvent): string =>
  [
    `State: ${state}.`,
    items.length > 0 ? `Concerns: ${items.join(', ')}.` : '',
    ...updates.map(({ at, text }) => `${at}: ${text}`),
  ]
    .filter(Boolean)
    .join('\n');
const eventsOf = ({ incidents, maintenance }: PageModel): PublicEvent[] =>
  [...incidents, ...maintenance].slice(0, most);

/** rssFeed returns a page as RSS 2.0. */
export function rssFeed(model: PageModel, url: string): string {
  const items = eventsOf(model).map(
    (event) =>
      `<item><title>${escapeXml(event.title)}</title><link>${escapeXml(url)}</link><guid isPermaLink="false">${event.id}-${latestOf(event)}</guid><pubDate>${new Date(latestOf(event)).toUTCString()}</pubDate><description>${escapeXml(textOf(event))}</description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escapeXml(model.title)}</title><link>${escapeXml(url)}</link><description>${escapeXml(overallText(model.status))}</description>${items.join('')}</channel></rss>
`;
}

/** atomFeed returns a page as Atom (RFC 4287). */
export function atomFeed(model: PageModel, url: string): string {
  const entries = eventsOf(model).map(
    (event) =>
      `<entry><id>urn:uuid:${event.id}</id><title>${escapeXml(event.title)}</title><updated>${latestOf(event)}</updated><link href="${escapeXml(url)}"/><content type="text">${escapeXml(textOf(event))}</content></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeXml(url)}</id><title>${escapeXml(model.title)}</title><updated>${model.updatedAt}</updated><author><name>${escapeXml(model.title)}</name></author><link rel="self" href="${escapeXml(url)}/feed.atom"/>${entries.join('')}</feed>
`;
}

const colours = { up: '#2b8a3e', degraded: '#b35c00', down: '#c92a2a', maintenance: '#1864ab', unknown: '#5a606b' };

/** badgeSvg returns the SVG badge of a page or of one of its items. */
export function badgeSvg(
  model: PageModel,
  { item, type }: { item?: PublicItem | undefined; type: 'status' | 'uptime' | 'response' },
): string {
  const { label, value, status } = badgeText(model, item, type);
  const width = (text: string) => 12 + text.length * 7;
  const [left, right] = [width(label), width(value)];
  const alt = escapeXml(`${label}: ${value}`);
  const text = (x: number, given: string) => `<text x="${x}" y="14" text-anchor="middle">${escapeXml(given)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${alt}"><title>${alt}</title><rect width="${left}" height="20" fill="#343a40"/><rect x="${left}" width="${right}" height="20" fill="${colours[status]}"/><g fill="#fff" font-family="Verdana,sans-serif" font-size="11">${text(left / 2, label)}${text(left + right / 2, value)}</g></svg>`;
}

function badgeText(model: PageModel, item: PublicItem | undefined, type: 'status' | 'uptime' | 'response') {
  const status = item?.status ?? model.status;
  const items = item ? [item] : model.groups.flatMap((group) => group.items);
  const worst = (field: 'uptimePercent' | 'responseMs', pick: (...values: number[]) => number): number | null => {
    const values = items.flatMap((one) => one[field] ?? []);
    return values.length === 0 ? null : pick(...values);
  };
  const name = item?.name ?? 'status';
  if (type === 'uptime')
    return { label: item ? name : 'uptime', value: percentText(worst('uptimePercent', Math.min)), status };
  const slowest = worst('responseMs', Math.max);
  const value = slowest === null ? 'no data' : `${Math.round(slowest)} ms`;
  if (type === 'response') return { label: item ? name : 'response', value, status };
  return { label: name, value: statusWord(status).toLowerCase(), status };
}
