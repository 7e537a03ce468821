import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import {
  type NoticeState,
  noticeImpacts,
  noticeStates,
  type StatusNotice,
  type StatusPage,
} from '@touchstone/contracts/api-monitoring';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useStatusPageMutations } from '../../api/status-pages.ts';
import { impactWords, noticeWords } from '../../model/notice-words.ts';
import classes from '../editor/editor.module.css';

interface Props {
  page: StatusPage;
  /** The notice to update; absent to announce a new one. */
  notice?: StatusNotice | undefined;
  onClose: () => void;
}

const states = noticeStates.map((value) => ({ value, label: noticeWords[value] }));
const impacts = noticeImpacts.map((value) => ({ value, label: impactWords[value] }));

/** NoticeDialog announces an event to visitors and subscribers of a status page, or posts an update. */
export function NoticeDialog({ page: { pageId, groups }, notice, onClose }: Props) {
  const { announce, updateNotice } = useStatusPageMutations();
  const [title, setTitle] = useState(notice?.title ?? '');
  const [text, setText] = useState('');
  const [state, setState] = useState<NoticeState>(notice?.state ?? 'investigating');
  const [impact, setImpact] = useState<StatusNotice['impact']>(notice?.impact ?? 'degraded');
  const [monitorIds, setMonitorIds] = useState<string[]>(notice?.monitorIds ?? []);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    setAsked(true);
    if (title.trim() === '' || text.trim() === '') return false;
    const values = { title, text, state, impact };
    if (notice) return updateNotice.mutateAsync({ id: notice.noticeId, ...values });
    return announce.mutateAsync({ id: pageId, ...values, monitorIds });
  };
  return (
    <FormDialog
      title={notice ? `Update ${notice.title}` : 'Announce incident'}
      confirm={notice ? 'Publish update' : 'Publish notice'}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextInput
          label="Title"
          {...(notice ? {} : { 'data-autofocus': true })}
          maxLength={200}
          value={title}
          error={isAsked && title.trim() === '' ? 'Please enter title.' : undefined}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label="What visitors are told"
          {...(notice ? { 'data-autofocus': true } : {})}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={10_000}
          value={text}
          error={isAsked && text.trim() === '' ? 'Please enter what visitors are told.' : problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={classes.part}>
          <Select
            label="State"
            allowDeselect={false}
            data={states}
            value={state}
            onChange={(value) => value && setState(value as NoticeState)}
          />
          <Select
            label="Impact"
            allowDeselect={false}
            data={impacts}
            value={impact}
            onChange={(value) => value && setImpact(value as StatusNotice['impact'])}
          />
        </div>
        {notice ? null : (
          <Checkbox.Group label="Concerns" value={monitorIds} onChange={setMonitorIds}>
            {groups
              .flatMap(({ items }) => items)
              .map(({ monitorId, name }) => (
                <Checkbox key={monitorId} mt={8} value={monitorId} label={name} />
              ))}
          </Checkbox.Group>
        )}
      </div>
    </FormDialog>
  );
}
