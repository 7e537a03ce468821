import type { FlowFile, MissingReference } from '@touchstone/contracts/flows';
import { useState } from 'react';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FileDrop } from '../../../ui/select/file-drop.tsx';
import { readFlowFile } from '../api/flow-files.ts';

interface Props {
  /** Creates the workflow; resolves with its missing references. */
  onImport: (file: FlowFile) => Promise<{ missing: readonly MissingReference[] }>;
  onClose: () => void;
}

const blocksOf = ({ document: { flow } }: FlowFile): string =>
  flow.nodes.length === 1 ? '1 block' : `${flow.nodes.length} blocks`;

/** ImportFlowDialog creates a workflow from an exported file. */
export function ImportFlowDialog({ onImport, onClose }: Props) {
  const [file, setFile] = useState<FlowFile>();
  const [problem, setProblem] = useState<string>();
  const take = async ([chosen]: File[]) => {
    if (!chosen) return;
    setFile(undefined);
    setProblem(undefined);
    try {
      setFile(await readFlowFile(chosen));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <FormDialog
      title="Import workflow"
      confirm="Import workflow"
      disabled={file === undefined}
      onSubmit={async () => {
        if (!file) return false;
        const { missing } = await onImport(file);
        if (missing.length > 0) toast('warning', messageOfMissing(missing));
        return true;
      }}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <FileDrop
        label={file ? file.name : 'Drop a workflow file here, or choose one'}
        hint={file ? blocksOf(file) : 'A .workflow.json file that was exported before'}
        isInvalid={problem !== undefined}
        autoFocus
        onFiles={(files) => void take(files)}
      />
      {problem ? (
        <p role="alert" style={{ color: 'var(--fail)', overflowWrap: 'anywhere' }}>
          {problem}
        </p>
      ) : null}
    </FormDialog>
  );
}

function messageOfMissing(missing: readonly MissingReference[]): string {
  const listed = (start: string, isAmbiguous: boolean) => {
    const names = missing.filter((one) => (one.isAmbiguous ?? false) === isAmbiguous).map(({ names }) => names.at(-1));
    return names.length > 0 ? [`${start}: ${names.join(', ')}.`] : [];
  };
  return [...listed('Not found here', false), ...listed('Several have this name', true), 'See Problems.'].join(' ');
}
