import { Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatDuration, formatRelative } from '../../../../shared/format.ts';
import { TextDiff } from '../../../../ui/diff/text-diff.tsx';
import { statusWords } from '../../../../ui/status/status.ts';
import { languageOf, prettyBody } from '../../model/editor/body-text.ts';
import type { Send } from '../../model/tabs/send-history.ts';
import classes from './compare-sends.module.css';

interface Props {
  /** Newest first; at least two. */
  sends: readonly Send[];
  onClose: () => void;
}

const labelOf = ({ at, detail }: Send): string => {
  const { exchange, durationMs, status } = detail;
  const answer = exchange?.response?.status ?? statusWords[status];
  return `${answer} · ${formatDuration(exchange?.timing?.totalMs ?? durationMs)} · ${formatRelative(at)}`;
};

const headersOf = ({ detail }: Send): string =>
  (detail.exchange?.response?.headers ?? []).map(([name, value]) => `${name.toLowerCase()}: ${value}`).join('\n');

const bodyOf = ({ detail }: Send): string => {
  const body = detail.exchange?.response?.body;
  return prettyBody(body?.text ?? '', languageOf(body?.contentType, body?.text ?? ''));
};

/** CompareSendsDialog shows how the responses of two sends of a request differ. */
export function CompareSendsDialog({ sends, onClose }: Props) {
  const [chosen, setChosen] = useState({ before: sends[1]?.at ?? '', after: sends[0]?.at ?? '' });
  const before = sends.find(({ at }) => at === chosen.before);
  const after = sends.find(({ at }) => at === chosen.after);
  const data = sends.map((send) => ({ value: send.at, label: labelOf(send) }));
  return (
    <Modal opened onClose={onClose} title="Compare responses" size={1100}>
      <div className={classes.choices}>
        <Select
          label="Before"
          allowDeselect={false}
          data={data}
          value={chosen.before}
          onChange={(value) => value && setChosen({ ...chosen, before: value })}
        />
        <Select
          label="After"
          allowDeselect={false}
          data={data}
          value={chosen.after}
          onChange={(value) => value && setChosen({ ...chosen, after: value })}
        />
      </div>
      {before && after ? <Differences key={`${chosen.before} ${chosen.after}`} before={before} after={after} /> : null}
    </Modal>
  );
}

function Differences({ before, after }: { before: Send; after: Send }) {
  const sizes = [before, after].map(({ detail }) => detail.exchange?.response?.body.sizeBytes ?? 0);
  const isCut = [before, after].some(({ detail }) => detail.exchange?.response?.body.truncated);
  return (
    <>
      <p className="dim num">
        Body: {formatBytes(sizes[0] ?? 0)} before, {formatBytes(sizes[1] ?? 0)} after.
        {isCut ? ' Only the first part of long bodies is compared.' : ''}
      </p>
      <h3 className={`eyebrow ${classes.heading}`}>Body</h3>
      <TextDiff
        label="Bodies"
        before={{ label: 'Before', text: bodyOf(before) }}
        after={{ label: 'After', text: bodyOf(after) }}
      />
      <h3 className={`eyebrow ${classes.heading}`}>Headers</h3>
      <TextDiff
        label="Headers"
        before={{ label: 'Before', text: headersOf(before) }}
        after={{ label: 'After', text: headersOf(after) }}
      />
    </>
  );
}
