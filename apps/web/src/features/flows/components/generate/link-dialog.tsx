import { Select, TextInput } from '@mantine/core';
import type { ChainLink } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { type LinkedRequest, linkProblem, placeOf } from '../../model/shown-links.ts';

interface Props {
  link: ChainLink;
  requests: readonly LinkedRequest[];
  onSave: (link: ChainLink) => void;
  onClose: () => void;
}

/** LinkDialog edits where a value comes from and the name of its variable. */
export function LinkDialog({ link, requests, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(link);
  const problem = linkProblem(draft, requests);
  const taker = requests.find(({ request }) => request === link.to.request);
  return (
    <FormDialog
      title={`Value for ${placeOf(link)}`}
      confirm="Save link"
      disabled={problem !== undefined}
      onSubmit={() => onSave(draft)}
      onError={toastError}
      onClose={onClose}
    >
      <p className="dim">
        Taken by {taker?.method} {taker?.name}.
      </p>
      <Select
        label="From the response of"
        searchable
        allowDeselect={false}
        data={requests.map(({ request, method, name }) => ({ value: request, label: `${method} ${name}` }))}
        value={draft.from.request}
        onChange={(request) => request && setDraft({ ...draft, from: { ...draft.from, request } })}
      />
      <TextInput
        label="JSONPath in the response"
        spellCheck={false}
        value={draft.from.path}
        onChange={(event) => setDraft({ ...draft, from: { ...draft.from, path: event.currentTarget.value } })}
      />
      <TextInput
        label="Variable"
        spellCheck={false}
        value={draft.variable}
        error={problem}
        onChange={(event) => setDraft({ ...draft, variable: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
