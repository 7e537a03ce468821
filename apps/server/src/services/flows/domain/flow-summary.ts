import type { Flow, FlowNode } from '@touchstone/engine-flow/core';

/** The input of a summary. */
export interface SummarySource {
  name: string;
  description: string;
  flow: Flow;
  /** Title of a kind of node. */
  titleOf: (kind: string) => string;
  lastRun: { number: number | null; status: string; durationMs: number; message: string | null } | undefined;
}

/** Maximum number of names in one sentence. */
const maxNamed = 8;
const silent: ReadonlySet<string> = new Set(['start', 'comment']);

/**
 * summaryOf describes a workflow in plain sentences: its blocks, their order, decisions, errors, values and the last
 * run.
 */
export function summaryOf(source: SummarySource): string[] {
  const { name, description, flow } = source;
  const working = flow.nodes.filter(({ kind }) => !silent.has(kind));
  if (working.length === 0) return [`“${name}” has no blocks yet.`];
  const named = new Map(flow.nodes.map((node) => [node.id, `“${node.name}”`]));
  const nameOf = (id: string) => named.get(id) ?? `“${id}”`;
  return [
    [`“${name}” has ${blocksOf(working, source.titleOf)}.`, description.trim()].filter(Boolean).join(' '),
    orderOf(flow, working, nameOf),
    ...decisionsOf(flow, nameOf),
    ...pausesOf(working),
    ...errorsOf(flow, working, nameOf),
    ...valuesOf(flow, nameOf),
    ...lastRunOf(source),
  ].filter((text) => text !== '');
}

const listed = (texts: readonly string[]): string => {
  const shown = texts.slice(0, maxNamed);
  const rest = texts.length - shown.length;
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown;
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
};

function blocksOf(nodes: readonly FlowNode[], titleOf: SummarySource['titleOf']): string {
  const counts = [...Map.groupBy(nodes, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${length} × ${titleOf(kind)}`,
  );
  return `${nodes.length} ${nodes.length === 1 ? 'block' : 'blocks'}: ${listed(counts)}`;
}

function orderOf(flow: Flow, working: readonly FlowNode[], nameOf: (id: string) => string): string {
  const followers = Map.groupBy(flow.links, ({ from }) => from);
  const starts = new Set(flow.nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id));
  const first = [...new Set([...starts].flatMap((id) => (followers.get(id) ?? []).map(({ to }) => to)))];
  const last = working.filter(({ id }) => !followers.has(id)).map(({ id }) => id);
  if (first.length === 0) return 'Nothing is linked to its start.';
  return `It begins with ${listed(first.map(nameOf))} and ends with ${listed(last.map(nameOf))}. At most ${flow.parallel} blocks run at once.`;
}

function decisionsOf({ links }: Flow, nameOf: (id: string) => string): string[] {
  const conditional = links.filter(({ condition }) => condition?.trim());
  return [...Map.groupBy(conditional, ({ from }) => from)].slice(0, maxNamed).map(([from, own]) => {
    const ways = own.map(({ to, condition }) => `${nameOf(to)} if ${condition?.trim()}`);
    return `After ${nameOf(from)} comes ${listed(ways)}.`;
  });
}

function pausesOf(nodes: readonly FlowNode[]): string[] {
  const of = (kind: string) => nodes.filter((node) => node.kind === kind).map(({ name }) => `“${name}”`);
  const [waits, approvals, calls] = [of('wait'), of('approval'), of('webhook-wait')];
  return [
    waits.length > 0 ? `It waits for a time at ${listed(waits)}.` : '',
    approvals.length > 0 ? `It asks people for approval at ${listed(approvals)}.` : '',
    calls.length > 0 ? `It waits for a call from outside at ${listed(calls)}.` : '',
  ];
}

function errorsOf({ links }: Flow, nodes: readonly FlowNode[], nameOf: (id: string) => string): string[] {
  const ways = links.filter(({ on }) => on === 'error').map(({ from, to }) => `${nameOf(to)} if ${nameOf(from)} fails`);
  const retried = nodes.filter(({ retry }) => retry.attempts > 1);
  return [
    ways.length > 0 ? `Errors are handled: ${listed(ways)}.` : 'A block that fails ends the workflow.',
    retried.length > 0
      ? `Tried again when they fail: ${listed(retried.map(({ name, retry }) => `“${name}” (up to ${retry.attempts} times)`))}.`
      : '',
  ];
}

function valuesOf({ joints }: Flow, nameOf: (id: string) => string): string[] {
  const given = [...Map.groupBy(joints, ({ from }) => `${from.node}\n${from.port}`).values()].map((own) => {
    const takers = [...new Set(own.map(({ to }) => nameOf(to.node)))];
    const [first] = own;
    return first ? `${first.from.port} from ${nameOf(first.from.node)} to ${listed(takers)}` : '';
  });
  return given.length > 0 ? [`Values are handed on: ${listed(given)}.`] : [];
}

function lastRunOf({ lastRun }: SummarySource): string[] {
  if (!lastRun) return ['It has not been run yet.'];
  const { number, status, durationMs, message } = lastRun;
  const run = number === null ? 'The last run' : `The last run, #${number},`;
  const seconds = `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 1 : 0)} s`;
  const ended: Record<string, string> = {
    passed: `passed in ${seconds}`,
    failed: `failed after ${seconds}`,
    error: `ended with an error after ${seconds}`,
    cancelled: `was stopped after ${seconds}`,
  };
  return [`${run} ${ended[status] ?? `is ${status}`}${message ? `: ${message.replace(/\.$/, '')}` : ''}.`];
}
