import { ActionIcon, Button, Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import {
  closingOf,
  type MessageRow,
  messageForms,
  messageRowsOf,
  withClosing,
  withMessageRows,
} from '../../model/stub/conversation.ts';
import { type Json, textAt, withMembers } from '../../model/stub/json.ts';
import classes from './editor.module.css';
import { useMirror } from './use-mirror.ts';

interface Props {
  conversation: Json;
  onChange: (conversation: Json) => void;
}

const forms = Object.entries(messageForms).map(([value, label]) => ({ value, label }));

/** ConversationFields edits what a stub sends over a WebSocket: messages with their delays, pings, and the end. */
export function ConversationFields({ conversation, onChange }: Props) {
  const [rows, setRows] = useMirror<Json, MessageRow[]>(
    conversation,
    { read: messageRowsOf, write: (shown, before) => withMessageRows(before, shown) },
    onChange,
  );
  const change = (index: number, patch: Partial<MessageRow>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)));
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no name but their place.
        <div key={index} className={classes.message}>
          <Textarea
            label={`Message ${index + 1}`}
            classNames={{ input: 'mono' }}
            autosize
            minRows={1}
            maxRows={8}
            spellCheck={false}
            value={row.text}
            onChange={(event) => change(index, { text: event.currentTarget.value })}
          />
          <Select
            label={`Form of message ${index + 1}`}
            allowDeselect={false}
            data={forms}
            value={row.form}
            onChange={(form) => form && change(index, { form: form as MessageRow['form'] })}
          />
          <NumberInput
            label={`Delay of message ${index + 1}`}
            min={0}
            suffix=" ms"
            value={row.delay}
            onChange={(delay) => typeof delay === 'number' && change(index, { delay })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={`Remove message ${index + 1}`}
            onClick={() => setRows(rows.filter((_, at) => at !== index))}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.line}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setRows([...rows, { form: 'body', text: '', delay: 0 }])}
        >
          Add message
        </Button>
      </div>
      <ConnectionFields conversation={conversation} onChange={onChange} />
    </>
  );
}

function ConnectionFields({ conversation, onChange }: Props) {
  const closing = closingOf(conversation);
  const { pingIntervalMilliseconds: ping } = conversation;
  return (
    <>
      <div className={classes.grid}>
        <TextInput
          label="Subprotocol (optional)"
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={textAt(conversation, 'protocol')}
          onChange={(event) => onChange(withMembers(conversation, { protocol: event.currentTarget.value }))}
        />
        <NumberInput
          label="Ping every (optional)"
          min={100}
          suffix=" ms"
          value={typeof ping === 'number' ? ping : ''}
          onChange={(value) =>
            onChange(
              withMembers(conversation, { pingIntervalMilliseconds: typeof value === 'number' ? value : undefined }),
            )
          }
        />
      </div>
      <Checkbox
        label="Close the connection after the messages"
        checked={closing.isOn}
        onChange={(event) => onChange(withClosing(conversation, { ...closing, isOn: event.currentTarget.checked }))}
      />
      {closing.isOn ? (
        <div className={classes.status}>
          <NumberInput
            label="Close code"
            value={closing.code}
            onChange={(code) => typeof code === 'number' && onChange(withClosing(conversation, { ...closing, code }))}
          />
          <TextInput
            label="Close reason (optional)"
            maxLength={120}
            value={closing.reason}
            onChange={(event) => onChange(withClosing(conversation, { ...closing, reason: event.currentTarget.value }))}
          />
        </div>
      ) : null}
    </>
  );
}
