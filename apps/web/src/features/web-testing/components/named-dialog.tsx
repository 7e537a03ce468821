import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';

/** Name and description of a project's item. */
export interface Named {
  name: string;
  description: string;
}

interface Props {
  /** What is created or edited, such as "module". */
  noun: string;
  /** The item to edit; absent to create one. */
  saved?: Named | undefined;
  /** Label of the description, if it is another word; null for no description. */
  descriptionLabel?: string | null;
  descriptionHelp?: string;
  disabled?: boolean;
  /** Saves it; the returned function runs after the dialog has closed, because closing updates the page's address. */
  onSubmit: (given: Named) => Promise<(() => void) | undefined>;
  onClose: () => void;
  /** Further fields, which receive the name. */
  children?: ReactNode | ((name: string, setName: (name: string) => void) => ReactNode);
}

/** NamedDialog creates or edits a named item. Server-side errors are shown at the name. */
export function NamedDialog(props: Props) {
  const {
    noun,
    saved,
    descriptionLabel = 'Description',
    descriptionHelp,
    disabled,
    onSubmit,
    onClose,
    children,
  } = props;
  const [name, setName] = useState(saved?.name ?? '');
  const [description, setDescription] = useState(saved?.description ?? '');
  const [problem, setProblem] = useState('');
  const submit = async () => {
    const after = await onSubmit({ name, description });
    if (!after) return true;
    onClose();
    after();
    return false;
  };
  return (
    <FormDialog
      title={saved ? `Edit ${noun} ${saved.name}` : `Create ${noun}`}
      confirm={`${saved ? 'Save' : 'Create'} ${noun}`}
      disabled={name.trim() === '' || disabled === true}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label={`${(noun[0] ?? '').toUpperCase()}${noun.slice(1)} name`}
        data-autofocus
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem('');
        }}
      />
      {descriptionLabel === null ? null : (
        <Textarea
          label={descriptionLabel}
          {...(descriptionHelp && { description: descriptionHelp })}
          mt="md"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      )}
      {typeof children === 'function' ? children(name, setName) : children}
    </FormDialog>
  );
}
