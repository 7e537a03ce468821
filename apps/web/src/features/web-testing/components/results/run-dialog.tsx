import { NumberInput, Select } from '@mantine/core';
import type { BrowserName, RepositoryScript, Suite } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useExecutions } from '../../api/executions.ts';
import { webTestingPaths } from '../../paths.ts';
import { BrowserSelect, EnvironmentSelect, NoBrowser, useChosenEnvironment } from './browser-fields.tsx';

/** Sizes of the window that scripts are usually run in. */
const viewports: readonly [label: string, width: number, height: number][] = [
  ['Desktop, 1280 × 720', 1280, 720],
  ['Large desktop, 1920 × 1080', 1920, 1080],
  ['Tablet, 768 × 1024', 768, 1024],
  ['Phone, 390 × 844', 390, 844],
];

interface Props {
  scripts: readonly RepositoryScript[];
  /** The suite whose scripts they are. */
  suite?: Suite;
  onClose: () => void;
}

/** RunDialog runs scripts or a suite, one script after the other, and leads to the run. */
export function RunDialog({ scripts, suite, onClose }: Props) {
  const { run } = useExecutions();
  const navigate = useNavigate();
  const projectId = scripts[0]?.projectUUID ?? '';
  const { chosen: environmentId } = useChosenEnvironment(projectId);
  const [browser, setBrowser] = useState<BrowserName>('chromium');
  const [viewport, setViewport] = useState('0');
  const [retries, setRetries] = useState<number | string>(0);
  const [problem, setProblem] = useState('');
  const what = suite
    ? suite.testSuiteName
    : scripts.length === 1
      ? (scripts[0]?.testScriptName ?? '')
      : `${scripts.length} scripts`;
  const submit = async () => {
    const [, width, height] = viewports[Number(viewport)] ?? viewports[0]!;
    const { runId } = await run.mutateAsync({
      ...(suite ? { suiteUUID: suite.uuid } : { scriptUUIDs: scripts.map(({ uuid }) => uuid) }),
      browser,
      viewport: { width, height },
      retries: Number(retries) || 0,
      ...(environmentId && { environmentId }),
    });
    void navigate(webTestingPaths.result(runId));
  };
  return (
    <FormDialog
      title={`Run ${what}`}
      confirm="Run Test"
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <div style={{ display: 'grid', gap: 16 }}>
        <BrowserSelect value={browser} onChange={setBrowser} />
        <NoBrowser />
        <Select
          label="Window"
          allowDeselect={false}
          data={viewports.map(([label], index) => ({ value: String(index), label }))}
          value={viewport}
          onChange={(value) => value && setViewport(value)}
        />
        <EnvironmentSelect projectId={projectId} />
        <NumberInput
          label="Retries of a step that fails"
          description="A step that passes at a retry counts as flaky"
          min={0}
          max={5}
          allowDecimal={false}
          value={retries}
          onChange={setRetries}
        />
        {problem ? (
          <p role="alert" style={{ color: 'var(--fail)', margin: 0 }}>
            {problem}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}
