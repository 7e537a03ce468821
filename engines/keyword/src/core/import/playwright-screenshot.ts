import { toLocatorText } from '../text/locator-text.ts';
import { fieldOf, textValue, type Value } from './playwright-calls.ts';
import { targetOf } from './playwright-locators.ts';

/**
 * screenshotOf reads the arguments of `toHaveScreenshot`; a picture without a name gets one, because baselines have
 * names here.
 */
export function screenshotOf(args: Value[]): { keyword: string; args: Record<string, string> } | undefined {
  const [first] = args;
  const options = args.find(({ kind }) => kind === 'object');
  const named = first?.kind === 'object' ? undefined : textValue(first);
  if (first && first.kind !== 'object' && named === undefined) return undefined;
  const ratio = ratioOf(options);
  const masks = options?.kind === 'object' ? options.fields.get('mask') : undefined;
  const ways = masks?.kind === 'list' ? masks.items.flatMap(maskOf) : [];
  return {
    keyword: 'verifyScreenshot',
    args: Object.fromEntries(
      Object.entries({
        name: (named ?? 'Page').replace(/\.png$/, ''),
        threshold: ratio === undefined ? undefined : String(ratio),
        masks: ways.length > 0 ? ways.join('\n') : undefined,
        wholePage: fieldOf(options, 'fullPage') === 'true' ? 'true' : undefined,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  };
}

/** In percent, without rounding errors in the hundredths. */
function ratioOf(options: Value | undefined): number | undefined {
  const ratio = Number(fieldOf(options, 'maxDiffPixelRatio') ?? Number.NaN);
  return Number.isFinite(ratio) ? Number((ratio * 100).toPrecision(10)) : undefined;
}

function maskOf(value: Value): string[] {
  const [way] = (value.kind === 'chain' && targetOf(value.chain.links)?.locators) || [];
  return way ? [toLocatorText(way)] : [];
}
