import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { longestComment, type MentionablePerson } from '@touchstone/contracts/comments';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { mentionableQuery } from '../api/comments.queries.ts';
import { insertMention, matches, mentionAt, type OpenMention, wordsOf } from '../model/mention-at.ts';
import classes from './comments.module.css';

interface Props {
  projectId: string;
  label: string;
  /** Verb of the button. */
  confirm: string;
  initial?: string;
  hasFocus?: boolean;
  onSubmit: (text: string) => Promise<void>;
  onCancel?: () => void;
}

const maxOffered = 6;

/** CommentEditor edits the text of a comment, with completion of names after an @. Ctrl+Enter sends it. */
export function CommentEditor({ projectId, label, confirm, initial = '', hasFocus, onSubmit, onCancel }: Props) {
  const [text, setText] = useState(initial);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const completion = useMentions(projectId, field, setText);
  const send = async () => {
    if (!text.trim() || isSending) return;
    setSending(true);
    setFailure(null);
    try {
      await onSubmit(text.trim());
      setText('');
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        ref={field}
        label={label}
        description="Markdown. Type @ to mention someone."
        autosize
        minRows={2}
        maxRows={12}
        maxLength={longestComment}
        data-autofocus={hasFocus || undefined}
        value={text}
        error={failure}
        {...completion.fieldProps}
        onChange={(event) => {
          setText(event.currentTarget.value);
          completion.update(event.currentTarget);
        }}
        onSelect={(event) => completion.update(event.currentTarget)}
        onKeyDown={(event) => {
          if (completion.handleKey(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
        }}
      />
      {completion.list}
      <div className={classes.editorActions}>
        <Button type="submit" size="compact-sm" loading={isSending} disabled={!text.trim()}>
          {confirm}
        </Button>
        {onCancel ? (
          <Button variant="default" size="compact-sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** Mention completion for a text field: the list of people, and the keys that select from it. */
function useMentions(
  projectId: string,
  field: React.RefObject<HTMLTextAreaElement | null>,
  setText: (text: string) => void,
) {
  const listId = useId();
  const [open, setOpen] = useState<OpenMention | undefined>();
  const [index, setIndex] = useState(0);
  const caret = useRef<number | null>(null);
  const found = useQuery({ ...mentionableQuery(projectId, open?.term.trim() ?? ''), enabled: open !== undefined });
  const people = found.data?.content ?? [];
  // Until the server has responded, keys select among the previous results that match.
  const fitting = found.isPlaceholderData ? people.filter((person) => matches(person, open?.term ?? '')) : people;
  const offered = open ? fitting.slice(0, maxOffered) : [];
  const chosen = Math.min(index, offered.length - 1);
  useEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const choose = (person: MentionablePerson) => {
    if (!open || !field.current) return;
    const next = insertMention(field.current.value, open, wordsOf(person, found.data?.content ?? []));
    caret.current = next.caret;
    setText(next.text);
    setOpen(undefined);
    field.current.focus();
  };
  const update = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : undefined;
    if (next?.at === open?.at && next?.term === open?.term) return;
    setIndex(0);
    setOpen(next);
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const person = offered[chosen];
    if (!person || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setIndex((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp') setIndex((chosen + offered.length - 1) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person);
    else if (event.key === 'Escape') setOpen(undefined);
    else return false;
    event.preventDefault();
    return true;
  };
  const optionId = (person: MentionablePerson) => `${listId}-${person.userId}`;
  const active = offered[chosen];
  return {
    update,
    handleKey,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(active && {
        'aria-controls': listId,
        'aria-activedescendant': optionId(active),
        // Escape closes the list first.
        'data-mantine-stop-propagation': true,
      }),
    },
    list: active ? (
      <div id={listId} role="listbox" aria-label="People to mention" className={classes.people}>
        {offered.map((person) => (
          <div
            key={person.userId}
            id={optionId(person)}
            role="option"
            tabIndex={-1}
            aria-selected={person === active}
            className={classes.person}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(person);
            }}
          >
            <span className="ellipsis">{person.name || person.email}</span>
            <span className="dim ellipsis">{person.email}</span>
          </div>
        ))}
      </div>
    ) : null,
  };
}
