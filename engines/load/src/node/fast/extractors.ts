import { extractData, type HttpDataHandler, parseExactJson, stringifyExactJson } from '@touchstone/engine-assert/core';
import { type HttpStep, interpolateStep } from '@touchstone/engine-http/core';
import { type CheckContext, emptyStep } from './checks.ts';
import { parseSimplePath } from './json-scanner.ts';
import type { LoadResponse } from './load-response.ts';
import type { VariableSource } from './step-variables.ts';

/** Extractor reads one value from responses; undefined if it is missing. */
export interface Extractor {
  readonly name: string;
  read(response: LoadResponse, source: VariableSource): string | undefined;
}

/** compileExtractors compiles the enabled data handlers of a step. */
export function compileExtractors(context: CheckContext): Extractor[] {
  return context.step.dataHandlers
    .filter((handler) => handler.enabled !== false)
    .map((handler) => ({ name: handler.name, read: compileReader(handler, context) }));
}

function compileReader(written: HttpDataHandler, context: CheckContext): Extractor['read'] {
  const { step, variables, guard } = context;
  const onlyHandler: HttpStep = { ...emptyStep, id: step.id, dataHandlers: [written] };
  const resolve = (source: VariableSource) =>
    interpolateStep(onlyHandler, variables.interpolator(source)).dataHandlers[0]!;
  const isConstant = variables.isConstant((interpolator) => interpolateStep(onlyHandler, interpolator));
  const constant = isConstant ? resolve({ row: undefined, variables: undefined }) : undefined;
  const byEngine: Extractor['read'] = (response, source) => {
    const extracted = extractData([constant ?? resolve(source)], response.view(), guard)[0]!;
    return extracted.found ? extracted.value : undefined;
  };
  if (constant === undefined) return byEngine;
  if (constant.source === 'status') return (response) => String(response.status);
  if (constant.source !== 'jsonPath') return byEngine;
  const simple = parseSimplePath(constant.path.trim());
  if (simple === undefined) return byEngine;
  const slot = context.places.slotOf(simple);
  return (response, source) => {
    if (!response.scanJson()) return byEngine(response, source);
    const raw = response.jsonText(slot);
    return raw === undefined ? undefined : textOf(raw);
  };
}

/** The value as `extractData` returns it: texts as they are, everything else as JSON. */
function textOf(raw: string): string {
  if (raw.charCodeAt(0) === 34) return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  if (/^(?:true|false|null|0|-?[1-9]\d{0,14})$/.test(raw)) return raw;
  return stringifyExactJson(parseExactJson(raw));
}
