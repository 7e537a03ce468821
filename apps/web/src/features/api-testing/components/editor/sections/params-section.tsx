import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { KeyValueGrid } from '../../../../../ui/table/key-value-grid.tsx';
import { type Problems, problemsAt } from '../../../model/editor/script-draft.ts';
import { VariableCell } from '../variable-input.tsx';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

export function ParamsSection({ draft, onChange, problems }: Props) {
  return (
    <>
      <KeyValueGrid
        noun="query parameter"
        heading="Query parameters, shown in the address too"
        rows={draft.queryParams}
        onChange={(queryParams) => onChange({ ...draft, queryParams })}
        make={(row) => row}
        ValueCell={VariableCell}
        errors={problemsAt(problems, 'queryParams')}
      />
      <KeyValueGrid
        noun="path parameter"
        heading="Path parameters, written {id} or :id in the address"
        withBulk={false}
        rows={draft.pathParams}
        onChange={(pathParams) => onChange({ ...draft, pathParams })}
        make={(row) => row}
        ValueCell={VariableCell}
        errors={problemsAt(problems, 'pathParams')}
      />
    </>
  );
}

const common = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Cookie',
  'If-Match',
  'If-None-Match',
  'Origin',
  'Referer',
  'User-Agent',
  'X-Api-Key',
  'X-Request-Id',
];

export function HeadersSection({ draft, onChange, problems }: Props) {
  return (
    <KeyValueGrid
      noun="header"
      rows={draft.headers}
      onChange={(headers) => onChange({ ...draft, headers })}
      make={(row) => row}
      ValueCell={VariableCell}
      errors={problemsAt(problems, 'headers')}
      keySuggestions={common}
    />
  );
}
