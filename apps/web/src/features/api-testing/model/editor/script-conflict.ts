import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { scriptPartNames } from '../script-part-names.ts';
import type { SaveConflict } from './save-conflict.ts';
import { draftOf } from './script-draft.ts';

type Field = keyof ScriptInput;

const names: Partial<Record<Field, string>> = { scriptName: 'Name', ...scriptPartNames, condition: 'Condition' };

/** ConflictField is a part of a script that differs between both versions, as text. */
export interface ConflictField {
  field: Field;
  name: string;
  /** Who changed it since both started; where it is one, that version is proposed. */
  changedBy: 'mine' | 'theirs' | 'both';
  mine: string;
  theirs: string;
}

/** The server keeps no order of keys, so theirs may come in another one. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, inOrder, 2);

const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** conflictFields are the parts in which both versions differ, in the order of the editor. */
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

/** merged takes theirs with those fields of mine that are kept. */
export function merged({ mine, theirs }: SaveConflict, kept: ReadonlySet<Field>): ScriptInput {
  const result: Record<string, unknown> = { ...draftOf(theirs) };
  for (const field of kept) {
    if (mine[field] === undefined) delete result[field];
    else result[field] = mine[field];
  }
  return result as ScriptInput;
}

/** isTheirs tells whether nothing is left to save. */
export const isTheirs = ({ theirs }: SaveConflict, draft: ScriptInput): boolean => isSame(draft, draftOf(theirs));
