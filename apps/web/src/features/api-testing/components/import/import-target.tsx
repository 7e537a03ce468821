import { Group, Radio, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ImportPreview } from '@touchstone/contracts/api-testing';
import { importSourcesQuery } from '../../api/exchange/imports.queries.ts';
import { suitesQuery } from '../../api/suites.queries.ts';
import { type ImportChoice, likelySource } from '../../model/import/import-choice.ts';
import classes from './import.module.css';

interface Props {
  projectId: string;
  preview: ImportPreview;
  choice: ImportChoice;
  mistakes: { suiteName?: string; suiteId?: string } | undefined;
  /** Source to update instead of adding requests; null for none. */
  sourceId: string | null | undefined;
  onChange: (choice: ImportChoice) => void;
  onSource: (sourceId: string | null) => void;
}

/** useLikelySource returns the source of the selected suite that the document is probably a new version of. */
export function useLikelySource(choice: ImportChoice, preview: ImportPreview) {
  const suiteId = choice.target === 'existing' ? choice.suiteId : null;
  const sources = useQuery({ ...importSourcesQuery(suiteId ?? ''), enabled: suiteId !== null });
  return suiteId === null ? undefined : likelySource(sources.data ?? [], preview);
}

/** ImportTarget asks where the requests go: a new suite, one per folder, or an existing suite. */
export function ImportTarget({ projectId, preview, choice, mistakes, sourceId, onChange, onSource }: Props) {
  const suites = useQuery(suitesQuery({ projectId, page: 0, size: 200 }));
  const likely = useLikelySource(choice, preview);
  const folders = new Set(preview.requests.map((request) => request.folder).filter(Boolean)).size;
  return (
    <div className={classes.target}>
      <Radio.Group
        label="Import into"
        value={choice.target}
        onChange={(target) => onChange({ ...choice, target: target as ImportChoice['target'] })}
      >
        <Group gap="lg" mt={4}>
          <Radio value="suite" label="A new suite" />
          <Radio
            value="folders"
            disabled={folders === 0}
            label={`One suite per folder${folders ? ` (${folders})` : ''}`}
          />
          <Radio value="existing" disabled={suites.data?.totalElements === 0} label="An existing suite" />
        </Group>
      </Radio.Group>
      {choice.target === 'suite' ? (
        <TextInput
          label="Suite name"
          value={choice.suiteName}
          error={mistakes?.suiteName}
          onChange={(event) => onChange({ ...choice, suiteName: event.currentTarget.value })}
        />
      ) : null}
      {choice.target === 'existing' ? (
        <Select
          label="Suite"
          placeholder="Choose a suite"
          searchable
          data={(suites.data?.content ?? []).map((suite) => ({ value: suite.suiteId, label: suite.suiteName }))}
          value={choice.suiteId}
          onChange={(suiteId) => onChange({ ...choice, suiteId })}
          error={mistakes?.suiteId}
          nothingFoundMessage={suites.isPending ? 'Loading…' : 'No suite has this name'}
        />
      ) : null}
      {likely ? (
        <Radio.Group
          label="This suite has an earlier version of the document"
          value={sourceId === null ? 'add' : 'update'}
          onChange={(value) => onSource(value === 'add' ? null : likely.sourceId)}
        >
          <Group gap="lg" mt={4}>
            <Radio value="update" label="Update its requests and keep your changes" />
            <Radio value="add" label="Add as new requests" />
          </Group>
        </Radio.Group>
      ) : null}
    </div>
  );
}
