import { newId } from '@touchstone/kernel';
import { newStep, type Step, stepLimits } from '../step.ts';
import { inputRules, mouseRules, navigationRules } from './act-rules.ts';
import { findTarget } from './find-target.ts';
import { applyRule, type Meaning, type Rule } from './grammar.ts';
import { conditionPattern, conditionState, otherRules, verifyRules, waitRules } from './look-rules.ts';
import { type Phrase, toPhrase } from './phrase.ts';

/** The steps of the sentences that were understood, and the other sentences with their lines, from 1. */
export interface Understood {
  steps: Step[];
  notUnderstood: { line: number; text: string }[];
}

/** In this order: specific rules precede general ones. */
const rules: Rule[] = [...navigationRules, ...otherRules, ...waitRules, ...verifyRules, ...inputRules, ...mouseRules];
const sentenceCharacters = 1000;

const bullet = /^\s*(?:[-*•–]|\d{1,4}[.)]|step \d{1,4}[:.)]?)\s+/i;
const filler =
  /^(?:(?:given|when|then|and|but|next|now|finally|afterwards|after that|first|please|the user|user)\b,?\s+|(?:i|we|you)(?:['’]ll| will| should(?= (?:click|type|enter|open))| then)?\s+(?!see\b|should\b))/i;

function withoutFiller(sentence: string): string {
  let plain = sentence.replace(bullet, '').trim();
  for (let shorter = plain.replace(filler, ''); shorter !== plain; shorter = plain.replace(filler, '')) plain = shorter;
  // "The user clicks", "she types": only the verb matters.
  return plain.replace(
    /^(click|type|enter|open|select|press|choose|wait|see|check|verif|scroll|hover|fill|navigate|visit|drag)(?:e?s|ies)\b/i,
    (_all, verb: string) => (verb === 'verif' ? 'verify' : verb),
  );
}

/** Splits a line into sentences: at a full stop, a semicolon, or "then". */
function sentencesOf(line: string): string[] {
  const phrase = toPhrase(line);
  return phrase.text
    .split(/[.;]\s+(?=\p{Lu}|⟦)|;\s*|,?\s+(?:and )?then\s+(?!⟦)/u)
    .map((part) => part.replace(/⟦(\d+)⟧/g, (_mark, index: string) => `⟦${index}⟧`))
    .map((part) => part.replace(/[.!]+\s*$/, '').trim())
    .filter((part) => part !== '')
    .map((part) => restore(part, phrase));
}

function restore(part: string, { taken }: Phrase): string {
  return part.replace(/⟦(\d+)⟧/g, (_mark, index: string) => {
    const text = taken[Number(index)] ?? '';
    return /^(?:https?|about|data):/i.test(text) ? text : `"${text}"`;
  });
}

function meaningOf(phrase: Phrase): Meaning | undefined {
  for (const rule of rules) {
    const meaning = applyRule(rule, phrase);
    if (meaning) return meaning;
  }
  return undefined;
}

function stepFor(sentence: string, id: () => string): Step | undefined {
  if (sentence.length > sentenceCharacters) return undefined;
  const phrase = toPhrase(withoutFiller(sentence));
  const groups = conditionPattern.exec(phrase.text)?.groups;
  if (groups) return conditional(groups, phrase, id);
  const meaning = meaningOf(phrase);
  if (!meaning) return undefined;
  return newStep(id(), meaning.keyword, { target: meaning.target ?? null, args: meaning.args ?? {} });
}

function conditional(groups: Record<string, string>, phrase: Phrase, id: () => string): Step | undefined {
  const target = findTarget(groups.target ?? '', phrase, 'look');
  const state = conditionState(groups);
  const within = stepFor(restore(groups.rest ?? '', phrase), id);
  if (!target || !state || !within) return undefined;
  return newStep(id(), 'if', { target, args: { state }, steps: [within] });
}

/**
 * fromSentences turns natural sentences into steps by a fixed grammar: the same text always yields the same steps, and
 * what isn't understood is listed rather than guessed. A line may contain several sentences.
 */
export function fromSentences(text: string, id: () => string = newId): Understood {
  const steps: Step[] = [];
  const notUnderstood: Understood['notUnderstood'] = [];
  for (const [at, line] of text.split('\n').slice(0, stepLimits.steps).entries())
    for (const sentence of sentencesOf(line.replace(bullet, ''))) {
      const step = stepFor(sentence, id);
      if (step) steps.push(step);
      else notUnderstood.push({ line: at + 1, text: sentence });
    }
  return { steps, notUnderstood };
}
