/** textOf returns a text of a node's settings; empty if absent. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** textsOf returns a list of texts of a node's settings. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
