import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { scriptPartNames } from '../script-part-names.ts';
import type { SaveConflict } from './save-conflict.ts';
import { draftOf } from './script-draft.ts';

type Field = keyof ScriptInput;

const names: Partial<Record<Field, string>> = { scriptName: 'Name', ...scriptPartNames, condition: 'Condition' };

/** ConflictField is a part of a script that differs between the versions, as text. */
export interface ConflictField {
  field: Field;
  name: string;
  /** Who changed it since the base version; if only one did, that version is preselected. */
  changedBy: 'mine' | 'theirs' | 'both';
  mine: string;
  theirs: string;
}

/** The server doesn't preserve key order, so theirs may differ in it. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, inOrder, 2);

const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** conflictFields returns the parts in which the versions differ, in editor order. */
export function conflictFields({ base, mine, theirs }: SaveConflict): ConflictField[] {
  const other = draftOf(theirs);
  const all = new Set([...(Object.keys(names) as Field[]), ...(Object.keys({ ...mine, ...other }) as Field[])]);
  all.delete('scriptId');
  return [...all].flatMap((field): ConflictField[] => {
    if (isSame(mine[field], other[field])) return [];
    const [byMe, byThem] = [!isSame(base[field], mine[field]), !isSame(base[field], other[field])];
    const changedBy = byMe && byThem ? 'both' : byMe ? 'mine' : 'theirs';
    return [{ field, name: names[field] ?? field, changedBy, mine: textOf(mine[field]), theirs: textOf(other[field]) }];
  });
}

/** merged theirs, with the given fields of mine. */
export function merged({ mine, theirs }: SaveConflict, kept: ReadonlySet<Field>): ScriptInput {
  const result: Record<string, unknown> = { ...draftOf(theirs) };
  for (const field of kept) {
    if (mine[field] === undefined) delete result[field];
    else result[field] = mine[field];
  }
  return result as ScriptInput;
}

/** isTheirs returns whether there is nothing left to save. */
export const isTheirs = ({ theirs }: SaveConflict, draft: ScriptInput): boolean => isSame(draft, draftOf(theirs));
