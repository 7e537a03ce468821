import { Modal } from '@mantine/core';
import { keyParts } from '../../shared/hotkeys.ts';
import { house } from '../house.ts';
import classes from './shell.module.css';

const groups = [...new Set(house.hotkeys.map(({ group }) => group))];

/** KeyboardHelp lists the keyboard shortcuts. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard">
      {groups.map((group) => (
        <section key={group}>
          <h3 className="eyebrow">{group}</h3>
          <table className={classes.keyTable}>
            <tbody>
              {house.hotkeys
                .filter((hotkey) => hotkey.group === group)
                .map(({ keys, label }) => (
                  <tr key={keys}>
                    <td>{label}</td>
                    <td>
                      {keyParts(keys).map((part) => (
                        <kbd key={part} style={{ marginLeft: 2 }}>
                          {part}
                        </kbd>
                      ))}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </Modal>
  );
}
