import type { RepositoryKeyword } from '@touchstone/contracts/test-repository';
import { catalogue, type Surface } from '@touchstone/engine-keyword/core';

/** What the steps of a service act on. */
export type KeywordSurface = Surface;

/** keywordsFor returns the keywords available on a surface, in display order. */
export const keywordsFor = (surface: KeywordSurface): RepositoryKeyword[] =>
  catalogue
    .filter(({ surfaces }) => surfaces.includes(surface))
    .map(({ surfaces: _surfaces, parameters, ...keyword }) => ({
      ...keyword,
      parameters: parameters.map(({ choices, ...parameter }) => ({
        ...parameter,
        ...(choices && { choices: [...choices] }),
      })),
    }));
