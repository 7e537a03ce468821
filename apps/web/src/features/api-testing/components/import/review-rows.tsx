import { Checkbox, SegmentedControl } from '@mantine/core';
import type { ImportReview } from '@touchstone/contracts/api-testing';
import { diffWords } from '@touchstone/kernel/text-diff';
import { MarkedText } from '../../../../ui/diff/marked-text.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { conflictKey, partName } from '../../model/import/import-review.ts';
import classes from './import.module.css';

type Request = ImportReview['added'][number];
type Conflict = ImportReview['conflicts'][number];

/** RequestLine names a request by method and name. */
export const RequestLine = ({ request: { method, scriptName, url } }: { request: Request }) => (
  <span className={classes.line}>
    <MethodWord method={method} width={42} />
    <span className="ellipsis" title={url}>
      {scriptName}
    </span>
  </span>
);

interface CheckRowProps {
  request: Request;
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

/** CheckRow lets the user accept or reject a whole request. */
export function CheckRow({ request, label, checked, onChange }: CheckRowProps) {
  return (
    <li className={classes.checkRow}>
      <Checkbox
        aria-label={`${label} ${request.method} ${request.scriptName}`}
        label={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <RequestLine request={request} />
    </li>
  );
}

interface ConflictRowProps {
  conflict: Conflict;
  taken: ReadonlySet<string>;
  onTake: (key: string, on: boolean) => void;
}

/** ConflictRow shows both sides' changes to a request and asks which to keep. */
export function ConflictRow({ conflict, taken, onTake }: ConflictRowProps) {
  const removed = conflictKey(conflict.id, 'removed');
  const choose = (key: string, label: string, names: [string, string]) => (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={taken.has(key) ? 'document' : 'mine'}
      onChange={(value) => onTake(key, value === 'document')}
      data={[
        { value: 'mine', label: names[0] },
        { value: 'document', label: names[1] },
      ]}
    />
  );
  return (
    <li>
      <RequestLine request={conflict} />
      {conflict.isRemoved ? (
        <div className={classes.decide}>
          <span className="grow">Removed from the document, edited here.</span>
          {choose(removed, `${conflict.scriptName} is gone`, ['Keep', 'Delete'])}
        </div>
      ) : null}
      {conflict.differences.map(({ part, original, before, after }) => {
        const key = conflictKey(conflict.id, part);
        const name = partName(part);
        return (
          <div key={part}>
            <div className={classes.decide}>
              <span className="grow">{name}</span>
              {choose(key, `${name} of ${conflict.scriptName}`, ['Keep mine', 'Take the document’s'])}
            </div>
            <Compared
              sides={[
                ['Was', original],
                ['Mine', before],
                ['Document', after],
              ]}
            />
          </div>
        );
      })}
    </li>
  );
}

/** Compared shows texts side by side, with the differences of the last two marked. */
export function Compared({ name, sides }: { name?: string; sides: [label: string, text: string][] }) {
  const marks = diffWords(sides.at(-2)?.[1] ?? '', sides.at(-1)?.[1] ?? '');
  return (
    <dl className={classes.compared}>
      {name ? <dt className={classes.part}>{name}</dt> : null}
      {sides.map(([label, text], index) => {
        const mark = marks[index - sides.length + 2];
        return (
          <div key={label}>
            <dt className="dim">{label}</dt>
            <dd className="mono">
              {mark ? <MarkedText pieces={mark} /> : text}
              {text === '' ? <span className="dim">nothing</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
