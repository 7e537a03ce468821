import type { FlowNode } from './document.ts';
import type { KindProblem, Reference } from './node-kind.ts';

/** text is a setting that is a text, without the space around it; empty where there is none. */
export const text = (node: FlowNode, setting: string): string => {
  const value = node.settings[setting];
  return typeof value === 'string' ? value.trim() : '';
};

/** texts is a setting that is a list of texts, without empty ones. */
export const texts = (node: FlowNode, setting: string): string[] => {
  const value = node.settings[setting];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').filter((one) => one.trim() !== '') : [];
};

/** whole is a setting that is a whole number. */
export const whole = (node: FlowNode, setting: string): number | undefined => {
  const value = node.settings[setting];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
};

/** reference is what a setting refers to, where it has a value. */
export const reference = (type: Reference['type'], id: string): Reference[] => (id === '' ? [] : [{ type, id }]);

/** unless is a problem where something does not hold. */
export const unless = (isRight: boolean, code: string, message: string): KindProblem[] =>
  isRight ? [] : [{ code, message }];
