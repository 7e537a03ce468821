import { useQuery } from '@tanstack/react-query';
import { maxFileBytes, type ProjectFile, type RepositoryProject } from '@touchstone/contracts/web-testing';
import { Files } from 'lucide-react';
import { useState } from 'react';
import { saveResponse } from '../../../shared/download.ts';
import { formatBytes } from '../../../shared/format.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { FileDrop } from '../../../ui/select/file-drop.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { fetchFile, filesQuery, useFileMutations } from '../api/files.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

/** FilesPage shows the files of a project, which steps upload to websites. */
export function FilesPage() {
  return (
    <ProjectGate title="Files">{(project) => <ProjectFiles key={project.projectId} project={project} />}</ProjectGate>
  );
}

function ProjectFiles({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const canWrite = useCanWrite(project);
  const files = useQuery(filesQuery(projectId));
  const { save, remove } = useFileMutations();
  const [problem, setProblem] = useState('');
  const take = async (given: File[]) => {
    setProblem('');
    for (const file of given) {
      if (file.size > maxFileBytes) return setProblem(`${file.name} is too large. A file has at most 5 MB.`);
      const content = await base64Of(file);
      const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream';
      try {
        await save.mutateAsync({ projectUUID: projectId, fileName: file.name, contentType, content });
      } catch (error) {
        return setProblem(`${file.name}: ${messageOf(error)}`);
      }
    }
  };
  const askDelete = ({ uuid, fileName }: ProjectFile) =>
    confirmAction({
      title: `Delete file ${fileName}?`,
      message: "Steps that upload it fail then. You can't undo this.",
      confirm: 'Delete file',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  return (
    <Page title="Files" documentTitle={`Files · ${projectName}`}>
      {canWrite ? (
        <div style={{ maxWidth: 640, padding: 16 }}>
          <FileDrop
            label="Choose files, or drop them here"
            hint="At most 5 MB each. A file of the same name is replaced."
            multiple
            isBusy={save.isPending}
            isInvalid={problem !== ''}
            onFiles={(given) => void take(given)}
          />
          {problem ? (
            <p role="alert" style={{ color: 'var(--fail)' }}>
              {problem}
            </p>
          ) : null}
        </div>
      ) : null}
      <Loaded query={files}>
        {(all) => (
          <DataTable
            label="Files"
            rows={all}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ fileName }) => fileName}
            columns={columnsOf(canWrite ? askDelete : undefined)}
            empty={
              <EmptyState icon={<Files size={20} />} title="No file yet">
                A step with the keyword Upload File names a file that you keep here.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

/** The content of a file in base64, as in a data URL after its comma. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

const download = async ({ uuid, fileName }: ProjectFile): Promise<void> => {
  try {
    await saveResponse(await fetchFile(uuid), fileName);
  } catch (error) {
    toast('error', messageOf(error), 'Error Downloading');
  }
};

function columnsOf(onDelete: ((file: ProjectFile) => void) | undefined): Column<ProjectFile>[] {
  return [
    { key: 'name', header: 'File', cell: ({ fileName }) => fileName },
    { key: 'type', header: 'Type', width: 200, cell: ({ contentType }) => contentType },
    {
      key: 'size',
      header: 'Size',
      width: 100,
      align: 'right',
      cell: ({ sizeBytes }) => <span className="num">{formatBytes(sizeBytes)}</span>,
    },
    { key: 'by', header: 'Added by', width: 150, cell: ({ createdBy }) => createdBy },
    { key: 'at', header: 'Added', width: 130, cell: ({ createdDate }) => <RelativeTime at={createdDate} /> },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (file) => (
        <RowMenu
          name={file.fileName}
          entries={[
            { label: 'Download', run: () => void download(file) },
            onDelete !== undefined && { label: 'Delete file…', run: () => onDelete(file) },
          ]}
        />
      ),
    },
  ];
}
