import { ApiError } from '@touchstone/contracts';
import { flowConflictSchema } from '@touchstone/contracts/flows';
import { useRef, useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { useFlowMutations } from '../../api/flows.mutations.ts';
import type { FlowDocument } from '../../model/document/flow-document.ts';
import type { FlowEditor } from '../../model/editor.ts';
import { readDocument } from '../../model/read-document.ts';

interface Conflict {
  byName: string;
  base: FlowDocument;
  theirs: FlowDocument;
  revision: number;
}

/** useFlowSave saves a workflow; if someone else has saved since, shows who and what, to merge or overwrite. */
export function useFlowSave(editor: FlowEditor, flow: { flowId: string; revision: number; document: FlowDocument }) {
  const { save } = useFlowMutations();
  // The last known server state: the revision to save over, and its document.
  const seen = useRef({ revision: flow.revision, document: flow.document });
  const [revision, setRevision] = useState(flow.revision);
  const [conflict, setConflict] = useState<Conflict | undefined>();
  const store = async (document: FlowDocument, over: number): Promise<boolean> => {
    try {
      const answer = await save.mutateAsync({ flowId: flow.flowId, revision: over, document });
      seen.current = { revision: answer.revision, document };
      setRevision(answer.revision);
      editor.markSaved(document);
      setConflict(undefined);
      return true;
    } catch (error) {
      const read =
        error instanceof ApiError && error.status === 409 ? flowConflictSchema.safeParse(error.data) : undefined;
      if (!read?.success) toastError(error);
      else
        setConflict({
          byName: read.data.updatedByName,
          base: seen.current.document,
          theirs: readDocument(read.data.document),
          revision: read.data.revision,
        });
      return false;
    }
  };
  return {
    /** The server's revision. */
    revision,
    savedDocument: () => seen.current.document,
    saving: save.isPending,
    conflict,
    save: () => store(editor.getView().document, seen.current.revision),
    merge: async (merged: FlowDocument) => {
      if (!conflict) return;
      const { revision: newer, theirs } = conflict;
      seen.current = { revision: newer, document: theirs };
      editor.replace(merged);
      await store(merged, newer);
    },
    overwrite: async () => {
      if (conflict) await store(editor.getView().document, conflict.revision);
    },
    dismiss: () => setConflict(undefined),
  };
}
