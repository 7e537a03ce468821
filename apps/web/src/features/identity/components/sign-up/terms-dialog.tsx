import { Button, Modal } from '@mantine/core';
import { Download } from 'lucide-react';
import classes from './terms.module.css';
import { TermsDocument } from './terms-document.tsx';
import { downloadTerms } from './terms-download.ts';

interface Props {
  opened: boolean;
  /** Whether acceptance is requested. */
  accepts?: boolean;
  onClose: (result: 'accept' | 'close') => void;
}

/** TermsDialog shows the terms; closes with `accept`, if acceptance is requested, or with `close`. */
export function TermsDialog({ opened, accepts = false, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={() => onClose('close')} title="Terms of Service and Privacy" size={720}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Terms" tabIndex={0}>
        <TermsDocument />
      </section>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<Download size={14} />} onClick={() => void downloadTerms()}>
          Download
        </Button>
        {accepts ? <Button onClick={() => onClose('accept')}>Accept</Button> : null}
      </div>
    </Modal>
  );
}
