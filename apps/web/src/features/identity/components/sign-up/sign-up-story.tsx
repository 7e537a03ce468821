import { CircleCheck } from 'lucide-react';
import classes from './sign-up.module.css';

const features = [
  '30 days with everything, no card asked for',
  'Requests, suites, environments and reports for HTTP, GraphQL and SOAP',
  'Import of OpenAPI, Postman, WSDL and curl',
  'Load runs with thresholds, and colleagues by invitation',
];
const figures = [
  ['30', 'days of free trial'],
  ['1', 'sign-in for every service'],
  ['0', 'calls to third parties'],
];

/** SignUpStory is the marketing part of the sign-up page. */
export function SignUpStory({
  onTrial,
  onContact,
}: {
  onTrial: () => void;
  onContact: (kind: 'message' | 'demo') => void;
}) {
  const link = `link ${classes.textButton}`;
  return (
    <section className={classes.story} aria-label="About the free trial">
      <div>
        <h2>Test everything that speaks to the network, on your own machines</h2>
        <ul className={classes.features}>
          {features.map((feature) => (
            <li key={feature}>
              <CircleCheck size={16} aria-hidden />
              <span>{feature}</span>
            </li>
          ))}
        </ul>
      </div>
      <figure className={classes.quote}>
        “We send a request once, keep it as a test, and put load on it: no copying between three tools.”
        <figcaption>The team that builds Touchstone, on why it exists</figcaption>
      </figure>
      <dl className={classes.figures}>
        {figures.map(([figure, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <nav className={classes.links} aria-label="More">
        <button type="button" className={link} onClick={onTrial}>
          Free Trial
        </button>
        <button type="button" className={link} onClick={() => onContact('demo')}>
          Book a demo
        </button>
        <button type="button" className={link} onClick={() => onContact('message')}>
          Contact Us
        </button>
      </nav>
    </section>
  );
}
