import { NumberInput } from '@mantine/core';
import { type BrowserName, browserNames, usualRunSettings } from '@touchstone/contracts/web-testing';
import type { Choice, ChoiceSource } from '../../../../shared/choices.ts';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { scriptChoices } from '../../api/scripts.ts';
import { suiteChoices } from '../../api/suites.ts';
import { BrowserSelect, NoBrowser } from '../results/browser-fields.tsx';

/** textOf is a setting that is a text; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** WebScriptSettings chooses the script that a block runs, and how it is run. */
export function WebScriptSettings(props: FlowNodeSettings) {
  return <Settings {...props} what={{ setting: 'scriptId', noun: 'script', label: 'Script', source: scriptChoices }} />;
}

/** WebSuiteSettings chooses the suite that a block runs, and how it is run. */
export function WebSuiteSettings(props: FlowNodeSettings) {
  return <Settings {...props} what={{ setting: 'suiteId', noun: 'suite', label: 'Suite', source: suiteChoices }} />;
}

interface What {
  setting: 'scriptId' | 'suiteId';
  noun: string;
  label: string;
  source: (projectId: string) => ChoiceSource;
}

function Settings({ node: { settings }, projectId, isReadOnly, onChange, what }: FlowNodeSettings & { what: What }) {
  const id = textOf(settings[what.setting]);
  const chosen: Choice | null = id === '' ? null : { value: id, label: textOf(settings.path) };
  const timeoutMs = numberOf(settings.timeoutMs) ?? usualRunSettings.timeoutMs;
  return (
    <>
      <RemoteSelect
        label={what.label}
        placeholder={`Choose a ${what.noun}`}
        source={what.source(textOf(settings.projectId) || projectId)}
        nothingFound={`No matching ${what.noun}`}
        emptyMessage={`No ${what.noun}s yet`}
        disabled={isReadOnly}
        value={chosen}
        onChange={({ value, label }) => onChange({ [what.setting]: value, path: label })}
      />
      <fieldset
        disabled={isReadOnly}
        className="form"
        style={{ border: 0, padding: 0, margin: '12px 0 0', minWidth: 0, display: 'grid', gap: 12 }}
      >
        <BrowserSelect value={browserOf(settings.browser)} onChange={(browser) => onChange({ browser })} />
        <NoBrowser />
        <NumberInput
          label="Timeout of a step"
          description="For steps without their own"
          suffix=" s"
          min={0.1}
          max={120}
          decimalScale={1}
          value={timeoutMs / 1000}
          onChange={(seconds) =>
            onChange({ timeoutMs: seconds === '' ? undefined : Math.round(Number(seconds) * 1000) })
          }
        />
        <NumberInput
          label="Retries of a step that fails"
          description="A step that passes at a retry counts as flaky"
          min={0}
          max={5}
          allowDecimal={false}
          value={numberOf(settings.retries) ?? usualRunSettings.retries}
          onChange={(retries) => onChange({ retries: retries === '' ? undefined : Number(retries) })}
        />
      </fieldset>
    </>
  );
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const browserOf = (value: unknown): BrowserName => browserNames.find((name) => name === value) ?? 'chromium';
