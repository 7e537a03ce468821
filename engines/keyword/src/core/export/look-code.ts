import { accessibilityImpacts, accessibilityStandards } from '../keyword.ts';
import { listOf } from '../lines.ts';
import { readLocator } from '../text/locator-text.ts';
import { numberCode, quoted, textCode } from './code-text.ts';
import { locatorCode } from './locator-code.ts';
import type { Write } from './step-code.ts';

/** axe-core tags that each standard adds to the previous ones. */
const tags = [['wcag2a'], ['wcag2aa'], ['wcag21a', 'wcag21aa'], ['wcag22aa'], ['best-practice']];
const list = (texts: readonly string[]) => `[${texts.join(', ')}]`;

/** accessibilityCode verifies the same rules with `@axe-core/playwright`, which finds elements by CSS only. */
export const accessibilityCode: Write = (_element, arg, { target }) => {
  const standard = accessibilityStandards.findIndex((one) => one === arg('standard'));
  const impacts = accessibilityImpacts.slice(accessibilityImpacts.findIndex((one) => one === arg('impact')));
  const css = target?.locators.find(({ by }) => by === 'css');
  const ignored = listOf(arg('ignore'));
  const builder = [
    'new AxeBuilder({ page })',
    `withTags(${list(
      tags
        .slice(0, standard + 1)
        .flat()
        .map(quoted),
    )})`,
    ...(css ? [`include(${textCode(css.value)})`] : []),
    ...(ignored.length > 0 ? [`disableRules(${list(ignored.map(textCode))})`] : []),
    'analyze()',
  ];
  return [
    ...(target && !css ? ['// @axe-core/playwright finds elements by CSS only: the whole page is verified.'] : []),
    '{',
    `  const { violations } = await ${builder.join('.')};`,
    `  const impacts = ${list(impacts.map(quoted))};`,
    "  expect(violations.filter(({ impact }) => impacts.includes(impact ?? 'minor'))).toEqual([]);",
    '}',
  ];
};

/** A percentage as a ratio from 0 to 1. */
const ratioCode = (percent: string): string =>
  Number.isFinite(Number(percent))
    ? String(Number((Number(percent) / 100).toPrecision(10)))
    : `${numberCode(percent)} / 100`;

/** screenshotCode compares with a baseline that Playwright keeps. */
export const screenshotCode: Write = (element, arg, { target }) => {
  const masks = listOf(arg('masks')).flatMap((line) => readLocator(line) ?? []);
  const threshold = arg('threshold');
  const options = [
    threshold === '0' ? '' : `maxDiffPixelRatio: ${ratioCode(threshold)}`,
    masks.length > 0
      ? `mask: ${list(masks.map((way) => locatorCode({ name: '', locators: [way], frame: [] }, [])))}`
      : '',
    arg('wholePage') === 'true' && !target ? 'fullPage: true' : '',
  ].filter(Boolean);
  const more = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  return [`await expect(${element}).toHaveScreenshot(${textCode(`${arg('name')}.png`)}${more});`];
};
