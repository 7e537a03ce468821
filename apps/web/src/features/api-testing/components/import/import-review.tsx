import { Button, Group } from '@mantine/core';
import type { ImportReview } from '@touchstone/contracts/api-testing';
import { type ReactNode, useState } from 'react';
import {
  changesNothing,
  firstReviewChoice,
  type MergeBody,
  mergeBody,
  partName,
  type ReviewChoice,
  reviewSummary,
  withKey,
} from '../../model/import/import-review.ts';
import classes from './import.module.css';
import { ImportFailure } from './import-failure.tsx';
import { ImportProblems } from './import-problems.tsx';
import { CheckRow, Compared, ConflictRow, RequestLine } from './review-rows.tsx';

interface Props {
  importId: string;
  review: ImportReview;
  merging: boolean;
  error: Error | null;
  onMerge: (body: MergeBody) => void;
  onReviewAgain: () => void;
  onClose: () => void;
}

/** ImportReviewForm shows what a changed document would do to a suite, and asks how to proceed. */
export function ImportReviewForm({ importId, review, merging, error, onMerge, onReviewAgain, onClose }: Props) {
  const [choice, setChoice] = useState<ReviewChoice>(firstReviewChoice);
  const toggle = (field: keyof ReviewChoice, key: string, on: boolean) =>
    setChoice((before) => ({ ...before, [field]: withKey(before[field], key, on) }));
  if (changesNothing(review))
    return (
      <div className={`form ${classes.form}`}>
        <p role="status">The suite is up to date with the document.</p>
        <ImportProblems title="Unreadable parts" problems={review.problems} />
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            Done
          </Button>
        </Group>
      </div>
    );
  return (
    <div className={`form ${classes.form}`}>
      <p className="dim num" role="status">
        {reviewSummary(review, choice)}
      </p>
      <div className={classes.review}>
        <Section
          title="Changed on both sides"
          note="Your version stays unless you choose the document’s."
          count={review.conflicts.length}
          open
        >
          {review.conflicts.map((conflict) => (
            <ConflictRow
              key={conflict.id}
              conflict={conflict}
              taken={choice.taken}
              onTake={(key, on) => toggle('taken', key, on)}
            />
          ))}
        </Section>
        <Section title="New in the document" count={review.added.length} open>
          {review.added.map((request) => (
            <CheckRow
              key={request.id}
              request={request}
              label="Add"
              checked={!choice.left.has(request.id)}
              onChange={(on) => toggle('left', request.id, !on)}
            />
          ))}
        </Section>
        <Section
          title="Changed by the document"
          note="Your assertions, scripts and data handlers stay."
          count={review.changed.length}
        >
          {review.changed.map((request) => (
            <li key={request.id}>
              <RequestLine request={request} />
              {request.differences.map((difference) => (
                <Compared
                  key={difference.part}
                  name={partName(difference.part)}
                  sides={[
                    ['Now', difference.before],
                    ['Then', difference.after],
                  ]}
                />
              ))}
            </li>
          ))}
        </Section>
        <Section title="Removed from the document" count={review.removed.length} open>
          {review.removed.map((request) => (
            <CheckRow
              key={request.id}
              request={request}
              label="Delete"
              checked={!choice.kept.has(request.id)}
              onChange={(on) => toggle('kept', request.id, !on)}
            />
          ))}
        </Section>
        <ImportProblems title="Unreadable parts" problems={review.problems} />
      </div>
      <ImportFailure error={error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} mr="auto">
          Cancel
        </Button>
        {error ? (
          <Button variant="default" onClick={onReviewAgain}>
            Review again
          </Button>
        ) : null}
        <Button loading={merging} onClick={() => onMerge(mergeBody(importId, review, choice))}>
          Update suite
        </Button>
      </Group>
    </div>
  );
}

function Section({
  title,
  note,
  count,
  open = false,
  children,
}: {
  title: string;
  note?: string;
  count: number;
  open?: boolean;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <details className={classes.section} open={open}>
      <summary>
        {title} <span className="num dim">{count}</span>
      </summary>
      {note ? <p className="dim">{note}</p> : null}
      <ul aria-label={title}>{children}</ul>
    </details>
  );
}
