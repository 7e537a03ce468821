import { Autocomplete, Select, Tabs, TextInput } from '@mantine/core';
import type { AssetProblem } from '@touchstone/contracts/service-virtualization';
import { formatCount } from '../../../../shared/format.ts';
import { type Place, placeOf } from '../../model/asset-draft.ts';
import { type AddressForm, addressForms, addressOf, withAddress } from '../../model/stub/address.ts';
import { type Json, objectAt, pretty, withMembers } from '../../model/stub/json.ts';
import { BodyMatchers } from './body-matchers.tsx';
import classes from './editor.module.css';
import { MatcherGrid } from './matcher-grid.tsx';
import { ProblemList } from './problem-list.tsx';

const methods = ['ANY', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'MESSAGE'];
const forms = [
  ...Object.entries(addressForms).map(([value, label]) => ({ value, label })),
  { value: 'any', label: 'Any path' },
];

interface Props {
  request: Json;
  problems: readonly AssetProblem[];
  onChange: (change: (before: Json) => Json) => void;
}

/** RequestFields edits which requests a stub matches. */
export function RequestFields({ request, problems, onChange }: Props) {
  const address = addressOf(request);
  const { method } = request;
  const isPlain = method === undefined || typeof method === 'string';
  const set = (patch: Json) => onChange((before) => withMembers(before, patch));
  return (
    <>
      <div className={classes.address}>
        {isPlain ? (
          <Autocomplete
            label="Method"
            data={methods}
            value={method ?? 'ANY'}
            onChange={(value) => set({ method: value.trim().toUpperCase() })}
          />
        ) : (
          <TextInput label="Method" readOnly value={pretty(method)} description="Several: edit as JSON" />
        )}
        <Select
          label="Match by"
          allowDeselect={false}
          data={forms}
          value={address.form}
          onChange={(form) =>
            form && onChange((before) => withAddress(before, form as AddressForm, address.value || '/'))
          }
        />
        <TextInput
          label="Path"
          classNames={{ input: 'mono' }}
          disabled={address.form === 'any'}
          spellCheck={false}
          autoComplete="off"
          placeholder={address.form === 'urlPathTemplate' ? '/orders/{id}' : '/orders/42'}
          value={address.value}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange((before) => withAddress(before, address.form, value));
          }}
        />
      </div>
      <ProblemList problems={problems} place="address" />
      <MatcherTabs request={request} problems={problems} set={set} />
    </>
  );
}

interface TabsProps {
  request: Json;
  problems: readonly AssetProblem[];
  set: (patch: Json) => void;
}

function MatcherTabs({ request, problems, set }: TabsProps) {
  const bodies = Array.isArray(request.bodyPatterns) ? request.bodyPatterns : [];
  const path = objectAt(request, 'pathParameters');
  const grids: [tab: string, title: string, noun: string, member: string, place: Place][] = [
    ['query', 'Query', 'query parameter', 'queryParameters', 'query'],
    ['headers', 'Headers', 'header', 'headers', 'headers'],
    ['cookies', 'Cookies', 'cookie', 'cookies', 'headers'],
    ...(addressOf(request).form === 'urlPathTemplate' || Object.keys(path).length > 0
      ? ([['path', 'Path variables', 'path variable', 'pathParameters', 'query']] as typeof grids)
      : []),
  ];
  return (
    <Tabs defaultValue="query" keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        {grids.map(([tab, title, , member]) => (
          <Tabs.Tab key={tab} value={tab}>
            <Counted title={title} count={Object.keys(objectAt(request, member)).length} />
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="body">
          <Counted title="Body" count={bodies.length} hasProblem={problems.some((each) => placeOf(each) === 'body')} />
        </Tabs.Tab>
      </Tabs.List>
      {grids.map(([tab, , noun, member, place]) => (
        <Tabs.Panel key={tab} value={tab} className={classes.pane}>
          <MatcherGrid
            noun={noun}
            matchers={objectAt(request, member)}
            onChange={(matchers) => set({ [member]: matchers })}
          />
          <ProblemList problems={problems} place={place} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="body" className={classes.pane}>
        <BodyMatchers patterns={bodies} onChange={(bodyPatterns) => set({ bodyPatterns })} />
        <ProblemList problems={problems} place="body" />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Counted is the title of a tab with its row count. */
export function Counted({ title, count, hasProblem = false }: { title: string; count: number; hasProblem?: boolean }) {
  return (
    <span className="row" style={{ gap: 6 }}>
      {title}
      {count > 0 ? <span className="dim num">{formatCount(count)}</span> : null}
      {hasProblem ? <span className={classes.marked}>!</span> : null}
    </span>
  );
}
