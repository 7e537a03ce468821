import type { StorageState } from '@touchstone/engine-browser';

/** What is shown of a session, without any of its values. */
export interface SessionFacts {
  sites: string[];
  cookieCount: number;
  storageCount: number;
  firstExpiresAt: Date | null;
  lastExpiresAt: Date | null;
}

/** sessionFacts summarizes a session: its sites, its size, and when its cookies expire. */
export function sessionFacts({ cookies, origins }: StorageState): SessionFacts {
  const hosts = [
    ...cookies.map(({ domain }) => domain.replace(/^\./, '')),
    ...origins.map(({ origin }) => new URL(origin).hostname),
  ];
  const times = cookies.flatMap(({ expires }) => (expires < 0 ? [] : [expires * 1000]));
  return {
    sites: [...new Set(hosts)].toSorted(),
    cookieCount: cookies.length,
    storageCount: origins.reduce(
      (sum, { localStorage, indexedDB = [] }) => sum + localStorage.length + recordsIn(indexedDB),
      0,
    ),
    firstExpiresAt: times.length > 0 ? new Date(Math.min(...times)) : null,
    lastExpiresAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  };
}

function recordsIn(databases: readonly unknown[]): number {
  const stores = (databases as { stores?: { records?: unknown[] }[] }[]).flatMap(({ stores: own = [] }) => own);
  return stores.reduce((sum, { records = [] }) => sum + records.length, 0);
}
