import { Modal } from '@mantine/core';
import { type HotkeyId, hotkeys, keyParts } from '../../shared/hotkeys.ts';
import classes from './shell.module.css';

const ids = Object.keys(hotkeys) as HotkeyId[];
const groups = [...new Set(ids.map((id) => hotkeys[id].group))];

/** KeyboardHelp shows the table of keys. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard">
      {groups.map((group) => (
        <section key={group}>
          <h3 className="eyebrow">{group}</h3>
          <table className={classes.keyTable}>
            <tbody>
              {ids
                .filter((id) => hotkeys[id].group === group)
                .map((id) => (
                  <tr key={id}>
                    <td>{hotkeys[id].label}</td>
                    <td>
                      {keyParts(id).map((part) => (
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
