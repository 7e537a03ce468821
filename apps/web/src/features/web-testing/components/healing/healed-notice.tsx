import { healedText, type ScriptStepResult } from '@touchstone/contracts/web-testing';
import { Link } from 'react-router';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { webTestingPaths } from '../../paths.ts';

/** HealedNotice says that steps of a run continued with other elements, and links to the first of them. */
export function HealedNotice({ runId, steps }: { runId: string; steps: readonly ScriptStepResult[] }) {
  const healed = steps.filter(({ healing }) => healing?.isUsed);
  const [first] = healed;
  if (!first) return null;
  return (
    <div className="row wraps">
      <StatusLabel status="flaky">{healedText(healed.length)}</StatusLabel>
      <Link className="link" to={webTestingPaths.result(runId, { step: first.stepId })}>
        {healed.length === 1 ? 'Look at the step' : 'Look at the first one'}
      </Link>
    </div>
  );
}
