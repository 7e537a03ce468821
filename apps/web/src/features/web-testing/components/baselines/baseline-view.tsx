import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BaselineHistory, BaselineVersion } from '@touchstone/contracts/web-testing';
import { Link } from 'react-router';
import { formatBytes } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { useObjectUrl } from '../../../runs/index.ts';
import { baselinePictureQuery, baselineQuery, useBaselineMutations } from '../../api/baselines.ts';
import { webTestingPaths } from '../../paths.ts';
import classes from './baselines.module.css';

interface Props {
  id: string;
  canWrite: boolean;
}

/** BaselineView shows a baseline: its picture, what it belongs to, and its versions, one of which is current. */
export function BaselineView({ id, canWrite }: Props) {
  const baseline = useQuery(baselineQuery(id));
  return <Loaded query={baseline}>{(found) => <Found baseline={found} canWrite={canWrite} />}</Loaded>;
}

function Found({ baseline, canWrite }: { baseline: BaselineHistory; canWrite: boolean }) {
  const { uuid, name, target, scriptUUID, testScriptName, current, versions } = baseline;
  const { choose } = useBaselineMutations();
  const take = (version: number) =>
    choose
      .mutateAsync({ uuid, current, version })
      .then(
        () =>
          toast('success', version === current.version ? 'Baseline approved.' : `Version ${version} is the baseline.`),
        toastError,
      );
  return (
    <div className={classes.detail}>
      <h2>{name}</h2>
      <dl className={classes.facts}>
        <dt className="dim">Script</dt>
        <dd>
          {testScriptName === null ? (
            'Deleted. Nothing is compared with this baseline any more.'
          ) : (
            <Link className="link" to={webTestingPaths.steps(scriptUUID)}>
              {testScriptName}
            </Link>
          )}
        </dd>
        <dt className="dim">Target</dt>
        <dd>{target}</dd>
      </dl>
      {canWrite && !current.isReviewed ? (
        <div className="row wraps">
          <span>To review: a run kept this picture, because there was none.</span>
          <Button onClick={() => void take(current.version)}>Approve baseline</Button>
        </div>
      ) : null}
      <BaselinePicture id={uuid} version={current.version} alt={`Baseline of ${name}, version ${current.version}`} />
      <Versions
        versions={versions}
        current={current.version}
        onTake={canWrite ? (version) => void take(version) : undefined}
      />
    </div>
  );
}

function BaselinePicture({ id, version, alt }: { id: string; version: number; alt: string }) {
  const url = useObjectUrl(useQuery(baselinePictureQuery(id, version)).data);
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      <img className={classes.picture} src={url} alt={alt} />
    </a>
  ) : null;
}

interface VersionsProps {
  versions: readonly BaselineVersion[];
  current: number;
  onTake: ((version: number) => void) | undefined;
}

function Versions({ versions, current, onTake }: VersionsProps) {
  const columns: Column<BaselineVersion>[] = [
    {
      key: 'name',
      header: 'Version',
      width: 120,
      cell: ({ version }) => (
        <>
          <span className="num">{version}</span>
          {version === current ? <b> Current</b> : null}
        </>
      ),
    },
    {
      key: 'size',
      header: 'Size',
      cell: ({ width, height, sizeBytes }) => (
        <span className="num">
          {width} × {height}, {formatBytes(sizeBytes)}
        </span>
      ),
    },
    {
      key: 'by',
      header: 'Accepted by',
      cell: ({ isReviewed, acceptedBy }) => (isReviewed ? acceptedBy : `A run of ${acceptedBy}`),
    },
    { key: 'at', header: 'Accepted', width: 120, cell: ({ acceptedAt }) => <RelativeTime at={acceptedAt} /> },
    {
      key: 'run',
      header: 'Run',
      width: 80,
      cell: ({ runId }) =>
        runId === null ? null : (
          <Link className="link" to={webTestingPaths.result(runId)}>
            Report
          </Link>
        ),
    },
    {
      key: 'use',
      header: '',
      width: 130,
      cell: ({ version }) =>
        onTake && version !== current ? (
          <Button variant="subtle" size="compact-xs" onClick={() => onTake(version)}>
            Use version {version}
          </Button>
        ) : null,
    },
  ];
  return (
    <div className={classes.versions}>
      <DataTable
        label="Versions"
        rows={[...versions]}
        rowKey={({ version }) => String(version)}
        rowLabel={({ version }) => `Version ${version}`}
        columns={columns}
      />
    </div>
  );
}
