import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useSendMutations } from '../../api/playground/playground.mutations.ts';
import classes from '../editor/editor.module.css';
import { SuitePlaceFields, useSuitePlace } from '../suite/suite-place.tsx';

interface Props {
  projectId: string | undefined;
  sendIds: string[];
  onImported: (place: { projectId: string; suiteId: string; imported: number }) => void;
  onClose: () => void;
}

/** ImportSendsDialog creates scripts from requests of the history, in a project and suite that the user selects. */
export function ImportSendsDialog({ projectId, sendIds, onImported, onClose }: Props) {
  const place = useSuitePlace({ projectId });
  const { importInto } = useSendMutations();
  const [problems, setProblems] = useState<{ project?: string; suite?: string; other?: string }>({});
  const submit = async () => {
    const found = place.problems();
    setProblems(found);
    if (Object.keys(found).length > 0) return false;
    onImported(await importInto.mutateAsync({ sendIds, place: place.place() }));
    return true;
  };
  const what = sendIds.length === 1 ? '1 request' : `${sendIds.length} requests`;
  return (
    <FormDialog
      title={`Import ${what} into a project`}
      confirm={`Import ${what}`}
      onSubmit={submit}
      onError={(error) => setProblems({ other: messageOf(error) })}
      onClose={onClose}
    >
      <div className={classes.dialog}>
        <SuitePlaceFields place={place} problems={problems} withFolder={false} />
        {problems.other ? (
          <p role="alert" style={{ color: 'var(--fail)' }}>
            {problems.other}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}
