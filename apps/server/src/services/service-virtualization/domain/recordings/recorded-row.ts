import {
  factsOfExchange,
  type KeptExchange,
  type PlannedStub,
  parameterised,
  stubParts,
} from '@touchstone/engine-mock/core';
import { type AssetContent, contentOfStub, type JsonObject } from '../asset-content.ts';

/** The properties of a recorded call that lists and plans need. */
export interface RecordedFacts {
  method: string;
  url: string;
  status: number;
  contentType: string;
  sizeBytes: number;
  requestHash: string;
  answerHash: string;
  shapeHash: string | null;
  templateAddress: string | null;
}

/** recordedFacts derives the properties that lists and plans need from an exchange. */
export function recordedFacts(kept: KeptExchange, sizeBytes: number, hashOf: (text: string) => string): RecordedFacts {
  const { key, answer, shape } = factsOfExchange(kept);
  const { request, response, recorded } = kept;
  const type = Object.entries(response.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const template = shape === undefined ? undefined : parameterised(kept)?.request;
  return {
    method: String(request.method).slice(0, 50),
    url: clean(recorded.url.slice(0, 8192)),
    status: Number(response.status),
    contentType: clean(String(Array.isArray(type) ? type[0] : (type ?? '')).slice(0, 255)),
    sizeBytes,
    requestHash: hashOf(key),
    answerHash: hashOf(answer),
    shapeHash: shape === undefined ? null : hashOf(shape),
    templateAddress: template === undefined ? null : addressOf(template),
  };
}

/** PostgreSQL can't store the character U+0000. */
const clean = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();
const addressOf = (pattern: JsonObject): string =>
  String(pattern.url ?? pattern.urlPath ?? pattern.urlPathTemplate ?? '*').slice(0, 8192);

/** assetOfCall builds the planned asset of a recorded call. */
export function assetOfCall(
  kept: KeptExchange,
  { scenario, isParameterised }: Pick<PlannedStub, 'scenario' | 'isParameterised'>,
): { name: string; content: AssetContent } {
  const template = isParameterised ? parameterised(kept) : undefined;
  const stub = stubParts({ ...kept, ...template }, scenario);
  const address = addressOf(stub.request).split('?', 1)[0] ?? '/';
  const step = scenario ? ` (${scenario.step} of ${scenario.of})` : '';
  const name = `${String(kept.request.method)} ${address}`.slice(0, 255 - step.length);
  return { name: `${name}${step}`, content: contentOfStub(stub as unknown as JsonObject) };
}
