import { apiTestingRoutes, type WorkspaceReport } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';
import { saveBlob, saveResponse } from '../../../../shared/download.ts';

/** Contents of a chosen workspace file; the server validates them. */
export type WorkspaceDocument = Record<string, unknown>;

const fetchWorkspace = (projectId: string) =>
  api.raw(apiTestingRoutes.exportProject, { body: { projectId, format: 'touchstone' } });

/**
 * saveWorkspace saves a workspace as one file, or as an archive of its folder for Git. Returns what the file leaves
 * out.
 */
export async function saveWorkspace(projectId: string, as: 'file' | 'folder'): Promise<string> {
  const answer = await fetchWorkspace(projectId);
  const losses = answer.headers.get('x-export-losses');
  if (as === 'file') await saveResponse(answer, 'workspace.touchstone.json');
  else {
    const [{ zipOfWorkspace }, document] = await Promise.all([
      import('../../model/workspace-archive.ts'),
      answer.json(),
    ]);
    const { name } = document as { name: string };
    const fileName = `${name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '-').slice(0, 100)}.touchstone.zip`;
    saveBlob(new Blob([zipOfWorkspace(document as WorkspaceDocument)], { type: 'application/zip' }), fileName);
  }
  return losses ?? '';
}

/**
 * readWorkspaceFile reads a workspace file, or an archive of a workspace folder; throws an error for the user if it is
 * neither.
 */
export async function readWorkspaceFile(file: File): Promise<WorkspaceDocument> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isArchive) return (await import('../../model/workspace-archive.ts')).workspaceOfZip(bytes);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WorkspaceDocument;
  } catch (cause) {
    throw new Error(`${file.name} is neither a workspace file nor a zip of a workspace folder.`, { cause });
  }
}

const form = (document: WorkspaceDocument): FormData => {
  const body = new FormData();
  body.append('file', new Blob([JSON.stringify(document)], { type: 'application/json' }), 'workspace.json');
  return body;
};

/** `removes`: whether items missing from the file are removed. */
interface Target {
  projectId: string;
  removes: boolean;
}
const queryOf = ({ projectId, removes }: Target) => ({ projectId, removes: removes ? 'true' : 'false' }) as const;

export const planWorkspace = (target: Target, document: WorkspaceDocument): Promise<WorkspaceReport> =>
  api.call(apiTestingRoutes.planWorkspace, { query: queryOf(target), body: form(document) });

export const applyWorkspace = (
  { revision, ...target }: Target & { revision: string },
  document: WorkspaceDocument,
): Promise<WorkspaceReport> =>
  api.call(apiTestingRoutes.applyWorkspace, { query: { ...queryOf(target), revision }, body: form(document) });

export const importWorkspace = (document: WorkspaceDocument) =>
  api.call(apiTestingRoutes.importWorkspace, { query: {}, body: form(document) });

/** A text to find in a project, and its replacement. */
export interface TextQuestion {
  projectId: string;
  find: string;
  replaceWith: string;
  isRegex: boolean;
  matchCase: boolean;
}

export const findText = (body: TextQuestion) => api.call(apiTestingRoutes.findText, { body });

export const replaceText = (body: TextQuestion & { revision: string; itemIds: string[] }) =>
  api.call(apiTestingRoutes.replaceText, { body });
