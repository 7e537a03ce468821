import { importMock } from '@touchstone/engine-mock/core';

/** What requests are judged by: the description of an API, with the path before those of its operations, or that of a SOAP service. */
export type ApiDescription = Pick<Awaited<ReturnType<typeof importMock>>, 'api' | 'basePath' | 'soap'>;

/** readDescription reads an OpenAPI or a WSDL document; empty where it is neither. For workers, because the text is a user's and may be large. */
export async function readDescription({ text, title }: { text: string; title: string }): Promise<ApiDescription> {
  const { api, basePath, soap } = await importMock(text, title);
  return { ...(api && { api, ...(basePath !== undefined && { basePath }) }), soap };
}
