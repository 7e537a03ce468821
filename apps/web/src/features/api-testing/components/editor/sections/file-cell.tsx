import { ActionIcon, Button, FileButton } from '@mantine/core';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { saveResponse } from '../../../../../shared/download.ts';
import { toastError } from '../../../../../shared/toasts.ts';
import { fetchUploaded } from '../../../api/executions.queries.ts';
import { uploadFile } from '../../../api/scripts.mutations.ts';
import classes from '../editor.module.css';

interface ChosenFile {
  fileId?: string | undefined;
  fileName?: string | undefined;
}

/** FileCell uploads the file of a body or form field, and downloads the current one. */
export function FileCell({
  field,
  projectId,
  onChange,
}: {
  field: ChosenFile;
  projectId: string | undefined;
  onChange: (patch: { fileId: string; fileName: string; contentType: string }) => void;
}) {
  const [busy, setBusy] = useState(false);
  const upload = async (file: File | null) => {
    if (!file || projectId === undefined) return;
    setBusy(true);
    try {
      const { fileId, fileName, contentType } = await uploadFile(file, projectId);
      onChange({ fileId, fileName, contentType });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.file}>
      <FileButton onChange={(file) => void upload(file)} disabled={projectId === undefined}>
        {(props) => (
          <Button
            {...props}
            disabled={projectId === undefined}
            title={projectId === undefined ? 'Save the request first. Files are kept in its workspace.' : undefined}
            size="compact-xs"
            variant="default"
            leftSection={<Upload size={12} />}
            loading={busy}
          >
            {field.fileName ? 'Replace' : 'Choose file'}
          </Button>
        )}
      </FileButton>
      <span className="ellipsis grow">{field.fileName ?? <span className="dim">No file chosen</span>}</span>
      {field.fileId ? (
        <ActionIcon
          size={24}
          aria-label={`Download ${field.fileName ?? 'the file'}`}
          onClick={() =>
            void fetchUploaded(field.fileId!)
              .then((response) => saveResponse(response, field.fileName ?? 'file'))
              .catch(toastError)
          }
        >
          <Download size={14} />
        </ActionIcon>
      ) : null}
    </div>
  );
}
