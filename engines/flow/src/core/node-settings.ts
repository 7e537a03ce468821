import type { FlowNode } from './document.ts';
import type { KindProblem, Reference } from './node-kind.ts';

/** text returns a text setting, trimmed; empty if there is none. */
export const text = (node: FlowNode, setting: string): string => {
  const value = node.settings[setting];
  return typeof value === 'string' ? value.trim() : '';
};

/** texts returns a setting that is a list of texts, without empty ones. */
export const texts = (node: FlowNode, setting: string): string[] => {
  const value = node.settings[setting];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').filter((one) => one.trim() !== '') : [];
};

/** whole returns a setting that is a whole number. */
export const whole = (node: FlowNode, setting: string): number | undefined => {
  const value = node.settings[setting];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
};

/** reference returns the reference of a setting, if it has a value. */
export const reference = (type: Reference['type'], id: string): Reference[] => (id === '' ? [] : [{ type, id }]);

/** unless returns a problem if a condition is false. */
export const unless = (isRight: boolean, code: string, message: string): KindProblem[] =>
  isRight ? [] : [{ code, message }];
