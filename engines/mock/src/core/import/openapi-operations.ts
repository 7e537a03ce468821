import type { DescribedApi, DescribedOperation } from '@touchstone/engine-import/core';
import { type PathTemplate, parsePathTemplate } from '../match/path-template.ts';
import type { RequestView } from '../request/request-view.ts';

/** An operation of a description, with a reader for its address. */
export interface KnownOperation {
  operation: DescribedOperation;
  template: PathTemplate;
}

/**
 * knownOperations returns the operations of a description below a path; those whose address has no variables come
 * first.
 */
export function knownOperations(api: DescribedApi, basePath: string): KnownOperation[] {
  return api.operations
    .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
    .flatMap((operation) => {
      const template = parsePathTemplate(`${basePath}${operation.path}`);
      return template === undefined ? [] : [{ operation, template }];
    });
}

/** operationFinder finds the operation that a request addresses, with its path parameters. */
export function operationFinder(api: DescribedApi, basePath: string) {
  const byMethod = Map.groupBy(knownOperations(api, basePath), ({ operation }) => operation.method);
  return (request: RequestView): { operation: DescribedOperation; path: Record<string, string> } | undefined => {
    for (const { operation, template } of byMethod.get(request.request.method) ?? []) {
      const path = template.read(request.path);
      if (path !== undefined) return { operation, path };
    }
    return undefined;
  };
}
