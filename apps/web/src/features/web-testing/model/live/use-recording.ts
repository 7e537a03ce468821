import {
  type BrowserName,
  type LiveNews,
  type LivePicked,
  type RepositoryStep,
  recordingBrowserNames,
  type ScriptStepResult,
} from '@touchstone/contracts/web-testing';
import type { Step, Target } from '@touchstone/engine-keyword/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { tryLiveSteps } from '../../api/live.ts';
import { findStep, insertAfter } from '../steps/edit-steps.ts';
import type { StepEditor } from '../steps/use-step-editor.ts';
import { applyRecorded } from './apply-recorded.ts';
import { triedResult } from './tried-result.ts';
import { useLiveBrowser } from './use-live-browser.ts';
import { useTypedPassword } from './use-typed-password.ts';

/** Why an element of the page is picked. */
export type PickPurpose = 'check' | 'target';

/** Steps for a browser that can't record are recorded in the first one that can. */
const recordedIn = (browser: BrowserName) => recordingBrowserNames.find((name) => name === browser) ?? 'chromium';

/**
 * useRecording opens a browser on the server and records actions in it into the edited script, after the active step.
 * Results of steps tried in the browser are kept by step id.
 */
export function useRecording(scriptUUID: string, editor: StepEditor) {
  const { connection, isOpening, open, close } = useLiveBrowser();
  const [purpose, setPurpose] = useState<PickPurpose>('check');
  const [results, setResults] = useState<ReadonlyMap<string, ScriptStepResult>>(new Map());
  const { password, ...typed } = useTypedPassword();
  const { receive: receivePassword } = typed;
  const latest = useRef(editor);
  latest.current = editor;

  useEffect(() => {
    if (!connection) return;
    return connection.onNews((news) => {
      if (news.type === 'step' || news.type === 'removed') take(latest.current, news);
      if (news.type === 'tried') setResults((before) => new Map(before).set(news.stepId, triedResult(news)));
      receivePassword(news);
    });
  }, [connection, receivePassword]);

  const start = async (browser: BrowserName, environmentId: string | null): Promise<void> => {
    const request = { scriptUUID, browser: recordedIn(browser), ...(environmentId && { environmentId }) };
    if (!(await open(request))) return;
    setResults(new Map());
    typed.forget();
  };
  const tryThem = async (steps: readonly Step[]): Promise<void> => {
    if (!connection || steps.length === 0) return;
    setResults(new Map());
    await tryLiveSteps(connection.liveId, steps as RepositoryStep[]).catch(toastError);
  };
  const pick = useCallback(
    (next: PickPurpose) => {
      setPurpose(next);
      connection?.forgetPicked();
      void connection?.command({ type: 'mode', mode: 'pick' });
    },
    [connection],
  );
  /** Ends picking; clicks are recorded again. */
  const picked = () => {
    connection?.forgetPicked();
    void connection?.command({ type: 'mode', mode: 'record' });
  };
  const pickTarget = useMemo(() => (connection ? () => pick('target') : undefined), [connection, pick]);
  return {
    connection,
    isOpening,
    purpose,
    results,
    start,
    stop: close,
    pick,
    cancelPick: picked,
    /** Picks the element of the active step; undefined while no browser is open. */
    pickTarget,
    /** A password that is in the script as typed. */
    password,
    /** Replaces the password in the step by a variable. */
    namePassword(name: string) {
      const step = password && findStep(latest.current.steps, password.stepId);
      if (step) latest.current.change(step.id, { args: { ...step.args, value: `{{${name}}}` } });
      typed.forget();
    },
    leavePassword: typed.forget,
    addCheck(step: Step) {
      const { steps, active, replace, focus } = latest.current;
      replace(insertAfter(steps, active, [step]));
      focus(step.id);
      picked();
    },
    useTarget(target: Target) {
      const { active, change } = latest.current;
      if (active !== null) change(active, { target });
      picked();
    },
    tryAll: () => tryThem(latest.current.steps),
    tryUpTo(stepId: string) {
      const { steps } = latest.current;
      const at = steps.findIndex((step) => step.id === stepId || findStep([step], stepId) !== undefined);
      return tryThem(steps.slice(0, at + 1));
    },
    tryOne(stepId: string) {
      const step = findStep(latest.current.steps, stepId);
      return tryThem(step ? [step] : []);
    },
  };
}
/** Recording is a browser on the server whose use becomes script steps. */
export type Recording = ReturnType<typeof useRecording>;
/** The picked element, and why it was picked. */
export type { LivePicked };

function take(editor: StepEditor, news: Extract<LiveNews, { type: 'step' | 'removed' }>): void {
  const { steps, active } = applyRecorded(editor.steps, editor.active, news);
  editor.replace(steps, news.type === 'step' ? `recorded ${news.step.id}` : undefined);
  editor.focus(active);
}
