import { escapeHtml } from '@touchstone/kernel';

/** The maximum number of failures listed in a mail. */
export const maxMailedFailures = 5;
const longestLine = 300;

/** FailedStep is a step that failed or couldn't run, and its message. */
export interface FailedStep {
  title: string;
  /** Title of its container, such as its suite; empty: none. */
  place: string;
  message: string | null;
  /** Position in the order of execution. */
  position: number;
  /** URL of the step's page; undefined if there is none. */
  url: string | undefined;
}

/** ReportMail is the content of a report mail. */
export interface ReportMail {
  title: string;
  facts: string[];
  /** In order of execution, at most `maxMailedFailures`. */
  failures: FailedStep[];
  /** How many steps failed or couldn't run, listed or not. */
  failureCount: number;
  /** URL of the run's page; undefined if there is none. */
  url: string | undefined;
  sender: string;
}

/** firstFailures merges lists of steps in order of execution and takes those to be listed in a mail. */
export const firstFailures = <T extends Pick<FailedStep, 'position'>>(...lists: T[][]): T[] =>
  lists
    .flat()
    .sort((a, b) => a.position - b.position)
    .slice(0, maxMailedFailures);

/** reportMail writes the mail of a report as text and as HTML. */
export function reportMail({ title, facts, failures, failureCount, url, sender }: ReportMail): {
  text: string;
  html: string;
} {
  const more = failureCount > failures.length ? `and ${failureCount - failures.length} more` : '';
  const sent = `Sent by ${sender} with Touchstone.`;
  const named = failures.map((step) => ({
    name: oneLine(step.place ? `${step.place} / ${step.title}` : step.title),
    why: oneLine(step.message ?? ''),
    link: step.url,
  }));
  const lines = [...named.map(({ name, why }) => [`- ${name}`, why].filter(Boolean).join('\n  ')), more].filter(
    Boolean,
  );
  const items = named.map(
    ({ name, why, link }) => `<li>${linked(link, name)}${why ? `<br>${escapeHtml(why)}` : ''}</li>`,
  );
  const list = items.length > 0 ? `<h3>Failed steps</h3><ul>${items.join('')}</ul>${more && `<p>${more}</p>`}` : '';
  return {
    text: [
      [title, ...facts].join('\n'),
      ...(lines.length > 0 ? [['Failed steps:', ...lines].join('\n')] : []),
      ...(url === undefined ? [] : [url]),
      sent,
    ].join('\n\n'),
    html: `<h2>${escapeHtml(title)}</h2><p>${facts.map(escapeHtml).join('<br>')}</p>${list}${url === undefined ? '' : `<p>${linked(url, 'Open the report')}</p>`}<p>${escapeHtml(sent)}</p>`,
  };
}

const linked = (url: string | undefined, text: string): string =>
  url === undefined ? escapeHtml(text) : `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line;
}
