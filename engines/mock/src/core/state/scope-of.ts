import { findByJsonPath } from '../match/json-path-dialect.ts';
import type { RequestView } from '../request/request-view.ts';
import type { StateScope } from '../stub.ts';
import { globalScope } from './state-store.ts';

const sessionNames = ['x-session-id', 'session-id', 'x-session'];
const sessionCookies = ['JSESSIONID', 'connect.sid', 'PHPSESSID', 'sessionid', 'session', 'sid'];

/**
 * scopeOf returns the scope whose state a request reads and changes. A caller that doesn't identify itself (with that
 * header, cookie or claim) shares the global state. `render` evaluates the template of an expression.
 */
export function scopeOf(scope: StateScope, request: RequestView, render: (template: string) => string): string {
  if (scope === 'global') return globalScope;
  const found = namedBy(scope, request, render);
  return found === undefined || found === '' ? globalScope : found;
}

function namedBy(
  scope: Exclude<StateScope, 'global'>,
  request: RequestView,
  render: (template: string) => string,
): string | undefined {
  if ('header' in scope) return request.header(scope.header)[0];
  if ('cookie' in scope) return request.cookie(scope.cookie)[0];
  if ('query' in scope) return request.query(scope.query)[0];
  if ('session' in scope) return sessionOf(scope.session, request);
  if ('tokenClaim' in scope) return claimOf(scope.tokenClaim, request);
  return render(scope.expression).trim();
}

/** A named cookie or header; with `auto`, the first of those commonly used by servers. */
function sessionOf(name: string, request: RequestView): string | undefined {
  if (name !== 'auto') return request.cookie(name)[0] ?? request.header(name)[0];
  for (const cookie of sessionCookies) {
    const [value] = request.cookie(cookie);
    if (value !== undefined) return value;
  }
  for (const header of sessionNames) {
    const [value] = request.header(header);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A claim of the bearer token, which is decoded but not verified: it only distinguishes callers. */
function claimOf(claim: string, request: RequestView): string | undefined {
  const [, payload] = /^bearer\s+[\w-]+\.([\w-]+)=*\./i.exec(request.header('authorization')[0] ?? '') ?? [];
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const found = findByJsonPath(claim.startsWith('$') ? claim : `$['${claim.replaceAll("'", "\\'")}']`, claims);
    return found.kind === 'one' && found.value !== null ? String(found.value) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * parseScope parses a scope as written on the command line and in settings: `global`, `header:X-User`, `cookie:sid`,
 * `claim:sub`, `{{…}}`.
 */
export function parseScope(text: string): StateScope | undefined {
  if (text === 'global') return 'global';
  if (text.includes('{{')) return { expression: text };
  if (text === 'session') return { session: 'auto' };
  const [, kind, name] = /^(header|cookie|query|session|claim):(.+)$/.exec(text) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  return kind === 'claim' ? { tokenClaim: name } : ({ [kind]: name } as unknown as StateScope);
}
