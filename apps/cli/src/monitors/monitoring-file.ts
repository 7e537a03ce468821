import { readFile } from 'node:fs/promises';
import {
  type MonitoringCode,
  type MonitoringCodeInput,
  monitoringCodeSchema,
} from '@touchstone/contracts/api-monitoring';
import { parseDocument, stringify } from 'yaml';
import { CliError } from '../cli-error.ts';

const maxProblems = 20;

/** readMonitoringFile reads a project from a file, with defaults filled in. Throws a message for each mistake. */
export async function readMonitoringFile(path: string): Promise<MonitoringCode> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CliError(`${path} cannot be read: ${error.message}`);
  });
  const yaml = parseDocument(text, { maxAliasCount: 100 } as never);
  const [fault] = yaml.errors;
  if (fault) throw new CliError(`${path} is no YAML: ${fault.message}`);
  const parsed = monitoringCodeSchema.safeParse(yaml.toJS({ maxAliasCount: 100 }) ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: at, message }) => `  ${at.join('.') || '(file)'}: ${message}`);
    throw new CliError([`${path} cannot be applied:`, ...problems.slice(0, maxProblems)].join('\n'));
  }
  assertNames(path, parsed.data);
  return parsed.data;
}

/** Names must be unique, and references to them must resolve. */
function assertNames(path: string, document: MonitoringCode): void {
  const problems: string[] = [];
  const once = (kind: string, names: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    for (const name of names) {
      const key = name.toLowerCase();
      if (seen.has(key)) problems.push(`  There are two ${kind} named "${name}".`);
      seen.add(key);
    }
    return seen;
  };
  const { collections, channels, policies, statusPages } = document;
  const known = {
    collections: once(
      'collections',
      collections.map(({ name }) => name),
    ),
    monitors: once(
      'monitors',
      collections.flatMap(({ name, monitors }) => monitors.map((monitor) => monitorPath(name, monitor.name))),
    ),
    channels: once(
      'channels',
      channels.map(({ name }) => name),
    ),
  };
  once(
    'policies',
    policies.map(({ name }) => name),
  );
  once(
    'status pages',
    statusPages.map(({ slug }) => slug),
  );
  const refer = (of: string, kind: keyof typeof known, names: readonly string[]): void => {
    for (const name of names)
      if (!known[kind].has(name.toLowerCase()))
        problems.push(`  ${of} uses "${name}", which is not among the ${kind} of the file.`);
  };
  for (const { name, steps, collections: inside, monitors } of policies) {
    const of = `The policy "${name}"`;
    refer(
      of,
      'channels',
      steps.flatMap((step) => step.channels),
    );
    refer(of, 'collections', inside);
    refer(of, 'monitors', monitors);
  }
  for (const { slug, groups } of statusPages)
    refer(
      `The status page "${slug}"`,
      'monitors',
      groups.flatMap(({ items }) => items.map(({ monitor }) => monitor)),
    );
  if (problems.length > 0)
    throw new CliError([`${path} cannot be applied:`, ...problems.slice(0, maxProblems)].join('\n'));
}

/** monitorPath returns a monitor's name with its collection. */
export const monitorPath = (collection: string, monitor: string): string => `${collection} / ${monitor}`;

/** writeMonitoringFile writes a project to the text of a file, without default values. */
export function writeMonitoringFile(document: MonitoringCode): string {
  const lean: Record<string, unknown> = { version: 1 };
  const { collections, channels, policies, statusPages } = document;
  const parsed = (given: object) => JSON.stringify(monitoringCodeSchema.parse(given));
  const leaner = <Item extends object>(item: Item, wrap: (item: Item) => MonitoringCodeInput): Item => {
    let kept = item;
    for (const key of Object.keys(item)) {
      const { [key as keyof Item]: _left, ...rest } = kept;
      const attempt = monitoringCodeSchema.safeParse(wrap(rest as Item));
      if (attempt.success && JSON.stringify(attempt.data) === parsed(wrap(item))) kept = rest as Item;
    }
    return kept;
  };
  if (collections.length > 0)
    lean.collections = collections.map(({ monitors, ...collection }) => ({
      ...leaner(collection, (one) => ({ collections: [one] })),
      monitors: monitors.map((monitor) =>
        leaner(monitor, (one) => ({ collections: [{ name: 'x', monitors: [one] }] })),
      ),
    }));
  if (channels.length > 0) lean.channels = channels.map((item) => leaner(item, (one) => ({ channels: [one] })));
  if (policies.length > 0) lean.policies = policies.map((item) => leaner(item, (one) => ({ policies: [one] })));
  if (statusPages.length > 0)
    lean.statusPages = statusPages.map((item) => leaner(item, (one) => ({ statusPages: [one] })));
  return stringify(lean, { lineWidth: 120 });
}
