import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';

// biome-ignore lint/suspicious/noExplicitAny: files are changed as a person would in an editor
export type EditedFile = any;

/** workspaceForm returns the form that uploads a workspace file. */
export const workspaceForm = (content: unknown): FormData => {
  const body = new FormData();
  body.append('file', new Blob([typeof content === 'string' ? content : JSON.stringify(content)]), 'shop.json');
  return body;
};

/** exportedFile returns a workspace as a file, with the metadata of the response. */
export async function exportedFile(
  client: Client,
  projectId: string,
): Promise<{ file: EditedFile; revision: string; text: string; losses: unknown }> {
  const answer = await client.raw(apiTestingRoutes.exportProject, { body: { projectId, format: 'touchstone' } });
  const text = await answer.text();
  return {
    text,
    file: JSON.parse(text),
    revision: answer.headers.get('x-workspace-revision') ?? '',
    losses: JSON.parse(decodeURIComponent(answer.headers.get('x-export-losses') ?? '[]')),
  };
}
