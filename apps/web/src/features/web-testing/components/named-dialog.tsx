import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';

/** What a thing of a project is called, and what it is for. */
export interface Named {
  name: string;
  description: string;
}

interface Props {
  /** What is made or changed, such as "module". */
  noun: string;
  /** What is changed; absent for something new. */
  saved?: Named | undefined;
  /** How the description is called, where it is another word; null: there is none. */
  descriptionLabel?: string | null;
  descriptionHelp?: string;
  disabled?: boolean;
  /** Saves it; what it gives is done once the dialog is closed, because closing writes into the address of the page. */
  onSubmit: (given: Named) => Promise<(() => void) | undefined>;
  onClose: () => void;
  /** Further fields, which get the name. */
  children?: ReactNode | ((name: string, setName: (name: string) => void) => ReactNode);
}

/** NamedDialog creates or changes something with a name. What the server refuses is said at the name. */
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
