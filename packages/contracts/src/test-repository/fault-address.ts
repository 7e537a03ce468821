import type { ManagementToolSettings } from './management-tool.ts';

/** What a test found, in words. */
export interface Fault {
  title: string;
  /** Truncated if the address would be too long for browsers and servers. */
  text: string;
  /** Where the fault was seen; follows the text and is never truncated. */
  source: string;
}

const maxTitle = 200;
const maxText = 2000;
const maxAddress = 6000;

/** isWebAddress returns whether a text is an HTTP(S) address without credentials. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/**
 * isTemplate returns whether an address contains placeholders for both title and text, and neither of them in the host
 * name.
 */
export function isTemplate(text: string): boolean {
  const [, server = '', rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(text) ?? [];
  return !/\{(title|text)\}/.test(server) && rest.includes('{title}') && rest.includes('{text}');
}

/**
 * faultAddress returns the address of a tool's form, filled in with a fault; undefined if the tool has no web address.
 */
export function faultAddress(settings: ManagementToolSettings, fault: Fault): string | undefined {
  if (!isWebAddress(settings.address)) return undefined;
  const title = cut(fault.title.replace(/\s+/g, ' '), maxTitle);
  const at = (most: number): string =>
    formAddress(settings, title, [cut(fault.text, most), fault.source].filter((part) => part !== '').join('\n\n'));
  let most = maxText;
  let address = at(most);
  while (address.length > maxAddress && most > 0) {
    most = Math.floor(most * 0.9);
    address = at(most);
  }
  return address;
}

function formAddress(settings: ManagementToolSettings, title: string, text: string): string {
  const base = settings.address.replace(/\/+$/, '');
  switch (settings.tool) {
    case 'JIRA':
      return `${base}/secure/CreateIssueDetails!init.jspa?${queryOf({
        pid: settings.jiraProjectId,
        issuetype: settings.jiraIssueTypeId,
        summary: title,
        description: text,
      })}`;
    case 'AZURE':
      return `${base}/_workitems/create/${encodeURIComponent(settings.workItemType)}?${queryOf({
        '[System.Title]': title,
        '[Microsoft.VSTS.TCM.ReproSteps]': asHtml(text),
      })}`;
    case 'GITHUB':
      return `${base.replace(/\.git$/, '')}/issues/new?${queryOf({ title, body: text })}`;
    case 'OTHER':
      return settings.address.replace(/\{(title|text)\}/g, (_, name) =>
        encodeURIComponent(name === 'title' ? title : text),
      );
  }
}

const queryOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');

const asHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');

/** Whole characters only, because half of a surrogate pair can't be encoded. */
function cut(text: string, most: number): string {
  const characters = [...text.toWellFormed()];
  if (characters.length <= most) return characters.join('');
  return most > 0 ? `${characters.slice(0, most - 1).join('')}…` : '';
}
