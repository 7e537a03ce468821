import { useQuery } from '@tanstack/react-query';
import type { StepDetail } from '@touchstone/contracts/api-testing';
import { TextDiff } from '../../../../ui/diff/text-diff.tsx';
import { Late, Problem } from '../../../../ui/page.tsx';
import { fetchBody, stepQuery } from '../../api/executions.queries.ts';
import { languageOf, prettyBody } from '../../model/editor/body-text.ts';

/** Larger bodies aren't shown side by side; their differences are still listed. */
const maxBytes = 1_000_000;

/** Identifies a step of a run. */
export interface StepPlace {
  runId: string;
  stepId: string;
}

/** A response body as text with one line per value; null if it can't be shown. */
async function bodyOf({ runId, stepId }: StepPlace, detail: StepDetail): Promise<string | null> {
  const body = detail.exchange?.response?.body;
  if (!body) return '';
  if (body.fileId && (body.sizeBytes > maxBytes || !/json|xml|text|html/i.test(body.contentType ?? ''))) return null;
  const text = body.fileId ? await (await fetchBody(runId, stepId, 'response')).text() : (body.text ?? '');
  return prettyBody(text, languageOf(body.contentType, text));
}

function useBody(place: StepPlace) {
  const detail = useQuery(stepQuery(place.runId, place.stepId, 'whole')).data;
  return useQuery({
    queryKey: ['api-testing', 'executions', 'body', place.runId, place.stepId],
    queryFn: () => bodyOf(place, detail!),
    enabled: detail !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface Props {
  name: string;
  base: StepPlace;
  current: StepPlace;
}

/** BodyComparison shows the bodies of two responses side by side. */
export function BodyComparison({ name, base, current }: Props) {
  const before = useBody(base);
  const after = useBody(current);
  const failed = [before, after].find(({ isError }) => isError);
  if (failed) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (before.data === undefined || after.data === undefined)
    return (
      <Late>
        <p className="dim">Loading the bodies…</p>
      </Late>
    );
  if (before.data === null || after.data === null)
    return <p className="dim">The bodies are binary or larger than 1 MB. Open both steps to download them.</p>;
  if (before.data === '' && after.data === '') return <p className="dim">Neither response has a body.</p>;
  return (
    <TextDiff
      label={`Response bodies of ${name}`}
      before={{ label: 'Before', text: before.data }}
      after={{ label: 'After', text: after.data }}
    />
  );
}
