import { importMock } from '@touchstone/engine-mock/core';
import type { NamedTexts } from './read-mock-document.ts';

/**
 * What requests are validated against: an API's description with the base path of its operations, or that of a SOAP
 * service.
 */
export type ApiDescription = Pick<Awaited<ReturnType<typeof importMock>>, 'api' | 'basePath' | 'soap'>;

/**
 * readDescription parses an OpenAPI or WSDL document; empty if it is neither. Run it in a worker: the text comes from a
 * user and may be large.
 */
export async function readDescription({
  text,
  title,
  named,
}: {
  text: string;
  title: string;
  named: NamedTexts | null;
}): Promise<ApiDescription> {
  const texts = new Map(named?.documents.map((document) => [document.location, document.text]));
  const resolve = async (location: string) => texts.get(location);
  const { api, basePath, soap } = await importMock(text, title, named ? { location: named.location, resolve } : {});
  return { ...(api && { api, ...(basePath !== undefined && { basePath }) }), soap };
}
