import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import {
  type Asset,
  type AssetConflict,
  type AssetProblem,
  type AssetWarning,
  assetConflictSchema,
} from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { checkQuery, useAssetMutations } from '../../api/assets.ts';
import { contentOf, type Draft, draftOf, isChanged, nameProblem, placeOf } from '../../model/asset-draft.ts';
import { isEqual } from '../../model/stub/json.ts';

interface Given {
  projectId: string;
  /** The saved asset; absent for a new one. */
  asset: Asset | undefined;
  /** Initial contents of the editor, saved or proposed. */
  initial: Draft;
}

interface Refusal {
  message: string;
  problems: AssetProblem[];
}

/** useAssetEditor returns the editing state of an asset: its contents and problems, and saving. */
export function useAssetEditor({ projectId, asset, initial }: Given) {
  const { create, update, toggle, moveMany } = useAssetMutations();
  const [draft, setDraft] = useState(initial);
  const [base, setBase] = useState(asset);
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [conflict, setConflict] = useState<AssetConflict | null>(null);
  const [isSaving, setSaving] = useState(false);
  const saved = base && draftOf(base, base.suiteId);
  const [shown] = useDebouncedValue({ kind: draft.kind, ...contentOf(draft) }, 300);
  const checked = useQuery(checkQuery({ projectId, ...(base && { assetId: base.assetId }), ...shown }));
  const isFresh = isEqual(shown, { kind: draft.kind, ...contentOf(draft) });
  const problems: readonly AssetProblem[] = refusal?.problems.length
    ? refusal.problems
    : (checked.data?.problems ?? []);
  const warnings: readonly AssetWarning[] = checked.data?.warnings ?? [];
  const change = (patch: Partial<Draft>) => {
    setRefusal(null);
    setDraft((before) => ({ ...before, ...patch }));
  };
  const store = async (revision: number | undefined): Promise<Asset> => {
    const { name, kind, tags, suiteId, isEnabled } = draft;
    const content = contentOf(draft);
    if (!base) return create.mutateAsync({ projectId, suiteId, name, kind, tags, isEnabled, ...content });
    const { assetId } = base;
    let next = await update.mutateAsync({ assetId, revision: revision ?? base.revision, name, kind, tags, ...content });
    if (suiteId !== next.suiteId) {
      await moveMany.mutateAsync({ projectId, assetIds: [assetId], suiteId });
      next = { ...next, suiteId };
    }
    if (isEnabled !== next.isEnabled) next = { ...next, ...(await toggle.mutateAsync({ assetId, isEnabled })) };
    return next;
  };
  return {
    draft,
    saved: base,
    /** Problems that belong to no part of the form. */
    general: problems.filter((problem) => placeOf(problem) === undefined),
    problems,
    warnings,
    isChecking: checked.isFetching || !isFresh,
    nameProblem: isAsked ? nameProblem(draft.name) : undefined,
    refusal: refusal?.message,
    conflict,
    isSaving,
    isUnsaved: !saved || isChanged(draft, saved),
    change,
    forgetConflict: () => setConflict(null),
    /** Loads a version saved by someone else. */
    take(other: Asset) {
      setConflict(null);
      setRefusal(null);
      setBase(other);
      setDraft(draftOf(other, other.suiteId));
    },
    /** Resolves with the saved asset; undefined if something is wrong. A revision overwrites a newer one. */
    async save(revision?: number): Promise<Asset | undefined> {
      setAsked(true);
      if (isSaving || nameProblem(draft.name)) return undefined;
      setSaving(true);
      try {
        const next = await store(revision);
        setBase(next);
        setDraft(draftOf(next, next.suiteId));
        setConflict(null);
        setRefusal(null);
        return next;
      } catch (error) {
        const stale =
          error instanceof ApiError && error.status === 409 ? assetConflictSchema.safeParse(error.data) : null;
        if (stale?.success) setConflict(stale.data);
        else setRefusal({ message: messageOf(error), problems: error instanceof ApiError ? error.details : [] });
        return undefined;
      } finally {
        setSaving(false);
      }
    },
  };
}
/** AssetEditorState is the editing state of an asset. */
export type AssetEditorState = ReturnType<typeof useAssetEditor>;
