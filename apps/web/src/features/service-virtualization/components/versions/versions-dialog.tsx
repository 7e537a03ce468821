import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Asset, AssetVersionSummary } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { BlankLines } from '../../../../ui/blank/blank.tsx';
import { TextDiff } from '../../../../ui/diff/text-diff.tsx';
import { Problem } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { useAssetMutations, versionQuery, versionsQuery } from '../../api/assets.ts';
import { pretty } from '../../model/stub/json.ts';
import classes from './versions.module.css';

const size = 20;

interface Props {
  asset: Asset;
  onRestored: (asset: Asset) => void;
  onClose: () => void;
}

/** VersionsDialog lists the versions of an asset, compares them with the current one, and restores one. */
export function VersionsDialog({ asset, onRestored, onClose }: Props) {
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = useQuery(versionsQuery(asset.assetId, { page, size }));
  const rows = versions.data?.content;
  const before = chosen ?? rows?.find(({ revision }) => revision !== asset.revision)?.revision ?? null;
  return (
    <Modal opened onClose={onClose} title={`Versions of ${asset.name}`} size={1080} yOffset="4vh">
      {versions.error && !rows ? (
        <Problem error={versions.error} onRetry={() => void versions.refetch()} />
      ) : rows ? (
        <div className={classes.both}>
          <div className={classes.side}>
            <ul className={classes.list} aria-label="Versions">
              {rows.map((version) => (
                <Version
                  key={version.revision}
                  version={version}
                  isNow={version.revision === asset.revision}
                  isChosen={version.revision === before}
                  onChoose={() => setChosen(version.revision)}
                />
              ))}
            </ul>
            {(versions.data?.totalElements ?? 0) > size ? (
              <TableFoot
                page={page}
                size={size}
                total={versions.data!.totalElements}
                noun="versions"
                onPage={setPage}
              />
            ) : null}
          </div>
          <div className={classes.main}>
            {before === null ? (
              <p className="dim">This is the only version.</p>
            ) : (
              <Difference key={before} asset={asset} revision={before} onRestored={onRestored} onClose={onClose} />
            )}
          </div>
        </div>
      ) : (
        <BlankLines count={6} />
      )}
    </Modal>
  );
}

interface VersionProps {
  version: AssetVersionSummary;
  isNow: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Version({ version: { revision, change, createdAt, createdByName }, isNow, isChosen, onChoose }: VersionProps) {
  return (
    <li>
      <button
        type="button"
        className={classes.version}
        disabled={isNow}
        aria-current={isChosen ? 'true' : undefined}
        data-chosen={isChosen || undefined}
        onClick={onChoose}
      >
        <span>
          <strong>{`Version ${revision}`}</strong>
          {isNow ? ' · now' : ''}
        </span>
        <span className="dim">
          {change} · {createdByName} · <RelativeTime at={createdAt} />
        </span>
      </button>
    </li>
  );
}

interface DifferenceProps {
  asset: Asset;
  revision: number;
  onRestored: (asset: Asset) => void;
  onClose: () => void;
}

function Difference({ asset, revision, onRestored, onClose }: DifferenceProps) {
  const version = useQuery(versionQuery(asset.assetId, revision));
  const { restore } = useAssetMutations();
  const restoreIt = async () => {
    try {
      onRestored(await restore.mutateAsync({ assetId: asset.assetId, revision }));
      toast('success', `Version ${revision} is restored.`);
      onClose();
    } catch (error) {
      toastError(error);
    }
  };
  if (version.error) return <Problem error={version.error} onRetry={() => void version.refetch()} />;
  if (!version.data) return <BlankLines count={6} />;
  const textOf = ({ name, kind, tags, stub, resource }: Pick<Asset, 'name' | 'kind' | 'tags' | 'stub' | 'resource'>) =>
    pretty({ name, kind, tags, ...(stub ? { stub } : { resource }) });
  return (
    <>
      <TextDiff
        label={`Version ${revision} and now`}
        before={{ label: `Version ${revision}`, text: textOf(version.data) }}
        after={{ label: 'Now', text: textOf(asset) }}
      />
      <Group justify="flex-end" mt="md">
        <Button loading={restore.isPending} onClick={() => void restoreIt()}>
          {`Restore version ${revision}`}
        </Button>
      </Group>
    </>
  );
}
