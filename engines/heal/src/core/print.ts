/** What is known of an element, from the time when it was recorded or last found. */
export interface ElementPrint {
  tag: string;
  /** Of inputs and buttons, such as `checkbox`. */
  type: string;
  /** What it shows, without runs of blanks; of fields nothing. */
  text: string;
  /** Texts of its labels, or what it is called for assistive technology. */
  label: string;
  placeholder: string;
  /** With `role`, `id` and `class`; of fields without what was typed. */
  attributes: Record<string, string>;
  /** In CSS pixels of its document. */
  box: { x: number; y: number; width: number; height: number };
  /** The nearest texts before and after it. */
  neighbours: string[];
  /** What the parts of the page around it are called, by their headings, legends and first cells; the innermost first. */
  within: string[];
  /** The elements around it as `tag#id.class`, the innermost first. */
  path: string[];
  /** Which one it is, from 1 on, of all elements of its tag that show the same in the same part of the page, and how many there are. */
  twin: { index: number; count: number };
  /** When it was last seen, as ISO 8601; empty: when it was recorded. */
  seenAt: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** readPrint reads what is kept with a target; undefined where it does not even name a tag. */
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
