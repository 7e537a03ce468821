import { TagsInput } from '@mantine/core';

interface Props {
  description: string;
  expressions: string[];
  problem: string | undefined;
  onChange: (expressions: string[]) => void;
}

/** ThresholdTags edits thresholds for all requests together. */
export function ThresholdTags({ description, expressions, problem, onChange }: Props) {
  return (
    <TagsInput
      label="Thresholds"
      description={description}
      placeholder={expressions.length === 0 ? 'p95 < 300' : ''}
      value={expressions}
      error={problem}
      acceptValueOnBlur
      onChange={onChange}
    />
  );
}
