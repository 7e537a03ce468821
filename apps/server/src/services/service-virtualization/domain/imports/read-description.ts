import { importMock } from '@touchstone/engine-mock/core';

/** What requests are judged by: the description of an API, and the path before those of its operations. */
export type ApiDescription = Required<Pick<Awaited<ReturnType<typeof importMock>>, 'api'>> & {
  basePath: string | undefined;
};

/** readDescription reads an OpenAPI document; undefined where it is none. For workers, because the text is a user's and may be large. */
export async function readDescription({
  text,
  title,
}: {
  text: string;
  title: string;
}): Promise<ApiDescription | undefined> {
  const { api, basePath } = await importMock(text, title);
  return api && { api, basePath };
}
