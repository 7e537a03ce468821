import { Button, CopyButton, Modal } from '@mantine/core';
import { saveBlob } from '../../../shared/download.ts';
import { authClasses } from './auth-card.tsx';
import classes from './security.module.css';

/** RecoveryCodes shows new recovery codes, which are never shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Modal opened onClose={onClose} title="Recovery codes" closeOnClickOutside={false}>
      <div className={`${authClasses.form} form`}>
        <p>
          Each of these codes signs you in once without your authenticator app. Keep them in a safe place: they are
          shown only now.
        </p>
        <ul className={`mono ${classes.codes}`} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={() => saveBlob(new Blob([text]), 'touchstone-recovery-codes.txt')}>
            Download
          </Button>
          <span className="grow" />
          <Button onClick={onClose} data-autofocus>
            I've saved them
          </Button>
        </div>
      </div>
    </Modal>
  );
}
