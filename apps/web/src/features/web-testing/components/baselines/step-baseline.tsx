import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Baseline, ScriptStepResult } from '@touchstone/contracts/web-testing';
import { Link } from 'react-router';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { stepBaselineQuery, useBaselineMutations } from '../../api/baselines.ts';
import { webTestingPaths } from '../../paths.ts';
import classes from './baselines.module.css';
import { ComparedPicture } from './compared-picture.tsx';

interface Props {
  runId: string;
  result: Pick<ScriptStepResult, 'stepId' | 'picture'>;
  canWrite: boolean;
}

/** StepBaseline compares the picture of a step with its baseline, and lets users accept it. */
export function StepBaseline({ runId, result: { stepId, picture }, canWrite }: Props) {
  if (!picture) return null;
  return (
    <section className={classes.section}>
      <h2>Picture “{picture.name}”</h2>
      <ComparedPicture runId={runId} picture={picture} />
      {picture.actual === null ? null : <Decision runId={runId} stepId={stepId} canWrite={canWrite} />}
    </section>
  );
}

function Decision({ runId, stepId, canWrite }: { runId: string; stepId: string; canWrite: boolean }) {
  const { data } = useQuery(stepBaselineQuery(runId, stepId));
  const { accept, choose } = useBaselineMutations();
  if (!data) return null;
  const { baseline, isCurrent } = data;
  const take = () =>
    accept
      .mutateAsync({ runId, stepId, currentVersion: baseline?.current.version ?? null })
      .then(({ current }) => toast('success', `Version ${current.version} is the baseline.`), toastError);
  const approve = (seen: Baseline) =>
    choose
      .mutateAsync({ ...seen, version: seen.current.version })
      .then(() => toast('success', 'Baseline approved.'), toastError);
  return (
    <div className="row wraps">
      {isCurrent && baseline ? <IsBaseline baseline={baseline} /> : null}
      {canWrite && isCurrent && baseline && !baseline.current.isReviewed ? (
        <Button loading={choose.isPending} onClick={() => void approve(baseline)}>
          Approve baseline
        </Button>
      ) : null}
      {canWrite && !isCurrent ? (
        <Button loading={accept.isPending} onClick={() => void take()}>
          Accept as new baseline
        </Button>
      ) : null}
      {baseline ? (
        <Link
          className="link"
          to={webTestingPaths.baselines({ project: baseline.projectUUID, baseline: baseline.uuid })}
        >
          Versions
        </Link>
      ) : null}
    </div>
  );
}

function IsBaseline({ baseline: { current } }: { baseline: Baseline }) {
  const { version, isReviewed, acceptedBy, acceptedAt } = current;
  return (
    <span>
      {isReviewed
        ? `This is version ${version} of the baseline, accepted by ${acceptedBy} `
        : 'To review: kept by this run '}
      <RelativeTime at={acceptedAt} />
    </span>
  );
}
