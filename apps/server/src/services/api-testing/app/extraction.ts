import { findInJson, findInXml, sharedWorkPool } from '@touchstone/engine-assert';
import { AppError, type WorkOwner } from '@touchstone/kernel';
import { apiTestingErrors } from '../errors.ts';

const module = new URL('../domain/suites/infer-schemas.ts', import.meta.url).href;

/** createExtraction evaluates extraction expressions on responses held by a page, in a worker. */
export function createExtraction({ limitMs }: { limitMs: number }) {
  const infer = <Schema>(name: string, text: string, owner: WorkOwner): Promise<Schema> =>
    sharedWorkPool.run({ owner, limitMs, module, name, input: { text }, subject: 'Making the schema' });
  return {
    json: (owner: WorkOwner, body: string, path: string) =>
      orFault('path', 'extractionFailed', findInJson(body, path, { owner, limitMs })),
    xpath: (owner: WorkOwner, body: string, path: string) =>
      orFault('path', 'xpathFailed', findInXml(body, path, { owner, limitMs })),
    jsonSchema: (owner: WorkOwner, body: string) =>
      orFault('body', 'extractionFailed', infer<Record<string, unknown>>('inferFromJson', body, owner)),
    xmlSchema: (owner: WorkOwner, body: string) =>
      orFault('body', 'xpathFailed', infer<string>('inferFromXml', body, owner)),
  };
}
/** Extraction evaluates extraction expressions on responses held by a page. */
export type Extraction = ReturnType<typeof createExtraction>;

/** Turns an error in the caller's input into a fault at its place. */
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
