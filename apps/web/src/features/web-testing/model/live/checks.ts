import type { LivePicked } from '@touchstone/contracts/web-testing';
import { newStep, type Step, type Target } from '@touchstone/engine-keyword/core';

/** A possible check of an element. */
export interface Check {
  label: string;
  keyword: string;
  args: Record<string, string>;
}

const longestText = 200;
const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** checksOf returns the possible checks of an element, most common first. */
export function checksOf({ facts }: LivePicked): Check[] {
  const { text, value, isEditable, isEnabled, isChecked, type, tag, attributes } = facts;
  const checks: Check[] = [];
  const isField = isEditable || tag === 'select';
  if (isField)
    checks.push(
      value === ''
        ? { label: 'It is empty', keyword: 'verifyValue', args: { operator: 'is empty' } }
        : {
            label: `Its value is “${shortened(value)}”`,
            keyword: 'verifyValue',
            args: { operator: 'equals', expected: value },
          },
    );
  else if (text !== '' && text.length <= longestText)
    checks.push(
      {
        label: `Its text is “${shortened(text)}”`,
        keyword: 'verifyText',
        args: { operator: 'equals', expected: text },
      },
      {
        label: `Its text contains “${shortened(text)}”`,
        keyword: 'verifyText',
        args: { operator: 'contains', expected: text },
      },
    );
  checks.push({ label: 'It is visible', keyword: 'verifyState', args: { state: 'visible' } });
  if (type === 'checkbox' || type === 'radio' || attributes['aria-checked'] !== undefined)
    checks.push({
      label: isChecked ? 'It is checked' : 'It is not checked',
      keyword: 'verifyState',
      args: { state: isChecked ? 'checked' : 'unchecked' },
    });
  if (isField || tag === 'button')
    checks.push({
      label: isEnabled ? 'It is enabled' : 'It is disabled',
      keyword: 'verifyState',
      args: { state: isEnabled ? 'enabled' : 'disabled' },
    });
  if (attributes.href !== undefined)
    checks.push({
      label: `It leads to ${shortened(attributes.href)}`,
      keyword: 'verifyAttribute',
      args: { name: 'href', operator: 'equals', expected: attributes.href },
    });
  return checks;
}

/** pageChecks returns the possible checks of the page itself. */
export const pageChecks = ({ title, url }: { title: string; url: string }): Check[] => [
  {
    label: `The title is “${shortened(title)}”`,
    keyword: 'verifyTitle',
    args: { operator: 'equals', expected: title },
  },
  {
    label: `The address contains ${shortened(pathOf(url))}`,
    keyword: 'verifyUrl',
    args: { operator: 'contains', expected: pathOf(url) },
  },
];

/** Without the host, so that it works in every environment. */
function pathOf(url: string): string {
  const { pathname = url, search = '' } = URL.parse(url) ?? {};
  return pathname + search;
}

/** checkStep creates the step of a check. */
export const checkStep = ({ keyword, args }: Check, target: Target | null): Step =>
  newStep(crypto.randomUUID(), keyword, { args, target });
