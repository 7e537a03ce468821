import { roles } from '@touchstone/contracts';
import type { Flag, FlagCondition, FlagPreview, TargetingAttribute } from '@touchstone/contracts/feature-flags';

/** valueText returns the value of a flag in words. */
export const valueText = (value: Flag['value']): string => (typeof value === 'string' ? value : value ? 'On' : 'Off');

export const attributeNames: Record<TargetingAttribute, string> = {
  key: 'User id',
  name: 'Name',
  email: 'E-mail',
  firstTimeUser: 'First-time user',
  organization: 'Organization',
  subscription: 'Plan',
  role: 'Role',
  bot: 'Bot',
  language: 'Language',
  ip: 'IP address',
  service: 'Service',
};

export const operatorNames: Record<FlagCondition['operator'], string> = {
  in: 'is one of',
  notIn: 'is none of',
  startsWith: 'starts with',
  endsWith: 'ends with',
};

/** Possible values of an attribute, if known. */
export const knownValues: Partial<Record<TargetingAttribute, readonly string[]>> = {
  role: roles,
  subscription: ['FREE', 'PRO', 'ENTERPRISE', 'EXPIRED'],
  firstTimeUser: ['true', 'false'],
  bot: ['true', 'false'],
};

/** decisionText says which part of a flag decided. */
export function decisionText({ rule, reason }: Pick<FlagPreview, 'rule' | 'reason'>): string {
  if (rule !== null) return `rule ${rule + 1} decides`;
  return reason === 'STATIC' ? 'there are no rules' : 'no rule matches';
}
