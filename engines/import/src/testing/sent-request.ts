import type { HttpStep } from '@touchstone/engine-http/core';
import { enabledRows, fullUrl } from '../core/export/plain-request.ts';

/** A step without the id, which every import regenerates. */
export function withoutId({ id: _, ...step }: HttpStep): Omit<HttpStep, 'id'> {
  return step;
}

/** What a step sends, regardless of its notation. */
export function sentBy(step: HttpStep) {
  return {
    method: step.method,
    url: fullUrl(step),
    headers: enabledRows(step.headers).map(({ key, value }) => `${key}: ${value}`),
    body: 'fields' in step.body ? { ...step.body, fields: enabledRows(step.body.fields) } : step.body,
    authentication: step.authentication,
  };
}
