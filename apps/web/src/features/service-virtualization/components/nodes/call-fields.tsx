import { Autocomplete, Select, TextInput } from '@mantine/core';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { addressForms } from '../../model/stub/address.ts';
import { textOf } from './mock-select.tsx';

const forms = Object.entries(addressForms).map(([value, label]) => ({ value, label }));
const methods = ['ANY', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** CallFields edits which calls a block refers to. */
export function CallFields({ node: { settings }, isReadOnly, onChange }: FlowNodeSettings) {
  const write = (name: string) => (value: string) => onChange({ [name]: value === '' ? undefined : value });
  return (
    <>
      <div className="row" style={{ gap: 8, alignItems: 'end' }}>
        <Autocomplete
          label="Method"
          w={110}
          disabled={isReadOnly}
          data={methods}
          value={textOf(settings.method) || 'ANY'}
          onChange={(method) => onChange({ method: method.toUpperCase() })}
        />
        <Select
          className="grow"
          label="Match by"
          allowDeselect={false}
          disabled={isReadOnly}
          data={forms}
          value={textOf(settings.addressForm) || 'urlPath'}
          onChange={(addressForm) => onChange({ addressForm: addressForm ?? 'urlPath' })}
        />
      </div>
      <TextInput
        label="Path"
        placeholder="/orders/{{id}}"
        description="Write {{name}} for the value of an input."
        classNames={{ input: 'mono' }}
        spellCheck={false}
        disabled={isReadOnly}
        value={textOf(settings.path)}
        onChange={(event) => write('path')(event.currentTarget.value)}
      />
      <div className="row" style={{ gap: 8, alignItems: 'end' }}>
        <TextInput
          className="grow"
          label="Header"
          placeholder="X-User"
          spellCheck={false}
          disabled={isReadOnly}
          value={textOf(settings.header)}
          onChange={(event) => write('header')(event.currentTarget.value)}
        />
        <TextInput
          className="grow"
          label="Header value"
          spellCheck={false}
          disabled={isReadOnly}
          value={textOf(settings.headerValue)}
          onChange={(event) => write('headerValue')(event.currentTarget.value)}
        />
      </div>
      <CodeField
        label="More conditions"
        description="JSON, as in the request of an asset."
        language="json"
        placeholder='{ "bodyPatterns": [{ "matchesJsonPath": "$.id" }] }'
        value={textOf(settings.conditions)}
        readOnly={isReadOnly}
        onChange={write('conditions')}
      />
    </>
  );
}
