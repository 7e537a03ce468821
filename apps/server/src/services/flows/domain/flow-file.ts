import type { FlowNode, ValueType } from '@touchstone/engine-flow/core';
import type { StoredDocument } from './flow-document.ts';

/** withIds gives a document in which ids of what nodes refer to are replaced, wherever settings, environments and databases name them. */
export function withIds({ flow, layout }: StoredDocument, ids: ReadonlyMap<string, string>): StoredDocument {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one)]));
  };
  const nodes = flow.nodes.map((node) => ({
    ...node,
    settings: replaced(node.settings) as FlowNode['settings'],
    ...(node.environmentId !== undefined && { environmentId: ids.get(node.environmentId) ?? node.environmentId }),
    ...(node.databaseId !== undefined && { databaseId: ids.get(node.databaseId) ?? node.databaseId }),
  }));
  return { flow: { ...flow, nodes }, layout };
}

const isSecret = ({ type }: { type: ValueType }): boolean => type === 'secret';

/** withoutSecretValues gives a document whose ports of type secret have no value. */
export function withoutSecretValues({ flow, layout }: StoredDocument): StoredDocument {
  const bare = <T extends { type: ValueType; value?: unknown }>(port: T): T => {
    if (!isSecret(port)) return port;
    const { value: _value, ...rest } = port;
    return rest as T;
  };
  const nodes = flow.nodes.map((node) => ({
    ...node,
    inputs: node.inputs.map(bare),
    outputs: node.outputs.map(bare),
  }));
  return { flow: { ...flow, nodes }, layout };
}
