import { Button, FileButton, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { counted } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { uploadDataFile } from '../../api/flows.mutations.ts';
import { textOf } from '../../model/settings-values.ts';
import { RowLimit } from './row-limit.tsx';

/** CsvDataSettings selects the source of a block's rows: a file of the workspace or pasted text. */
export function CsvDataSettings({ node, projectId, isReadOnly, onChange }: FlowNodeSettings) {
  const { settings } = node;
  const isPasted = settings.source === 'text';
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Source"
        disabled={isReadOnly}
        data={[
          { value: 'file', label: 'File' },
          { value: 'text', label: 'Pasted text' },
        ]}
        value={isPasted ? 'text' : 'file'}
        onChange={(source) => onChange({ source })}
      />
      {isPasted ? (
        <CodeField
          label="Rows"
          description="The first line names the columns."
          language="text"
          placeholder={'id,name\n7,Ada'}
          value={textOf(settings.text)}
          readOnly={isReadOnly}
          onChange={(text) => onChange({ text })}
        />
      ) : (
        <DataFile node={node} projectId={projectId} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      <RowLimit node={node} isReadOnly={isReadOnly} onChange={onChange} />
    </>
  );
}

function DataFile({ node, projectId, isReadOnly, onChange }: Omit<FlowNodeSettings, 'onDatabase'>) {
  const upload = useMutation({
    mutationFn: (file: File) => uploadDataFile(projectId, file),
    onSuccess: ({ fileId, fileName }) => onChange({ fileId, fileName }),
  });
  const name = textOf(node.settings.fileName);
  const columns = upload.data?.columns.map((column) => column.name).join(', ');
  return (
    <div>
      <FileButton
        accept=".csv,.tsv,.txt,.json,.xlsx"
        disabled={isReadOnly}
        onChange={(file) => file && upload.mutate(file)}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<FileSpreadsheet size={14} />}
            loading={upload.isPending}
            disabled={isReadOnly}
          >
            {name === '' ? 'Choose a file' : 'Choose another file'}
          </Button>
        )}
      </FileButton>
      <p className="dim" style={{ marginTop: 4, overflowWrap: 'anywhere' }}>
        {name === '' ? 'CSV, JSON or Excel' : name}
        {upload.data ? ` · ${counted(upload.data.rowCount, 'row')} · ${columns}` : ''}
      </p>
      {upload.error ? (
        <p role="alert" style={{ color: 'var(--fail)', fontSize: 12 }}>
          {messageOf(upload.error)}
        </p>
      ) : null}
    </div>
  );
}
