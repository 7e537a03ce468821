import { keptSecret } from '@touchstone/contracts';
import type { FlowNode } from '@touchstone/engine-flow/core';
import type { StoredDocument } from './flow-document.ts';

type Port = FlowNode['inputs'][number];

/** Returns a document with changed ports of type secret. */
function withSecrets({ flow, layout }: StoredDocument, change: (port: Port, node: FlowNode) => Port): StoredDocument {
  const nodes = flow.nodes.map((node) => {
    const changed = (port: Port) => (port.type === 'secret' ? change(port, node) : port);
    return { ...node, inputs: node.inputs.map(changed), outputs: node.outputs.map(changed) };
  });
  return { flow: { ...flow, nodes }, layout };
}
const without = ({ value: _value, ...port }: Port): Port => port;

/** withoutSecretValues returns a document without the values of ports of type secret. */
export const withoutSecretValues = (document: StoredDocument): StoredDocument => withSecrets(document, without);

/** withKeptSecrets returns a document with a mark in place of each value of a port of type secret. */
export const withKeptSecrets = (document: StoredDocument): StoredDocument =>
  withSecrets(document, (port) => (port.value === undefined ? port : { ...port, value: keptSecret }));

/** withStoredSecrets replaces marks with the stored values; marks without one are removed and listed in `missing`. */
export function withStoredSecrets(document: StoredDocument, stored: StoredDocument | undefined) {
  const known = new Map<string, Port['value']>();
  const placeOf = (node: FlowNode, port: Port): string => JSON.stringify([node.id, port.name]);
  if (stored)
    withSecrets(stored, (port, node) => {
      known.set(placeOf(node, port), port.value);
      return port;
    });
  const missing: string[] = [];
  const filled = withSecrets(document, (port, node) => {
    if (port.value !== keptSecret) return port;
    const value = known.get(placeOf(node, port));
    if (value !== undefined) return { ...port, value };
    missing.push(`${node.name}: ${port.name}`);
    return without(port);
  });
  return { document: filled, missing };
}
