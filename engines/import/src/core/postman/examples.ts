import { scalarText } from '../document/scalar-text.ts';
import { descriptionText, type ExampleRequest, type SavedExample } from '../documentation.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { canonical } from '../merge/merge-parts.ts';
import { ProblemList } from '../problems.ts';
import { keyValues } from './body.ts';

/** readExamples reads the saved responses of a request; `own` is what the request itself sends. */
export function readExamples(
  responses: unknown[],
  own: ExampleRequest,
  readRequest: (request: JsonObject) => ExampleRequest,
): SavedExample[] {
  return responses.filter(isObject).map((response) => {
    const original = response.originalRequest ?? response.request;
    const request = isObject(original) && Object.keys(original).length > 0 ? readRequest(original) : undefined;
    const code = objectOf(response.responseCode);
    const description = descriptionText(response.description);
    const statusText = textOf(response.status) ?? textOf(code.name);
    return {
      name: textOf(response.name) ?? 'Example',
      ...(description === undefined ? {} : { description }),
      status: Number(response.code ?? code.code) || 0,
      ...(statusText === undefined ? {} : { statusText }),
      headers: keyValues(response.header ?? response.headers, '', new ProblemList()),
      body: bodyText(response.body ?? response.text),
      ...(request === undefined || canonical(request) === canonical(own) ? {} : { request }),
    };
  });
}

const bodyText = (body: unknown): string =>
  Array.isArray(body) ? listOf(body).map(scalarText).join('\n') : scalarText(body);
