import { Select } from '@mantine/core';
import type { AssetSummary } from '@touchstone/contracts/service-virtualization';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../../shared/format.ts';
import { messageOf, toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useAssetMutations } from '../../api/assets.ts';
import type { TreeSuite } from '../../model/suite-tree.ts';

type Assets = readonly AssetSummary[];

/** Actions on one or several assets. */
export interface AssetActions {
  onToggle: (assets: Assets, isEnabled: boolean) => void;
  onMove: (assets: Assets) => void;
  onClone: (assets: Assets) => void;
  onDelete: (assets: Assets) => void;
}

const nameOf = (assets: Assets) => (assets.length === 1 ? assets[0]!.name : `${counted(assets.length, 'asset')}`);
const idsOf = (assets: Assets) => assets.map(({ assetId }) => assetId);

interface Given {
  projectId: string;
  tree: readonly TreeSuite[];
  /** Called after an action on several assets. */
  onDone: () => void;
}

/** useAssetActions provides the actions on assets, with the dialogs that they need. */
export function useAssetActions({ projectId, tree, onDone }: Given): { actions: AssetActions; dialog: ReactNode } {
  const { toggle, toggleMany, moveMany, cloneMany, removeMany } = useAssetMutations();
  const [moved, setMoved] = useState<Assets | null>(null);
  const actions: AssetActions = {
    onToggle(assets, isEnabled) {
      const [only] = assets;
      if (only && assets.length === 1) toggle.mutate({ assetId: only.assetId, isEnabled }, { onError: toastError });
      else
        toggleMany.mutate(
          { projectId, assetIds: idsOf(assets), isEnabled },
          { onError: toastError, onSuccess: onDone },
        );
    },
    onMove: setMoved,
    onClone(assets) {
      cloneMany.mutate(
        { projectId, assetIds: idsOf(assets) },
        {
          onError: toastError,
          onSuccess: ({ assets: made }) => {
            toast('success', `${nameOf(made)} created. ${made.length === 1 ? 'It is' : 'They are'} switched off.`);
            onDone();
          },
        },
      );
    },
    onDelete: (assets) =>
      confirmAction({
        title: `Delete ${nameOf(assets)}?`,
        message: "This also deletes all versions. You can't undo this.",
        confirm: assets.length === 1 ? 'Delete asset' : 'Delete assets',
        onConfirm: async () => {
          await removeMany.mutateAsync({ projectId, assetIds: idsOf(assets) });
          onDone();
        },
      }),
  };
  const dialog = moved ? (
    <MoveAssetsDialog
      name={nameOf(moved)}
      from={moved.length === 1 ? moved[0]?.suiteId : undefined}
      tree={tree}
      onMove={async (suiteId) => {
        await moveMany.mutateAsync({ projectId, assetIds: idsOf(moved), suiteId });
        onDone();
      }}
      onClose={() => setMoved(null)}
    />
  ) : null;
  return { actions, dialog };
}

interface MoveProps {
  name: string;
  from: string | undefined;
  tree: readonly TreeSuite[];
  onMove: (suiteId: string) => Promise<unknown>;
  onClose: () => void;
}

function MoveAssetsDialog({ name, from, tree, onMove, onClose }: MoveProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const others = tree.filter(({ suite }) => suite.suiteId !== from);
  return (
    <FormDialog
      title={`Move ${name}`}
      confirm="Move"
      disabled={chosen === null}
      onSubmit={() => chosen !== null && onMove(chosen)}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <Select
        label="Suite"
        placeholder={others.length === 0 ? 'No other suite' : 'Choose a suite'}
        data-autofocus
        searchable
        nothingFoundMessage="No matching suite"
        data={others.map(({ suite, path }) => ({ value: suite.suiteId, label: path }))}
        value={chosen}
        error={problem}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
