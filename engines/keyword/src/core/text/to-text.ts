import { findKeyword } from '../catalogue.ts';
import type { Step, Target } from '../step.ts';
import { toLocatorText } from './locator-text.ts';

const simple = /^[\w.-]+$/;

/** A value after `name=`: bare if it is a word or a number, otherwise quoted. */
function valueText(text: string): string {
  return simple.test(text) ? text : JSON.stringify(text);
}

function targetText({ name, locators, frame }: Target): string {
  const ways = locators.map(toLocatorText).join(' | ');
  const within = frame.map((way) => `in ${toLocatorText(way)}`);
  return `${JSON.stringify(name)} (${[ways, ...within].filter(Boolean).join(' ')})`;
}

/** Settings that differ from the defaults, in brackets. */
function settingsText(step: Step): string {
  const settings = [
    step.isEnabled ? '' : 'off',
    step.onFailure === 'stop' ? '' : step.onFailure,
    step.retries === 0 ? '' : `retries ${step.retries}`,
    step.timeoutMs === null ? '' : `timeout ${step.timeoutMs}`,
    step.evidence === 'failure' ? '' : `evidence ${step.evidence}`,
  ].filter(Boolean);
  return settings.length > 0 ? `[${settings.join(', ')}]` : '';
}

function commentText(comment: string): string {
  if (comment === '') return '';
  const isPlain = comment === comment.trim() && !/[\n\r"]/.test(comment);
  return `# ${isPlain ? comment : JSON.stringify(comment)}`;
}

function lineOf(step: Step): string {
  const keyword = findKeyword(step.keyword);
  const order = keyword?.parameters.map(({ name }) => name) ?? [];
  const names = Object.keys(step.args).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return [
    keyword?.title ?? step.keyword,
    step.target ? targetText(step.target) : '',
    ...names.map((name) => `${name}=${valueText(step.args[name] ?? '')}`),
    settingsText(step),
    commentText(step.comment),
  ]
    .filter(Boolean)
    .join(' ');
}

function* linesOf(steps: readonly Step[], indent: string): Generator<string> {
  for (const step of steps) {
    yield indent + lineOf(step);
    if (!findKeyword(step.keyword)?.holds) continue;
    yield* linesOf(step.steps ?? [], `${indent}  `);
    if (step.otherwise?.length) {
      yield indent + (step.keyword === 'tryCatch' ? 'Catch' : 'Otherwise');
      yield* linesOf(step.otherwise, `${indent}  `);
    }
    yield `${indent}End`;
  }
}

/**
 * toText returns steps one per line, such as `Set Text "Email" (label="Email") value=ada`; nested steps are indented
 * and closed by `End`. Ids and fingerprints are not part of the text.
 */
export function toText(steps: readonly Step[]): string {
  return [...linesOf(steps, '')].map((line) => `${line}\n`).join('');
}
