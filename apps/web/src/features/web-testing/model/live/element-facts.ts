import type { LivePicked } from '@touchstone/contracts/web-testing';
import { toast, toastError } from '../../../../shared/toasts.ts';

const most = 300;
const shortened = (text: string) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** factsOf properties of an element, most relevant first. */
export function factsOf({ facts, box }: LivePicked): [name: string, value: string][] {
  const { tag, text, value, isChecked, isEnabled, attributes } = facts;
  const isChoice = ['checkbox', 'radio'].includes(facts.type) || attributes['aria-checked'] !== undefined;
  const all: [string, string][] = [
    ['tag', tag],
    ['text', text],
    ['value', value],
    [
      'state',
      [isEnabled ? 'enabled' : 'disabled', ...(isChoice ? [isChecked ? 'checked' : 'not checked'] : [])].join(', '),
    ],
    ['size', `${Math.round(box.width)} × ${Math.round(box.height)}`],
    ...Object.entries(attributes).filter(([name]) => name !== 'value'),
  ];
  return all.filter(([, shown]) => shown !== '').map(([name, shown]) => [name, shortened(shown)]);
}

/** copyText copies a text to the clipboard and confirms it. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(() => toast('success', 'Copied'), toastError);
