import { KeyValueGrid } from '../../../../ui/table/key-value-grid.tsx';
import type { KeyValueRow } from '../../../../ui/table/key-value-text.ts';
import { headerRowsOf, headersOf } from '../../model/stub/answer.ts';
import type { Json } from '../../model/stub/json.ts';
import { useMirror } from './use-mirror.ts';

const read = (headers: Json): KeyValueRow[] =>
  headerRowsOf(headers).map(({ name, value }) => ({ key: name, value, enabled: true }));
const write = (rows: readonly KeyValueRow[]): Json =>
  headersOf(rows.filter(({ enabled }) => enabled).map(({ key, value }) => ({ name: key, value })));

const suggestions = ['Cache-Control', 'Content-Type', 'ETag', 'Location', 'Set-Cookie', 'Vary'];

/** AnswerHeaders edits the headers of a response; a name may occur several times. */
export function AnswerHeaders({ headers, onChange }: { headers: Json; onChange: (headers: Json) => void }) {
  const [rows, setRows] = useMirror(headers, { read, write }, onChange);
  return (
    <KeyValueGrid<KeyValueRow>
      noun="response header"
      rows={rows}
      make={(row) => row}
      withDescription={false}
      keySuggestions={suggestions}
      onChange={setRows}
    />
  );
}
