import type { StepHealing } from '@touchstone/contracts/web-testing';
import { Check, Equal, X } from 'lucide-react';
import { similarityOf, traitName } from '../../model/healing-words.ts';
import classes from './healing.module.css';

type Evidence = StepHealing['suspects'][number]['evidence'];

const marks = {
  same: { icon: <Check size={14} />, word: 'Same' },
  similar: { icon: <Equal size={14} />, word: 'Similar' },
  different: { icon: <X size={14} />, word: 'Different' },
} as const;

/** EvidenceTable compares each trait of an element with the known traits of the missing one. */
export function EvidenceTable({ evidence }: { evidence: Evidence }) {
  return (
    <table className={classes.evidence}>
      <thead>
        <tr>
          <th scope="col">Trait</th>
          <th scope="col">Was</th>
          <th scope="col">Is</th>
        </tr>
      </thead>
      <tbody>
        {evidence.map((one) => {
          const similarity = similarityOf(one);
          const { icon, word } = marks[similarity];
          return (
            <tr key={one.trait}>
              <th scope="row">
                <span className={classes.mark} data-likeness={similarity} title={word}>
                  <span aria-hidden="true">{icon}</span>
                  <span className="visually-hidden">{word}: </span>
                </span>
                {traitName(one.trait)}
              </th>
              <td>{shown(one.was)}</td>
              <td>{shown(one.is)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const shown = (value: string) => (value === '' ? <span className="dim">None</span> : value);
