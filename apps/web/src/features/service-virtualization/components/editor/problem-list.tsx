import { Button } from '@mantine/core';
import type { AssetProblem, AssetWarning } from '@touchstone/contracts/service-virtualization';
import { Link } from 'react-router';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { type Place, placeOf } from '../../model/asset-draft.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from './editor.module.css';

/** ProblemList lists the problems of a part of an asset. */
export function ProblemList({ problems, place }: { problems: readonly AssetProblem[]; place?: Place }) {
  const shown = place ? problems.filter((problem) => placeOf(problem) === place) : problems;
  if (shown.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Problems">
      {shown.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <StatusGlyph status="error" size={13} decorative />
          <span>
            {message}
            {path ? <code className={`${classes.at} mono`}>{path.replace(/^(stub|resource)\.?/, '')}</code> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface WarningsProps {
  warnings: readonly AssetWarning[];
}

/** WarningList lists warnings about a working asset, such as another one that responds in its place. */
export function WarningList({ warnings }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label="Warnings">
      {warnings.map(({ code, message, assetId, assetName }) => (
        <li key={`${code} ${assetId} ${message}`}>
          <StatusGlyph status="flaky" size={13} decorative />
          <span>
            {message}{' '}
            {assetId ? (
              <Link className="link" to={virtualizationPaths.asset(assetId)}>
                {`Open ${assetName ?? 'it'}`}
              </Link>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** MakeDynamic offers to make a static asset dynamic if it computes its response. */
export function MakeDynamic({ problems, onClick }: { problems: readonly AssetProblem[]; onClick: () => void }) {
  if (!problems.some(({ message }) => message.endsWith('Make it dynamic.'))) return null;
  return (
    <Button variant="default" onClick={onClick}>
      Make it dynamic
    </Button>
  );
}
