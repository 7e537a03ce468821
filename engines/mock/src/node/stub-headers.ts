import type { Stub } from '../core/stub.ts';

const noHeaders: readonly string[] = [];

/** stubHeaders are the headers that tell a caller which stub answered, as a flat list. */
export function stubHeaders(stub: Stub | undefined): readonly string[] {
  if (stub === undefined) return noHeaders;
  const { id, name } = stub;
  const isPlain = name !== undefined && /^[\x20-\x7e]*$/.test(name);
  return isPlain ? ['Matched-Stub-Id', id, 'Matched-Stub-Name', name] : ['Matched-Stub-Id', id];
}
