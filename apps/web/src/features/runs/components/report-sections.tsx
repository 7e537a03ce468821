import { useQuery } from '@tanstack/react-query';
import type { ReportCheck, RunSections, SectionBlock } from '@touchstone/contracts/runs';
import type { ReactNode } from 'react';
import { formatBytes, formatCount, formatDuration } from '../../../shared/format.ts';
import { fixedSource, TimeChart } from '../../../ui/chart/time-chart.tsx';
import { inOrder } from '../../../ui/in-order.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ProofLines } from '../../../ui/proof/proof-lines.tsx';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { sectionsQuery } from '../api/runs.queries.ts';
import classes from './runs.module.css';

/** ReportSections renders the sections of a finished run's report besides its steps. */
export function ReportSections({ runId }: { runId: string }) {
  return <Loaded query={useQuery(sectionsQuery(runId))}>{(report) => <Sections report={report} />}</Loaded>;
}

function Sections({ report: { facts, figures, sections } }: { report: RunSections }) {
  return (
    <>
      <Panel title="Report" padded>
        <Values values={[...(figures ?? []), ...facts].map(({ label, text }) => ({ name: label, text }))} />
      </Panel>
      {inOrder(sections, (block) => (
        <Panel title={titleOf(block)} padded>
          <Block block={block} />
        </Panel>
      ))}
    </>
  );
}

const titleOf = (block: SectionBlock): string => (block.type === 'notice' ? 'Notice' : (block.title ?? 'Notes'));

/** Renders a section block by its type; report files render the same types. */
function Block({ block }: { block: SectionBlock }): ReactNode {
  switch (block.type) {
    case 'notice':
      return <p>{block.text}</p>;
    case 'text':
      return inOrder(block.lines, (line) => <p>{line}</p>);
    case 'checks':
      return inOrder(block.checks, (check) => <Check check={check} />);
    case 'values':
      return <Values values={block.values} />;
    case 'list':
      return (
        <Values
          values={block.items.map(({ strong, text, detail }) => ({
            name: strong,
            text: detail ? `${text} (${detail})` : text,
          }))}
        />
      );
    case 'table':
      return <Table title={block.title} columns={block.columns} rows={block.rows} />;
    case 'chart':
      return <Chart block={block} />;
    case 'image':
      return <Image block={block} />;
    case 'files':
      return (
        <Values
          values={block.files.map(({ name, mediaType, sizeBytes }) => ({
            name,
            text: `${mediaType} · ${formatBytes(sizeBytes)}`,
          }))}
        />
      );
  }
}

function Values({ values }: { values: { name: string; text: string; problem?: string | undefined }[] }) {
  return (
    <dl className={classes.values}>
      {inOrder(values, ({ name, text, problem }) => (
        <div style={{ display: 'contents' }}>
          <dt className="dim">{name}</dt>
          <dd>
            {text}
            {problem ? <div>{problem}</div> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Check({ check: { status, title, subject, expected, actual, proof } }: { check: ReportCheck }) {
  return (
    <div className={classes.step}>
      <StatusGlyph status={status} />
      <span className={classes.title}>
        {title} {subject ? <span className="dim">{subject}</span> : null}
        {expected === undefined ? null : <div className="dim">Expected {written(expected)}</div>}
        {actual === undefined ? null : <div className="dim">Actual {written(actual)}</div>}
        {proof ? <ProofLines proof={proof} /> : null}
      </span>
    </div>
  );
}

function Table({ title, columns, rows }: { title: string; columns: string[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={classes.scroll} tabIndex={0} aria-label={`Table ${title}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            {inOrder(columns, (column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(rows, (row) => (
            <tr>
              {inOrder(row, (cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const dashes = ['solid', 'dashed', 'dotted'] as const;

function Chart({ block: { title, unit, seconds, lines } }: { block: Extract<SectionBlock, { type: 'chart' }> }) {
  const format = (value: number) =>
    unit === 'duration' ? formatDuration(value) : formatCount(Math.round(value * 10) / 10);
  return (
    <TimeChart
      label={title}
      series={lines.map(({ label, color }, index) => ({
        label,
        format,
        color: color.startsWith('--') ? color : `--${color}`,
        dash: dashes[index % dashes.length] ?? 'solid',
      }))}
      source={fixedSource({ seconds: [...seconds], values: lines.map(({ values }) => [...values]) })}
    />
  );
}

const drawn = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

function Image({ block: { title, mediaType, base64 } }: { block: Extract<SectionBlock, { type: 'image' }> }) {
  if (!drawn.includes(mediaType)) return <p>{mediaType}</p>;
  return <img className={classes.picture} src={`data:${mediaType};base64,${base64}`} alt={title} />;
}
