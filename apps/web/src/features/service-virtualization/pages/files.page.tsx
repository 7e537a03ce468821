import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MockFile, VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { EllipsisVertical, FileUp } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { saveResponse } from '../../../shared/download.ts';
import { counted, formatBytes, formatCount } from '../../../shared/format.ts';
import { messageOf, toast, toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Refusals } from '../../../ui/dialog/refusals.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { FileDrop } from '../../../ui/select/file-drop.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { filesQuery, readFile, useFileMutations } from '../api/files.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

const size = 25;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

/** FilesPage lists the files that stubs of a project respond with. */
export function FilesPage() {
  return <ProjectGate title="Files">{(project) => <Files key={project.projectId} project={project} />}</ProjectGate>;
}

function Files({ project }: { project: VirtualizationProject }) {
  const { projectId, projectName } = project;
  const [{ q, page }, setSearch] = useSearchState(searchSchema);
  const files = useQuery(filesQuery(projectId, { page, size, ...(q && { searchTerm: q }) }));
  const canWrite = useCanWrite(project);
  const { remove } = useFileMutations(projectId);
  const askDelete = ({ fileId, fileName, assetCount }: MockFile) =>
    confirmAction({
      title: `Delete ${fileName}?`,
      message:
        assetCount > 0
          ? `Assets that answer with it: ${formatCount(assetCount)}. Their answers become errors. You can't undo this.`
          : "You can't undo this.",
      confirm: 'Delete file',
      onConfirm: () => remove.mutateAsync(fileId),
    });
  return (
    <Page title="Files" documentTitle={`Files · ${projectName}`} meta={projectName}>
      {canWrite ? <Upload projectId={projectId} /> : null}
      <PagedList
        noun="files"
        query={files}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={<FilterInput label="Search files" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />}
        icon={<FileUp size={20} />}
        onClear={q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
        empty={
          <EmptyState icon={<FileUp size={20} />} title="No files yet">
            An asset answers with a file when its body is “File”.
          </EmptyState>
        }
        table={(rows, instead) => (
          <DataTable
            label="Files"
            columns={columnsOf(canWrite ? askDelete : undefined)}
            rows={rows}
            rowKey={({ fileId }) => fileId}
            rowLabel={({ fileName }) => fileName}
            minWidth={720}
            empty={instead}
          />
        )}
      />
    </Page>
  );
}

function Upload({ projectId }: { projectId: string }) {
  const { upload } = useFileMutations(projectId);
  const [problems, setProblems] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const send = async (files: File[]) => {
    setBusy(true);
    const refused: string[] = [];
    for (const file of files)
      await upload.mutateAsync(file).catch((error: unknown) => refused.push(`${file.name}: ${messageOf(error)}`));
    setProblems(refused);
    setBusy(false);
    const stored = files.length - refused.length;
    if (stored > 0) toast('success', `Uploaded ${counted(stored, 'file')}.`);
  };
  return (
    <div style={{ padding: 16, display: 'grid', gap: 12, maxWidth: 640 }}>
      <FileDrop
        label={isBusy ? 'Uploading…' : 'Drop files here, or choose them'}
        hint="A file of the same name is replaced."
        isBusy={isBusy}
        isInvalid={problems.length > 0}
        multiple
        onFiles={(files) => void send(files)}
      />
      {problems.length > 0 ? <Refusals title="Not uploaded" reasons={problems} /> : null}
    </div>
  );
}

function columnsOf(onDelete: ((file: MockFile) => void) | undefined): Column<MockFile>[] {
  return [
    { key: 'name', header: 'File', cell: ({ fileName }) => <span className="mono">{fileName}</span> },
    { key: 'type', header: 'Type', width: 200, cell: ({ contentType }) => contentType },
    {
      key: 'size',
      header: 'Size',
      width: 100,
      align: 'right',
      cell: ({ sizeBytes }) => <span className="num">{formatBytes(sizeBytes)}</span>,
    },
    {
      key: 'assets',
      header: 'Assets',
      width: 80,
      align: 'right',
      cell: ({ assetCount }) => <span className="num">{formatCount(assetCount)}</span>,
    },
    { key: 'created', header: 'Uploaded', width: 140, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (file) => (
        <Menu>
          <Menu.Target>
            <ActionIcon size={24} aria-label={`Actions for ${file.fileName}`}>
              <EllipsisVertical size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              onClick={() =>
                void readFile(file.fileId)
                  .then((response) => saveResponse(response, file.fileName))
                  .catch(toastError)
              }
            >
              Download file
            </Menu.Item>
            {onDelete ? <Menu.Item onClick={() => onDelete(file)}>Delete file…</Menu.Item> : null}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
}
