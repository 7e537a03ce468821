/** What is known of an element, from the time when it was recorded or last found. */
export interface ElementPrint {
  tag: string;
  /** Of inputs and buttons, such as `checkbox`. */
  type: string;
  /** As the element says it itself; empty otherwise. */
  role: string;
  /** What it shows, without runs of blanks; of fields nothing. */
  text: string;
  label: string;
  placeholder: string;
  attributes: Record<string, string>;
  /** In CSS pixels of its frame. */
  box: { x: number; y: number; width: number; height: number };
  /** Texts before and after it. */
  neighbours: string[];
  /** What the parts of the page around it are called by a heading, a legend, a label or the first text in them; the innermost first. */
  within: string[];
  /** Path from the nearest ancestor with an id. */
  css: string;
  xpath: string;
  /** When it was last seen; empty: when it was recorded. */
  seenAt: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** readPrint reads what is kept with a target; undefined where it says too little to know an element by. */
export function readPrint(kept: unknown): ElementPrint | undefined {
  if (!isRecord(kept)) return undefined;
  const tag = textOf(kept.tag);
  if (tag === '') return undefined;
  const box = isRecord(kept.box) ? kept.box : {};
  const attributes = Object.entries(isRecord(kept.attributes) ? kept.attributes : {});
  return {
    tag,
    type: textOf(kept.type),
    role: textOf(kept.role),
    text: textOf(kept.text),
    label: textOf(kept.label),
    placeholder: textOf(kept.placeholder),
    attributes: Object.fromEntries(attributes.map(([name, value]) => [name, textOf(value)])),
    box: { x: numberOf(box.x), y: numberOf(box.y), width: numberOf(box.width), height: numberOf(box.height) },
    neighbours: listOf(kept.neighbours),
    within: listOf(kept.within),
    css: textOf(kept.css),
    xpath: textOf(kept.xpath),
    seenAt: textOf(kept.seenAt),
  };
}
