import type { FlowLink, FlowNode, Joint } from '@touchstone/engine-flow/core';
import { type FlowDocument, jointKey } from './flow-document.ts';
import { sameJson } from './same-json.ts';

/** The difference between two keyed lists. */
interface Difference<T> {
  added: T[];
  removed: T[];
  changed: T[];
}

function difference<T>(before: readonly T[], after: readonly T[], key: (one: T) => string): Difference<T> {
  const [old, now] = [new Map(before.map((one) => [key(one), one])), new Map(after.map((one) => [key(one), one]))];
  return {
    added: after.filter((one) => !old.has(key(one))),
    removed: before.filter((one) => !now.has(key(one))),
    changed: after.filter((one) => old.has(key(one)) && !sameJson(old.get(key(one)), one)),
  };
}

const nodesOf = (before: FlowDocument, after: FlowDocument): Difference<FlowNode> =>
  difference(before.flow.nodes, after.flow.nodes, ({ id }) => id);
const linksOf = (before: FlowDocument, after: FlowDocument): Difference<FlowLink> =>
  difference(before.flow.links, after.flow.links, ({ id }) => id);
const jointsOf = (before: FlowDocument, after: FlowDocument): Difference<Joint> =>
  difference(before.flow.joints, after.flow.joints, jointKey);

/** changeLines describes each change between two documents in one line. Moving a block is no change of a workflow. */
export function changeLines(before: FlowDocument, after: FlowDocument): string[] {
  const names = new Map([...before.flow.nodes, ...after.flow.nodes].map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => `“${names.get(id) ?? id}”`;
  const describe = <T>(
    { added, removed, changed }: Difference<T>,
    what: string,
    name: (one: T) => string,
  ): string[] => [
    ...added.map((one) => `Added ${what} ${name(one)}`),
    ...removed.map((one) => `Deleted ${what} ${name(one)}`),
    ...changed.map((one) => `Changed ${what} ${name(one)}`),
  ];
  return [
    ...describe(nodesOf(before, after), 'block', ({ id }) => nameOf(id)),
    ...describe(linksOf(before, after), 'link', ({ from, to }) => `${nameOf(from)} → ${nameOf(to)}`),
    ...describe(
      jointsOf(before, after),
      'value',
      ({ from, to }) => `${nameOf(from.node)} ${from.port} → ${nameOf(to.node)} ${to.port}`,
    ),
    ...(before.flow.parallel === after.flow.parallel ? [] : [`Changed blocks at once to ${after.flow.parallel}`]),
  ];
}
