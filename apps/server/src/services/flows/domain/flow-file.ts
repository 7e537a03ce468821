import type { StoredDocument } from './flow-document.ts';

/** replaceIds gives a value in which ids are replaced, wherever they stand alone. */
export function replaceIds<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  const replaced = (one: unknown): unknown => {
    if (typeof one === 'string') return ids.get(one) ?? one;
    if (Array.isArray(one)) return one.map(replaced);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, replaced(inner)]));
  };
  return replaced(value) as Value;
}

/** withIds gives a document in which ids of what nodes refer to are replaced, wherever settings, environments and databases name them. */
export function withIds({ flow, layout }: StoredDocument, ids: ReadonlyMap<string, string>): StoredDocument {
  const nodes = flow.nodes.map((node) => ({
    ...node,
    settings: replaceIds(node.settings, ids),
    ...(node.environmentId !== undefined && { environmentId: ids.get(node.environmentId) ?? node.environmentId }),
    ...(node.databaseId !== undefined && { databaseId: ids.get(node.databaseId) ?? node.databaseId }),
  }));
  return { flow: { ...flow, nodes }, layout };
}
