import { Checkbox, Select, Tabs, TextInput } from '@mantine/core';
import { methods, type ScriptInput } from '@touchstone/contracts/api-testing';
import type { ReactNode } from 'react';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { KeyValueGrid } from '../../../../ui/table/key-value-grid.tsx';
import {
  AssertionsSection,
  AuthSection,
  BodySection,
  newScript,
  problemsAt,
  VariableCell,
  VariableInput,
} from '../../../api-testing/index.ts';
import type { DefinitionOf } from '../../model/definition-draft.ts';
import type { Problems } from '../../model/monitor-draft.ts';
import classes from './editor.module.css';
import type { DefinitionPart } from './form-part.ts';
import { NumberField } from './number-field.tsx';

type Exchange = DefinitionOf<'http'> | DefinitionOf<'soap'>;
/** Common part of both kinds of requests. */
type Shared = Pick<
  DefinitionOf<'http'>,
  'url' | 'headers' | 'authentication' | 'followRedirects' | 'maxRedirects' | 'verifyCertificate' | 'assertions'
>;
interface SharedPart {
  definition: Exchange;
  problems: Problems;
  onChange: (patch: Partial<Shared>) => void;
}

/** The request in the format of the API testing editor. */
function scriptOf(definition: Exchange): ScriptInput {
  const { url, headers = [], authentication, assertions = [] } = definition;
  const http = definition.kind === 'http' ? definition : undefined;
  return {
    ...newScript(),
    method: http?.method ?? 'POST',
    url,
    headers: headers as ScriptInput['headers'],
    authentication: (authentication ?? { type: 'none' }) as ScriptInput['authentication'],
    body: (http?.body ?? { type: 'none' }) as ScriptInput['body'],
    assertions: assertions as ScriptInput['assertions'],
  };
}

/** HttpFields edits the request to send and the expectations on its response. */
export function HttpFields(props: DefinitionPart<DefinitionOf<'http'>>) {
  const { definition, problems, projectId, onChange } = props;
  const script = scriptOf(definition);
  return (
    <>
      <div className={classes.line}>
        <Select
          label="Method"
          allowDeselect={false}
          data={methods}
          value={definition.method ?? 'GET'}
          error={problems.method}
          onChange={(method) => method && onChange({ method })}
        />
        <Address {...props} />
      </div>
      <ExchangeTabs
        {...props}
        script={script}
        body={
          <BodySection
            draft={script}
            projectId={projectId}
            suiteId={undefined}
            problems={problems}
            onChange={({ body, method }) => onChange({ body, method })}
          />
        }
      />
    </>
  );
}

/** SoapFields edits the envelope to post and the expectations on its response. */
export function SoapFields(props: DefinitionPart<DefinitionOf<'soap'>>) {
  const { definition, problems, onChange } = props;
  return (
    <>
      <div className={classes.line}>
        <Select
          label="SOAP version"
          allowDeselect={false}
          data={['1.1', '1.2']}
          value={definition.soapVersion ?? '1.1'}
          onChange={(version) => version && onChange({ soapVersion: version as '1.1' | '1.2' })}
        />
        <Address {...props} />
      </div>
      <TextInput
        className={classes.wide}
        label="SOAPAction (optional)"
        value={definition.action ?? ''}
        error={problems.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <ExchangeTabs
        {...props}
        script={scriptOf(definition)}
        body={
          <div className={classes.settings}>
            <CodeField
              label="Envelope"
              language="xml"
              value={definition.envelope}
              error={problems.envelope}
              onChange={(envelope) => onChange({ envelope })}
            />
          </div>
        }
      />
    </>
  );
}

function Address({ definition, problems, onChange }: SharedPart) {
  return (
    <VariableInput
      label="URL"
      placeholder="https://api.example.com/health"
      inputClass="mono"
      value={definition.url}
      error={problems.url}
      onChange={(url) => onChange({ url })}
    />
  );
}

interface TabsProps extends SharedPart {
  script: ScriptInput;
  body: ReactNode;
}

function ExchangeTabs({ definition, problems, onChange, script, body }: TabsProps) {
  const has = (...places: string[]) =>
    Object.keys(problems).some((key) => places.some((place) => key === place || key.startsWith(`${place}.`)));
  const name = (label: string, count: number, ...places: string[]) => (
    <>
      {count > 0 ? `${label} ${count}` : label}
      {has(...places) ? <span style={{ color: 'var(--fail)' }}> (check this)</span> : null}
    </>
  );
  const headers = script.headers;
  return (
    <Tabs className={classes.tabs} defaultValue="assertions" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="assertions">{name('Assertions', script.assertions.length, 'assertions')}</Tabs.Tab>
        <Tabs.Tab value="headers">{name('Headers', headers.length, 'headers')}</Tabs.Tab>
        <Tabs.Tab value="auth">{name('Auth', 0, 'authentication')}</Tabs.Tab>
        <Tabs.Tab value="body">
          {name(definition.kind === 'soap' ? 'Envelope' : 'Body', 0, 'body', 'envelope')}
        </Tabs.Tab>
        <Tabs.Tab value="settings">{name('Settings', 0, 'maxRedirects')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="assertions" className={classes.pane}>
        <AssertionsSection draft={script} problems={problems} onChange={({ assertions }) => onChange({ assertions })} />
      </Tabs.Panel>
      <Tabs.Panel value="headers" className={classes.pane}>
        <KeyValueGrid
          noun="header"
          rows={headers}
          onChange={(rows) => onChange({ headers: rows })}
          make={(row) => row}
          ValueCell={VariableCell}
          errors={problemsAt(problems as Record<string, string>, 'headers')}
        />
      </Tabs.Panel>
      <Tabs.Panel value="auth" className={classes.pane}>
        <AuthSection
          draft={script}
          problems={problems}
          onChange={({ authentication }) => onChange({ authentication })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="body" className={classes.pane}>
        {body}
      </Tabs.Panel>
      <Tabs.Panel value="settings" className={classes.settings}>
        <Checkbox
          label="Follow redirects"
          checked={definition.followRedirects ?? true}
          onChange={(event) => onChange({ followRedirects: event.currentTarget.checked })}
        />
        {definition.followRedirects === false ? null : (
          <NumberField
            label="Maximum redirects"
            min={0}
            max={50}
            value={definition.maxRedirects ?? 10}
            error={problems.maxRedirects}
            onChange={(maxRedirects) => onChange({ maxRedirects })}
          />
        )}
        <Checkbox
          label="Verify the certificate"
          checked={definition.verifyCertificate ?? true}
          onChange={(event) => onChange({ verifyCertificate: event.currentTarget.checked })}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
