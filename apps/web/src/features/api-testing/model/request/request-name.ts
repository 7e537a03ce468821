import type { ScriptInput } from '@touchstone/contracts/api-testing';
import type { EditorTab } from '../tabs/editor-tabs.ts';

const longest = 60;

/** suggestedName names a request after its method and path, such as "GET /pets/{id}"; undefined without an address. */
export function suggestedName({ method, url }: Pick<ScriptInput, 'method' | 'url'>): string | undefined {
  const address = url.split(/[?#]/, 1)[0]!.trim();
  const [, host = '', path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/]*)(.*)$/i.exec(address) ?? [];
  if (host === '' && path === '') return undefined;
  const shown = path === '' || path === '/' ? host.replace(/^.*@/, '') : path.replace(/\/$/, '');
  const name = `${method} ${shown}`.trim();
  return name.length <= longest
    ? name
    : `${name
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** withName gives an unnamed request its suggested name, so that it can be sent before the user names it. */
export const withName = (draft: ScriptInput): ScriptInput =>
  draft.scriptName === '' ? { ...draft, scriptName: suggestedName(draft) ?? 'New request' } : draft;

/** tabName returns the title of a tab: its name, or what it sends. */
export const tabName = ({ draft }: Pick<EditorTab, 'draft'>): string =>
  draft?.scriptName || (draft && suggestedName(draft)) || 'New request';
