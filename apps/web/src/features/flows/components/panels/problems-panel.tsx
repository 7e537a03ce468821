import type { FlowProblem } from '@touchstone/engine-flow/core';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import type { FlowDocument } from '../../model/document/flow-document.ts';
import classes from './panels.module.css';

interface Props {
  document: FlowDocument;
  problems: readonly FlowProblem[];
  /** Shows the block or link with the problem. */
  onGo: (problem: FlowProblem) => void;
}

/** ProblemsPanel lists every fault of the workflow; each links to its place. */
export function ProblemsPanel({ document, problems, onGo }: Props) {
  const nameOf = ({ node, link }: FlowProblem): string => {
    const found = document.flow.links.find(({ id }) => id === link);
    const name = (id: string | undefined) => document.flow.nodes.find((one) => one.id === id)?.name ?? '';
    return found ? `${name(found.from)} → ${name(found.to)}` : name(node);
  };
  if (problems.length === 0)
    return (
      <p className="row" style={{ gap: 8, padding: 12 }}>
        <StatusGlyph status="passed" decorative /> No problems. The workflow can run.
      </p>
    );
  return (
    <ul className={classes.list} aria-label="Problems">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.node} ${problem.link} ${problem.port}`}>
          <button type="button" className={classes.item} onClick={() => onGo(problem)}>
            <StatusGlyph status="error" decorative />
            <span className="grow">
              <strong>{nameOf(problem) || 'Workflow'}</strong>
              <br />
              {problem.message}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
