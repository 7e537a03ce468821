import { Button } from '@mantine/core';
import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../../ui/page.tsx';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import type { RunView } from '../../model/run/run-store.ts';
import { firstFailure } from '../../model/run/step-list.ts';
import classes from './report.module.css';
import { StepSkeleton } from './report-skeleton.tsx';
import { StepDetailPane } from './step-detail-pane.tsx';
import { type ReportSearch, StepListPane } from './step-list-pane.tsx';

interface Props {
  run: ExecutionSummary;
  view: RunView;
  canWrite: boolean;
  search: ReportSearch;
  onSearch: (patch: Partial<ReportSearch>) => void;
}

/** ReportSteps shows the steps of a run next to the selected one; on a small screen these are two screens. */
export function ReportSteps({ run, view, canWrite, search, onSearch }: Props) {
  // The first failure opens automatically once; after that only the user changes the selection.
  const [opened, setOpened] = useState<string | undefined>(search.step);
  const failure = opened === undefined ? firstFailure(view.steps) : undefined;
  useEffect(() => {
    if (failure) setOpened(failure.stepId);
  }, [failure]);
  const [isListWanted, setListWanted] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isListWanted) list.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  }, [isListWanted]);

  const { counts, loaded, completed, steps } = view;
  const isReading = loaded < counts.total;
  // If something failed, its step may load or be reported after the others: no other step is shown before it.
  const opensFailure = opened === undefined && counts.failed + counts.error > 0 && (completed || loaded === 0);
  const fallback = completed ? steps.find((step) => step !== undefined) : undefined;
  const selected = opened ? steps.find((step) => step?.stepId === opened) : opensFailure ? undefined : fallback;
  const screen = (opened || opensFailure) && !isListWanted ? 'second' : 'first';
  const select = (step: StepSummary) => {
    setOpened(step.stepId);
    setListWanted(false);
    onSearch({ step: step.stepId });
  };
  return (
    <SplitPane
      id="report"
      label="Width of the step list"
      direction="row"
      initial={42}
      screen={screen}
      first={
        <div ref={list} style={{ height: '100%' }}>
          <StepListPane
            run={run}
            view={view}
            search={search}
            onSearch={onSearch}
            selectedId={selected?.stepId}
            onSelect={select}
          />
        </div>
      }
      second={
        <div className={classes.detailPane} data-tour="step-detail">
          <div className={classes.back}>
            <Button variant="subtle" leftSection={<ChevronLeft size={16} />} onClick={() => setListWanted(true)}>
              All steps
            </Button>
          </div>
          {selected ? (
            <StepDetailPane run={run} step={selected} canWrite={canWrite} isInFront={screen === 'second'} />
          ) : opensFailure || (isReading && (opened || loaded === 0)) ? (
            <StepSkeleton withHead />
          ) : (
            <EmptyState title="No step chosen">
              {completed
                ? 'Choose a step to see what was sent and what came back.'
                : 'Choose a step, or wait: the first failure opens automatically.'}
            </EmptyState>
          )}
        </div>
      }
    />
  );
}
