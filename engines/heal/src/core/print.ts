/** Description of an element when it was recorded or last found. */
export interface ElementPrint {
  tag: string;
  /** Of inputs and buttons, such as `checkbox`. */
  type: string;
  /** Its visible text with whitespace collapsed; empty for fields. */
  text: string;
  /** Text of its labels, or its accessible name. */
  label: string;
  placeholder: string;
  /** With `role`, `id` and `class`; without what was typed into fields. */
  attributes: Record<string, string>;
  /** In CSS pixels of its document. */
  box: { x: number; y: number; width: number; height: number };
  /** The nearest texts before and after it. */
  neighbours: string[];
  /** Names of the surrounding parts of the page, from headings, legends and first cells; innermost first. */
  within: string[];
  /** Its ancestors as `tag#id.class`, innermost first. */
  path: string[];
  /**
   * Its position, from 1, among the elements of its tag that show the same in the same part of the page, and their
   * number.
   */
  twin: { index: number; count: number };
  /** When it was last seen, as ISO 8601; empty: when it was recorded. */
  seenAt: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** readPrint reads a target's stored print; undefined if it doesn't even name a tag. */
export function readPrint(kept: unknown): ElementPrint | undefined {
  if (!isRecord(kept)) return undefined;
  const tag = textOf(kept.tag);
  if (tag === '') return undefined;
  const box = isRecord(kept.box) ? kept.box : {};
  const twin = isRecord(kept.twin) ? kept.twin : {};
  const attributes = Object.entries(isRecord(kept.attributes) ? kept.attributes : {});
  return {
    tag,
    type: textOf(kept.type),
    text: textOf(kept.text),
    label: textOf(kept.label),
    placeholder: textOf(kept.placeholder),
    attributes: Object.fromEntries(attributes.map(([name, value]) => [name, textOf(value)])),
    box: { x: numberOf(box.x), y: numberOf(box.y), width: numberOf(box.width), height: numberOf(box.height) },
    neighbours: listOf(kept.neighbours),
    within: listOf(kept.within),
    path: listOf(kept.path),
    twin: { index: numberOf(twin.index) || 1, count: numberOf(twin.count) || 1 },
    seenAt: textOf(kept.seenAt),
  };
}
