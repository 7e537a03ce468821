import { routes } from '@touchstone/contracts';
import { loadXPath, parseXml, queryJson, queryXml, timeLimit } from '@touchstone/engine-http';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { apiTestingErrors } from '../errors.ts';

const withinLimit = timeLimit(1000);

/** The extraction calls of the editor: evaluate a path on a response that the page holds. */
export function addExtractionRoutes(registrar: Registrar): void {
  registrar.add(routes.apiTesting.extractJson, async ({ body }) => {
    try {
      const found = withinLimit(() => queryJson(body.path, JSON.parse(body.body)));
      return { matches: found.values.map((value) => ({ path: body.path, value })) };
    } catch (cause) {
      throw new AppError(apiTestingErrors.extractionFailed, {
        cause,
        details: [{ path: 'path', message: (cause as Error).message }],
      });
    }
  });
  registrar.add(routes.apiTesting.extractXpath, async ({ body }) => {
    try {
      await loadXPath();
      const found = withinLimit(() => queryXml(body.path, parseXml(body.body)));
      return { matches: found.map((value) => ({ path: body.path, value })) };
    } catch (cause) {
      throw new AppError(apiTestingErrors.xpathFailed, {
        cause,
        details: [{ path: 'path', message: (cause as Error).message }],
      });
    }
  });
}
