import { Autocomplete, Button } from '@mantine/core';
import { methods, type ScriptInput } from '@touchstone/contracts/api-testing';
import { Send, X } from 'lucide-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { keyParts, useHotkey } from '../../../../shared/hotkeys.ts';
import { toast } from '../../../../shared/toasts.ts';
import { apiTestingKeys } from '../../hotkeys.ts';
import type { Problems } from '../../model/editor/script-draft.ts';
import { addressOf, withAddress } from '../../model/request/address.ts';
import { isCurl, readPasted } from '../../model/request/pasted-request.ts';
import classes from './editor.module.css';
import { VariableInput } from './variable-input.tsx';

interface Props {
  draft: ScriptInput;
  problems: Problems;
  canWrite: boolean;
  unsaved: boolean;
  saving: boolean;
  sending: boolean;
  /** Set while the response is an open event stream. */
  live?: unknown;
  onChange: (draft: ScriptInput) => void;
  onSave: () => void;
  onSend: () => void;
  onStop: () => void;
}

/** RequestLine is the method and address of a request, with its send and save buttons. */
export function RequestLine(props: Props) {
  const { draft, problems, onChange } = props;
  return (
    <div className={`wraps ${classes.line}`}>
      <Autocomplete
        className={classes.method}
        aria-label="Method"
        data={[...methods]}
        value={draft.method}
        error={problems.method ? true : undefined}
        styles={{ input: { fontFamily: 'var(--mono)', fontWeight: 650 } }}
        filter={({ options }) => options}
        onChange={(method) => onChange({ ...draft, method: method.toUpperCase() })}
      />
      <Address {...props} />
      {props.sending ? (
        <Button variant="default" leftSection={<X size={14} />} onClick={props.onStop}>
          {props.live ? 'Stop' : 'Cancel'}
        </Button>
      ) : props.canWrite ? (
        <Button
          leftSection={<Send size={14} />}
          data-tour="send"
          onClick={props.onSend}
          title={`Send the request (${keyParts(apiTestingKeys.send.keys).join(' ')})`}
        >
          Send
        </Button>
      ) : null}
      {props.canWrite ? (
        <Button
          variant="default"
          data-tour="save"
          onClick={props.onSave}
          loading={props.saving}
          disabled={!props.unsaved}
          title={`Save the script (${keyParts(apiTestingKeys.save.keys).join(' ')})`}
        >
          Save
        </Button>
      ) : null}
    </div>
  );
}

/** The address with its query. Typed text stays as typed as long as it means the same as the rows. */
function Address({ draft, problems, onChange, onSend }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** A command that is being parsed, and whether Enter was pressed since: then it is sent as soon as it is ready. */
  const reading = useRef<{ isSent: boolean } | null>(null);
  const [isDue, setDue] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const address = addressOf(draft);
  const isSame = typed !== null && addressOf(withAddress(draft, typed)) === address;
  const edit = (next: string) => {
    setTyped(next);
    onChange(withAddress(draft, next));
  };
  const takeCommand = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isCurl(text)) return;
    event.preventDefault();
    reading.current = { isSent: false };
    const pasted = await readPasted(text, latest.current);
    const { isSent } = reading.current;
    reading.current = null;
    if (!pasted) return toast('warning', 'This curl command has no request that can be sent. Check its address.');
    setTyped(null);
    onChange(pasted.draft);
    setDue(isSent);
    if (pasted.notes.length > 0) toast('warning', pasted.notes.slice(0, 5).join(' '));
  };
  // A request without an address is about to be written.
  const isNew = draft.url === '' && draft.scriptId === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the tab opens
  useEffect(() => {
    if (isNew) input.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was pasted
  useEffect(() => {
    if (!isDue) return;
    setDue(false);
    onSend();
  }, [isDue]);
  useHotkey(apiTestingKeys.address, () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <VariableInput
      ref={input}
      className={classes.urlBox}
      aria-label="Address"
      placeholder="Paste an address or a curl command"
      value={isSame ? typed : address}
      error={problems.url}
      onChange={edit}
      onPaste={(event) => void takeCommand(event)}
      onBlur={() => setTyped(null)}
      onEnter={() => {
        if (reading.current) {
          reading.current.isSent = true;
          return;
        }
        setTyped(null);
        onSend();
      }}
    />
  );
}
