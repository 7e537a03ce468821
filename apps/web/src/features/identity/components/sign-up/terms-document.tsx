import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../../../ui/page.tsx';
import { termsQuery } from '../../api/sign-up.queries.ts';
import { readTerms, type TermsBlock } from '../../model/terms.ts';
import classes from './terms.module.css';

/** TermsDocument shows the terms without their own heading, which the parent provides. */
export function TermsDocument() {
  const terms = useQuery(termsQuery);
  if (terms.isError) return <Problem error={terms.error} onRetry={() => void terms.refetch()} />;
  if (!terms.data) return <Skeleton height={320} />;
  return (
    <div className={classes.document}>
      {readTerms(terms.data).map((block) => (
        <Block key={block.id} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: TermsBlock }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'paragraph') return <p>{block.text}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
