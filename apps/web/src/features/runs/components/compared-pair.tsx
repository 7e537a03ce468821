import type { ComparedStep, StepPair } from '@touchstone/contracts/runs';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../shared/format.ts';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import classes from './comparison.module.css';
import { RunPicture } from './run-picture.tsx';

interface Props {
  pair: StepPair;
  /** The earlier and the later run. */
  runIds: [before: string, after: string];
}

/** ComparedPair shows a step in two runs side by side: result, duration, values and pictures. */
export function ComparedPair({ pair: { before, after }, runIds }: Props) {
  const labels = [...new Set([...(before?.values ?? []), ...(after?.values ?? [])].map(({ label }) => label))];
  const hasPictures = [before, after].some((side) => side && side.pictures.length > 0);
  return (
    <table className={classes.sides}>
      <thead>
        <tr>
          <td />
          <th scope="col">Earlier</th>
          <th scope="col">This run</th>
        </tr>
      </thead>
      <tbody>
        <Line label="Status" before={before} after={after} show={statusOf} />
        <Line label="Duration" before={before} after={after} show={durationOf} />
        <Line label="Message" before={before} after={after} show={({ message }) => message} />
        {labels.map((label) => (
          <Line key={label} label={label} before={before} after={after} show={(step) => textOf(step, label)} isCode />
        ))}
        {hasPictures ? (
          <tr>
            <th scope="row">Picture</th>
            {[before, after].map((step, index) => (
              <td key={step?.stepId ?? index}>
                {step?.pictures.map(({ attachmentId, name }) => (
                  <RunPicture
                    key={attachmentId}
                    runId={runIds[index as 0 | 1]}
                    attachmentId={attachmentId}
                    name={name}
                  />
                ))}
              </td>
            ))}
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

const statusOf = ({ status }: ComparedStep) => <StatusLabel status={status} />;
const durationOf = ({ durationMs }: ComparedStep) => <span className="num">{formatDuration(durationMs)}</span>;
const textOf = ({ values }: ComparedStep, label: string) => values.find((value) => value.label === label)?.text ?? null;

interface LineProps extends Pick<StepPair, 'before' | 'after'> {
  label: string;
  show: (step: ComparedStep) => ReactNode;
  isCode?: boolean;
}

/** A line with both runs' values; hidden if neither has one. */
function Line({ label, before, after, show, isCode = false }: LineProps) {
  const [was, is] = [before && show(before), after && show(after)];
  if (was === null && is === null) return null;
  const differs = typeof (was ?? is) === 'string' && was !== is;
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row">{label}</th>
      <Cell step={before} content={was} isCode={isCode} />
      <Cell step={after} content={is} isCode={isCode} />
    </tr>
  );
}

function Cell({ step, content, isCode }: { step: ComparedStep | null; content: ReactNode; isCode: boolean }) {
  if (!step) return <td className="dim">Not in this run</td>;
  return <td className={isCode ? 'mono' : undefined}>{content ?? <span className="dim">–</span>}</td>;
}
