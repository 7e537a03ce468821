import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { findInJson, findInXml, sharedWorkPool } from '@touchstone/engine-assert';
import { AppError, type WorkOwner } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { apiTestingErrors } from '../errors.ts';

const module = new URL('../domain/suites/infer-schemas.ts', import.meta.url).href;

/** The extraction calls of the editor: look at a response that the page holds, in a worker. */
export function addExtractionRoutes(registrar: Registrar, { limitMs }: { limitMs: number }): void {
  registrar.add(apiTestingRoutes.extractJson, async ({ body, caller: owner }) => ({
    matches: await orFault('path', 'extractionFailed', findInJson(body.body, body.path, { owner, limitMs })),
  }));
  registrar.add(apiTestingRoutes.extractXpath, async ({ body, caller: owner }) => ({
    matches: await orFault('path', 'xpathFailed', findInXml(body.body, body.path, { owner, limitMs })),
  }));
  registrar.add(apiTestingRoutes.inferJsonSchema, async ({ body, caller: owner }) => ({
    schema: await orFault(
      'body',
      'extractionFailed',
      infer<Record<string, unknown>>('inferFromJson', body.body, { owner, limitMs }),
    ),
  }));
  registrar.add(apiTestingRoutes.inferXmlSchema, async ({ body, caller: owner }) => ({
    schema: await orFault('body', 'xpathFailed', infer<string>('inferFromXml', body.body, { owner, limitMs })),
  }));
}

const infer = <Schema>(name: string, text: string, options: { owner: WorkOwner; limitMs: number }): Promise<Schema> =>
  sharedWorkPool.run({ ...options, module, name, input: { text }, subject: 'Making the schema' });

/** What is wrong with what the caller gave is his fault, told at its place. */
async function orFault<Value>(
  path: 'path' | 'body',
  code: 'extractionFailed' | 'xpathFailed',
  work: Promise<Value>,
): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    throw new AppError(apiTestingErrors[code], { cause, details: [{ path, message: (cause as Error).message }] });
  }
}
