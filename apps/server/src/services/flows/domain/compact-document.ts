import type { FlowDocument } from '@touchstone/contracts/flows';
import { flowLinkSchema, flowNodeSchema, flowSchema, jointSchema, portSchema } from '@touchstone/engine-flow/core';
import type { StoredDocument } from './flow-document.ts';

type Fields = Record<string, unknown>;

/** Removes fields that have their default value. */
const without = (fields: Fields, usual: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  );
const named = { id: '-', kind: '-', name: '-' };
const { id: _i, kind: _k, name: _n, ...usualNode } = flowNodeSchema.parse(named);
const { on } = flowLinkSchema.parse({ id: '-', from: '-', to: '-' });
const { required } = portSchema.parse({ name: '-', type: 'string' });
const { coerce } = jointSchema.parse({ from: { node: '-', port: '-' }, to: { node: '-', port: '-' } });
const { links: usualLinks, joints: usualJoints, parallel } = flowSchema.parse({ version: 1, nodes: [] });

/**
 * compactDocument returns a document without default values and with its fields in a fixed order, for reading it as a
 * file. Parsing it returns the same document.
 */
export function compactDocument({ flow, layout }: StoredDocument): FlowDocument {
  const { nodes, links, joints, ...rest } = flowSchema.parse(flow);
  const ports = (list: readonly Fields[]) => list.map((port) => without(port, { required }));
  return {
    flow: {
      version: 1,
      nodes: nodes.map((node) => {
        const { id, kind, inputs, outputs, ...fields } = node;
        const own = without({ ...fields, inputs: ports(inputs), outputs: ports(outputs) }, usualNode);
        return { id, kind, ...own };
      }),
      ...without(
        {
          ...rest,
          links: links.map((link) => without(link, { on })),
          joints: joints.map((joint) => without(joint, { coerce })),
        },
        { version: 1, links: usualLinks, joints: usualJoints, parallel },
      ),
    },
    layout,
  };
}
