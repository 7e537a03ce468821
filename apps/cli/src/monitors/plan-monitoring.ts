import type { MonitoringCode } from '@touchstone/contracts/api-monitoring';
import { monitorPath } from './monitoring-file.ts';

export const codeKinds = ['collection', 'monitor', 'channel', 'policy', 'page'] as const;
export type CodeKind = (typeof codeKinds)[number];
/** A difference. */
export interface CodeChange {
  action: 'create' | 'change' | 'delete';
  kind: CodeKind;
  /** For monitors, including their collection. */
  name: string;
  /** What changes. */
  fields: string[];
}
/** The changes that bring a project in line with a file. */
export interface CodePlan {
  changes: CodeChange[];
  unchanged: number;
  /** Number of items that only the server has and that stay. */
  absent: number;
}

type Item = Record<string, unknown>;

/** itemsOf returns a document's items of one kind, by name. */
export function itemsOf(document: MonitoringCode, kind: CodeKind): Map<string, Item> {
  const { collections, channels, policies, statusPages } = document;
  const lists: Record<CodeKind, [string, Item][]> = {
    collection: collections.map(({ monitors: _monitors, ...rest }) => [rest.name, rest]),
    monitor: collections.flatMap(({ name, monitors }) =>
      monitors.map((monitor): [string, Item] => [monitorPath(name, monitor.name), monitor]),
    ),
    channel: channels.map((channel) => [channel.name, channel]),
    policy: policies.map((policy) => [policy.name, policy]),
    page: statusPages.map((page) => [page.slug, page]),
  };
  return new Map(lists[kind]);
}

/** Values are compared regardless of field order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** Secrets can't be compared, only whether there is a password at all. */
function changedFields(wanted: Item, existing: Item): string[] {
  return [...new Set([...Object.keys(wanted), ...Object.keys(existing)])].filter((field) => {
    if (field === 'secrets') return false;
    if (field === 'passwordFrom') return (wanted[field] === null) !== (existing[field] === null);
    return !isSame(wanted[field], existing[field]);
  });
}

/**
 * planMonitoring returns the changes that bring a project in line with a file. Items missing in the file stay, unless
 * pruning is requested.
 */
export function planMonitoring(
  wanted: MonitoringCode,
  remote: MonitoringCode,
  { prune, rotate }: { prune: boolean; rotate: boolean },
): CodePlan {
  const plan: CodePlan = { changes: [], unchanged: 0, absent: 0 };
  const deletes: CodeChange[] = [];
  for (const kind of codeKinds) {
    const existing = new Map([...itemsOf(remote, kind)].map(([name, item]) => [name.toLowerCase(), { name, item }]));
    const named = itemsOf(wanted, kind);
    for (const [name, item] of named) {
      const found = existing.get(name.toLowerCase());
      existing.delete(name.toLowerCase());
      if (!found) {
        plan.changes.push({ action: 'create', kind, name, fields: [] });
        continue;
      }
      const fields = changedFields(item, found.item);
      if (rotate && holdsSecrets(item)) fields.push('secrets');
      if (fields.length > 0) plan.changes.push({ action: 'change', kind, name, fields });
      else plan.unchanged += 1;
    }
    for (const { name } of existing.values())
      if (prune) deletes.unshift({ action: 'delete', kind, name, fields: [] });
      else plan.absent += 1;
  }
  plan.changes.push(...deletes);
  return plan;
}

const holdsSecrets = ({ secrets, passwordFrom }: Item): boolean =>
  (typeof passwordFrom === 'string' && passwordFrom !== '') || Object.keys((secrets ?? {}) as object).length > 0;
