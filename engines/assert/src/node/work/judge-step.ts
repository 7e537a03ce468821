import type { AssertionResult, Extracted, HttpAssertion, HttpDataHandler } from '../../core/assertion.ts';
import { judgeAssertions, prepareEvaluation } from '../../core/assertions/evaluate.ts';
import { extractData } from '../../core/data-handlers.ts';
import { decodeText } from '../../core/decode-text.ts';
import { type ResponseFacts, ResponseView, type XsdVerdict } from '../../core/response-view.ts';
import { asText } from '../../core/show.ts';
import { timeBudget } from '../time-limit.ts';

/** What is evaluated for a step, on which response, within which time. */
export interface JudgeTask {
  assertions: HttpAssertion[];
  dataHandlers: HttpDataHandler[];
  facts: Omit<ResponseFacts, 'xsdVerdicts'>;
  limitMs: number;
  /** Whether failed assertions get a proof. */
  proves?: boolean;
}

/** Judgement contains the results of a step's assertions and data handlers. */
export interface Judgement {
  assertions: AssertionResult[];
  extracted: Extracted[];
}

/** judgeStep evaluates a step on the calling thread. */
export async function judgeStep(task: JudgeTask): Promise<Judgement> {
  await prepareEvaluation(task);
  const view = new ResponseView({ ...task.facts, xsdVerdicts: await xsdVerdicts(task) });
  const guard = timeBudget(task.limitMs);
  const { results, prove } = judgeAssertions(task.assertions, view, guard);
  const extracted = extractData(task.dataHandlers, view, guard);
  if (task.proves) prove();
  return { assertions: results, extracted };
}

async function xsdVerdicts({ assertions, facts }: JudgeTask): Promise<Map<string, XsdVerdict>> {
  const verdicts = new Map<string, XsdVerdict>();
  for (const { kind, expected, enabled } of assertions) {
    const xsd = asText(expected);
    if (kind !== 'xsd' || enabled === false || verdicts.has(xsd)) continue;
    const { validateXsd } = await import('../xsd/validate-xsd.ts');
    verdicts.set(xsd, await validateXsd({ xml: decodeText(facts.body), xsd }));
  }
  return verdicts;
}
