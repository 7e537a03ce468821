import { importMock } from '@touchstone/engine-mock/core';
import type { NamedTexts } from './read-mock-document.ts';

/** What requests are judged by: the description of an API, with the path before those of its operations, or that of a SOAP service. */
export type ApiDescription = Pick<Awaited<ReturnType<typeof importMock>>, 'api' | 'basePath' | 'soap'>;

/** readDescription reads an OpenAPI or a WSDL document; empty where it is neither. For workers, because the text is a user's and may be large. */
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
