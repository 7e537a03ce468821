import { type Flag, type FlagCondition, type FlagRule, flagRuleSchema } from '@touchstone/contracts/feature-flags';

/** Parts of a draft have keys, so that each keeps its identity on screen while others are added and removed. */
export interface DraftCondition extends FlagCondition {
  key: number;
}
export interface DraftRule {
  key: number;
  value: FlagRule['value'];
  conditions: DraftCondition[];
}
export interface FlagDraft {
  value: Flag['value'];
  rules: DraftRule[];
}

let lastKey = 0;
const newKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const newCondition = (): DraftCondition => ({ key: newKey(), attribute: 'email', operator: 'in', values: [] });

/** newRule returns a rule with the opposite value of a switch, since a rule that changes nothing is of no use. */
export const newRule = (value: Flag['value']): DraftRule => ({
  key: newKey(),
  value: typeof value === 'boolean' ? !value : '',
  conditions: [newCondition()],
});

/** draftOf returns an editable draft of a flag. */
export const draftOf = ({ value, rules }: Pick<Flag, 'value' | 'rules'>): FlagDraft => ({
  value,
  rules: rules.map((rule) => ({
    key: newKey(),
    value: rule.value,
    conditions: rule.conditions.map((condition) => ({ ...condition, key: newKey() })),
  })),
});

/** contentOf returns the contents of a draft, without keys. */
export const contentOf = ({ value, rules }: FlagDraft): { value: Flag['value']; rules: FlagRule[] } => ({
  value: typeof value === 'string' ? value.trim() : value,
  rules: rules.map((rule) => ({
    value: rule.value,
    conditions: rule.conditions.map(({ attribute, operator, values }) => ({ attribute, operator, values })),
  })),
});

/** isChanged returns whether a draft differs from its flag. */
export const isChanged = (draft: FlagDraft, { value, rules }: Pick<Flag, 'value' | 'rules'>): boolean =>
  JSON.stringify(contentOf(draft)) !== JSON.stringify(contentOf(draftOf({ value, rules })));

const required = 'This field is required';
export const valueProblem = (value: Flag['value']): string | undefined =>
  typeof value === 'string' && value.trim() === '' ? required : undefined;
export const valuesProblem = ({ attribute, operator, values }: DraftCondition): string | undefined =>
  flagRuleSchema.safeParse({ conditions: [{ attribute, operator, values }], value: true }).error?.issues[0]?.message;

/** isComplete returns whether a draft can be saved. */
export const isComplete = ({ value, rules }: FlagDraft): boolean =>
  !valueProblem(value) &&
  rules.every((rule) => !valueProblem(rule.value) && !rule.conditions.some((condition) => valuesProblem(condition)));

/** moved moves an item of a list one place up (-1) or down (1). */
export function moved<T>(list: readonly T[], from: number, step: -1 | 1): T[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(from + step, 0, item);
  return next;
}
