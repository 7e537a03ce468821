import { escapeHtml } from '@touchstone/kernel';
import {
  type DayCounts,
  type PageLook,
  type PageModel,
  type PublicEvent,
  type PublicItem,
  type PublicStatus,
  percentText,
  uptimeOf,
} from './page-model.ts';

const words: Record<PublicStatus, string> = {
  up: 'Operational',
  degraded: 'Slow',
  down: 'Down',
  maintenance: 'Maintenance',
  unknown: 'Not known',
};
const overall: Record<PublicStatus, string> = {
  up: 'All systems operational',
  degraded: 'Some systems are slow',
  down: 'Some systems are down',
  maintenance: 'Maintenance in progress',
  unknown: 'Nothing is known yet',
};
/** statusWord returns a status in one word. */
export const statusWord = (status: PublicStatus): string => words[status];
/** overallText returns a page's overall status in a sentence. */
export const overallText = (status: PublicStatus): string => overall[status];

const timeTag = (iso: string): string => `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;

function dayClass({ up, degraded, down }: DayCounts): string {
  if (up + degraded + down === 0) return '';
  const share = down / (up + degraded + down);
  const name = share > 0.05 ? 'down' : share > 0 ? 'degraded' : 'up';
  return ` class="${name}"`;
}

function bars({ days, name, uptimePercent }: PublicItem): string {
  const rects = days.map((day, index) => {
    const text = `${day.day}: ${percentText(uptimeOf([day]))}`;
    return `<rect x="${index * 4}" width="3" height="24" rx="1"${dayClass(day)}><title>${text}</title></rect>`;
  });
  const label = `Availability of ${name} in the last ${days.length} days: ${percentText(uptimePercent)}`;
  return `<svg class="bars" viewBox="0 0 ${days.length * 4 - 1} 24" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(label)}">${rects.join('')}</svg>`;
}

function item(entry: PublicItem): string {
  const { name, description, status, uptimePercent, responseMs } = entry;
  const facts = [`${percentText(uptimePercent)} in 90 days`];
  if (responseMs !== null) facts.push(`95 % of responses within ${Math.round(responseMs)}&nbsp;ms`);
  return `<li class="item ${status}"><div class="row"><h3>${escapeHtml(name)}</h3><span class="word">${words[status]}</span></div>
${description ? `<p class="quiet">${escapeHtml(description)}</p>` : ''}${bars(entry)}<p class="quiet">${facts.join(' · ')}</p></li>`;
}

function event({ title, impact, state, startedAt, endedAt, items, updates }: PublicEvent): string {
  const lines = updates.map(
    ({ at, state: word, text }) =>
      `<li><p><strong>${escapeHtml(word)}</strong> ${timeTag(at)}</p><p>${escapeHtml(text)}</p></li>`,
  );
  const end = endedAt ? ` to ${timeTag(endedAt)}` : '';
  return `<li class="event ${impact}"><div class="row"><h3>${escapeHtml(title)}</h3><span class="word">${escapeHtml(state)}</span></div>
<p class="quiet">${timeTag(startedAt)}${end}${items.length > 0 ? ` · ${escapeHtml(items.join(', '))}` : ''}</p><ul>${lines.join('')}</ul></li>`;
}

const list = (title: string, events: readonly PublicEvent[], empty: string): string =>
  `<section aria-label="${title}"><h2>${title}</h2>${events.length === 0 ? `<p class="quiet">${empty}</p>` : `<ul>${events.map(event).join('')}</ul>`}</section>`;

const subscribe = (base: string): string => `<section aria-label="Subscribe"><h2>Subscribe</h2>
<form method="post" action="${base}/subscribe"><div><label for="target">E-mail address, or URL of a webhook</label><input id="target" name="target" required maxlength="2000" autocomplete="email"></div><button>Subscribe</button></form>
<p class="quiet">You are told when something is announced here, once you have confirmed. <a href="${base}/feed.atom">Atom</a> · <a href="${base}/feed.rss">RSS</a> · <a href="${base}/status.json">JSON</a></p></section>`;

/** Wraps content in an HTML document. */
function document({ title, base, body }: { title: string; base: string; body: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${base}/style.css">
<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${base}/feed.atom"></head>
<body>${body}</body></html>
`;
}

/** basePath returns the path prefix of a page's resources. */
export const basePath = (slug: string): string => `/status/${slug}`;

/** renderPage renders a status page as HTML. It loads only its style sheet and uses no script. */
export function renderPage(model: PageModel, look: PageLook): string {
  const base = basePath(look.slug);
  const groups = model.groups.map(
    ({ name, items }) =>
      `<section>${name ? `<h2>${escapeHtml(name)}</h2>` : '<h2 class="hidden">Systems</h2>'}<ul>${items.map(item).join('')}</ul></section>`,
  );
  const [open, past] = [true, false].map((isOpen) =>
    model.incidents.filter(({ endedAt }) => (endedAt === null) === isOpen),
  ) as [PublicEvent[], PublicEvent[]];
  const body = `<header><h1>${escapeHtml(model.title)}</h1>${model.description ? `<p>${escapeHtml(model.description)}</p>` : ''}</header>
<main><p class="overall ${model.status}" role="status">${overall[model.status]}</p>
${open.length > 0 ? list('Now', open, '') : ''}${groups.join('')}
${model.maintenance.length > 0 ? list('Maintenance', model.maintenance, '') : ''}
${list('Past incidents', past, 'None in the last 14 days.')}
${look.takesSubscribers ? subscribe(base) : ''}</main>
<footer><p class="quiet">As of ${timeTag(model.updatedAt)}. Availability leaves out maintenance and checks that could not be made; slow is available.</p></footer>`;
  return document({ title: `${model.title}: ${overall[model.status]}`, base, body });
}

/**
 * messagePage returns a page with a single message, such as a pending subscription; `confirm` requires a click, which
 * mail scanners don't make.
 */
export function messagePage({
  slug,
  title,
  text,
  confirm,
}: {
  slug: string;
  title: string;
  text: string;
  confirm?: { action: string; token: string; label: string };
}): string {
  const base = basePath(slug);
  const form = confirm
    ? `<form method="post" action="${base}/${confirm.action}"><input type="hidden" name="token" value="${escapeHtml(confirm.token)}"><button>${confirm.label}</button></form>`
    : '';
  const body = `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}<p><a href="${base}">To the status page</a></p></main>`;
  return document({ title, base, body });
}
