import type { MockExchange } from '@touchstone/contracts/service-virtualization';
import { differencesOf } from '@touchstone/engine-mock';
import type { Actor } from '../../workspaces/index.ts';
import { exchangeOf } from '../domain/journal-row.ts';
import type { MockHost } from './hosting/mock-host.ts';
import { toDifference, toNearMiss } from './journal/journal.ts';
import type { Open } from './open.ts';

interface TriedRequest {
  method: string;
  path: string;
  host?: string | undefined;
  headers: { name: string; value: string }[];
  body: string;
}
const shownNear = 5;

/**
 * createTryMock returns what a mock would answer, without changing or journaling anything. Answers of other services
 * aren't fetched.
 */
export function createTryMock({ open, host }: { open: Open; host: MockHost }) {
  const tryThere = host.operations.define('mock.try', ({ mock }, given: TriedRequest): MockExchange => {
    const named = given.headers.find(({ name }) => name.toLowerCase() === 'host')?.value;
    const hostName = given.host ?? named ?? 'localhost';
    const headers = given.headers.map(({ name, value }): [string, string] => [name, value]);
    if (named === undefined) headers.unshift(['Host', hostName]);
    const entry = mock.engine.tryOut({
      method: given.method,
      url: given.path.startsWith('/') ? given.path : `/${given.path}`,
      scheme: 'http',
      host: hostName.replace(/:\d+$/, '').toLowerCase(),
      port: Number(/:(\d+)$/.exec(hostName)?.[1] ?? 80),
      clientIp: '127.0.0.1',
      protocol: 'HTTP/1.1',
      headers,
      body: new TextEncoder().encode(given.body),
    });
    if (entry.answer.proxy) entry.notes.push(`The request would be sent on to ${entry.answer.proxy.url}.`);
    const compiled = entry.stub && mock.engine.index.get(entry.stub.id);
    const isUnmatched = entry.by === 'none' && mock.engine.isEnabled;
    return {
      ...exchangeOf(entry, mock.surroundings.secrets),
      why: compiled ? differencesOf(compiled.matcher, entry.request).map(toDifference) : [],
      nearMisses: isUnmatched ? mock.engine.nearMisses(entry.request, shownNear).map(toNearMiss) : [],
    };
  });
  return async function tryMock(caller: Actor, projectId: string, given: TriedRequest): Promise<MockExchange> {
    await open.project(caller, projectId, 'view');
    return tryThere(projectId, given);
  };
}
/** TryMock returns what a mock would answer. */
export type TryMock = ReturnType<typeof createTryMock>;
