import { routes } from '@touchstone/contracts';
import { findInJson, findInXml, timeLimit } from '@touchstone/engine-http';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { apiTestingErrors } from '../errors.ts';

const withinLimit = timeLimit(2000);

/** The extraction calls of the editor: evaluate a path on a response that the page holds. */
export function addExtractionRoutes(registrar: Registrar): void {
  registrar.add(routes.apiTesting.extractJson, async ({ body }) => {
    try {
      return { matches: findInJson(body.body, body.path) };
    } catch (cause) {
      throw new AppError(apiTestingErrors.extractionFailed, {
        cause,
        details: [{ path: 'path', message: (cause as Error).message }],
      });
    }
  });
  registrar.add(routes.apiTesting.extractXpath, async ({ body }) => {
    try {
      return { matches: await findInXml(body.body, body.path) };
    } catch (cause) {
      throw new AppError(apiTestingErrors.xpathFailed, {
        cause,
        details: [{ path: 'path', message: (cause as Error).message }],
      });
    }
  });
  registrar.add(routes.apiTesting.inferJsonSchema, async ({ body }) => {
    const { inferJsonSchema } = await import('@touchstone/engine-data');
    try {
      return { schema: withinLimit(() => inferJsonSchema([JSON.parse(body.body)])) };
    } catch (cause) {
      throw new AppError(apiTestingErrors.extractionFailed, {
        cause,
        details: [{ path: 'body', message: (cause as Error).message }],
      });
    }
  });
  registrar.add(routes.apiTesting.inferXmlSchema, async ({ body }) => {
    const { inferXsd } = await import('@touchstone/engine-data');
    try {
      return { schema: withinLimit(() => inferXsd([body.body])) };
    } catch (cause) {
      throw new AppError(apiTestingErrors.xpathFailed, {
        cause,
        details: [{ path: 'body', message: (cause as Error).message }],
      });
    }
  });
}
