import type { StoredDocument } from './flow-document.ts';

/** replaceIds replaces ids in a value, wherever a complete string is one. */
export function replaceIds<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  const replaced = (one: unknown): unknown => {
    if (typeof one === 'string') return ids.get(one) ?? one;
    if (Array.isArray(one)) return one.map(replaced);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, replaced(inner)]));
  };
  return replaced(value) as Value;
}

/** withIds replaces the ids of a document's references in settings, environments and databases. */
export function withIds({ flow, layout }: StoredDocument, ids: ReadonlyMap<string, string>): StoredDocument {
  const nodes = flow.nodes.map((node) => ({
    ...node,
    settings: replaceIds(node.settings, ids),
    ...(node.environmentId !== undefined && { environmentId: ids.get(node.environmentId) ?? node.environmentId }),
    ...(node.databaseId !== undefined && { databaseId: ids.get(node.databaseId) ?? node.databaseId }),
  }));
  return { flow: { ...flow, nodes }, layout };
}
