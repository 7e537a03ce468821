import type { StepSummary } from '@touchstone/contracts/api-testing';
import { escapeHtml } from '@touchstone/kernel';

/** Steps that a mail names. */
export const mostMailedFailures = 5;
const longestLine = 300;

/** FailedStep is a step that failed or could not run, and its sentence. */
export type FailedStep = Pick<StepSummary, 'stepId' | 'name' | 'suiteName' | 'message' | 'index' | 'position'>;

/** ReportMail is what the mail of a report says. */
export interface ReportMail {
  title: string;
  facts: string[];
  /** In the order of execution, the first `mostMailedFailures` at the most. */
  failures: FailedStep[];
  /** How many steps failed or could not run, named or not. */
  failureCount: number;
  url: string;
  sender: string;
}

/** firstFailures merges lists of steps into the order of execution and takes those that a mail names. */
export const firstFailures = (...lists: FailedStep[][]): FailedStep[] =>
  lists
    .flat()
    .sort((a, b) => (a.position ?? a.index) - (b.position ?? b.index))
    .slice(0, mostMailedFailures);

/** reportMail writes the mail of a report as text and as HTML. */
export function reportMail({ title, facts, failures, failureCount, url, sender }: ReportMail): {
  text: string;
  html: string;
} {
  const more = failureCount > failures.length ? `and ${failureCount - failures.length} more` : '';
  const sent = `Sent by ${sender} with Touchstone.`;
  const named = failures.map(({ stepId, name, suiteName, message }) => ({
    name: oneLine(suiteName ? `${suiteName} / ${name}` : name),
    why: oneLine(message ?? ''),
    link: `${url}?step=${encodeURIComponent(stepId)}`,
  }));
  const lines = [...named.map(({ name, why }) => [`- ${name}`, why].filter(Boolean).join('\n  ')), more].filter(
    Boolean,
  );
  const items = named.map(
    ({ name, why, link }) =>
      `<li><a href="${escapeHtml(link)}">${escapeHtml(name)}</a>${why ? `<br>${escapeHtml(why)}` : ''}</li>`,
  );
  const list = items.length > 0 ? `<h3>Failed steps</h3><ul>${items.join('')}</ul>${more && `<p>${more}</p>`}` : '';
  return {
    text: [
      [title, ...facts].join('\n'),
      ...(lines.length > 0 ? [['Failed steps:', ...lines].join('\n')] : []),
      url,
      sent,
    ].join('\n\n'),
    html: `<h2>${escapeHtml(title)}</h2><p>${facts.map(escapeHtml).join('<br>')}</p>${list}<p><a href="${escapeHtml(url)}">Open the report</a></p><p>${escapeHtml(sent)}</p>`,
  };
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line;
}
