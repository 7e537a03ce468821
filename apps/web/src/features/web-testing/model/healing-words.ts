import type { StepHealing } from '@touchstone/contracts/web-testing';

type Suspect = StepHealing['suspects'][number];
type Evidence = Suspect['evidence'][number];

const surely = 0.95;
const probably = 0.75;
const maybe = 0.3;

/** sureness returns how certain it is that an element is the same, in words. */
export function sureness(probability: number): string {
  const percent = `${Math.floor(probability * 100)} %`;
  if (probability >= surely) return `Surely the same (${percent})`;
  if (probability >= probably) return `Probably the same (${percent})`;
  if (probability >= maybe) return `Maybe the same (${percent})`;
  return `Hardly the same (${percent})`;
}

const traits: Record<string, string> = {
  id: 'ID',
  'test id': 'Test ID',
  neighbours: 'Texts around',
  'before and after': 'Texts around',
  within: 'Part of the page',
};

/** traitName returns the display name of an element trait. */
export function traitName(trait: string): string {
  const known = traits[trait];
  if (known !== undefined) return known;
  return /^[a-z ]+$/.test(trait) ? trait.charAt(0).toUpperCase() + trait.slice(1) : trait;
}

/** similarityOf returns whether a trait is the same, similar, or different. */
export function similarityOf({ likeness }: Pick<Evidence, 'likeness'>): 'same' | 'similar' | 'different' {
  if (likeness >= 0.995) return 'same';
  return likeness >= 0.5 ? 'similar' : 'different';
}

/** Position of something in a picture, in percent. */
export interface Share {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * shareOf places a box in a picture; undefined if it is not visible. `ratio` is the picture's height divided by its
 * width, `pageWidth` the width that it shows.
 */
export function shareOf(
  box: Suspect['box'],
  { pageWidth, ratio }: { pageWidth: number; ratio: number },
): Share | undefined {
  if (!box || pageWidth <= 0 || ratio <= 0) return undefined;
  const pageHeight = pageWidth * ratio;
  const [left, right] = [box.x, box.x + box.width].map((x) => within((x / pageWidth) * 100)) as [number, number];
  const [top, bottom] = [box.y, box.y + box.height].map((y) => within((y / pageHeight) * 100)) as [number, number];
  if (right <= left || bottom <= top) return undefined;
  return { left, top, width: right - left, height: bottom - top };
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent));
