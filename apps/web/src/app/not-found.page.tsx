import { useOutletContext } from 'react-router';
import Missing from '../ui/missing.tsx';
import { house } from './house.ts';

const back = { label: 'Go to the dashboard', path: house.homePath };

/** NotFoundPage is shown at an unknown address, inside the frame if the user is signed in. */
export function NotFoundPage() {
  const isInFrame = useOutletContext() !== undefined;
  const Place = isInFrame ? 'div' : 'main';
  return (
    <Place style={{ minHeight: '100%', display: 'grid', placeItems: 'center' }}>
      <title>Error Code 404 · Touchstone</title>
      <Missing title="Opps! we can't find the page you are looking for.." note="Error Code 404" back={back} />
    </Place>
  );
}
