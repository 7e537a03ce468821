import type { LiveNews, RepositoryStep } from '@touchstone/contracts/web-testing';
import { useCallback, useRef, useState } from 'react';

/** A password typed into the page, and the step that types it. */
export interface TypedPassword {
  stepId: string;
  value: string;
}

/** A variable doesn't count: the server has recognized a password that the project has saved. */
function passwordOf({ id, args: { value = '' } }: RepositoryStep): TypedPassword | null {
  return value === '' || value.startsWith('{{') ? null : { stepId: id, value };
}

/** useTypedPassword returns the last recorded password, once it is complete: when another step follows. */
export function useTypedPassword() {
  const [password, setPassword] = useState<TypedPassword | null>(null);
  const typing = useRef<TypedPassword>(null);
  const receive = useCallback((news: LiveNews) => {
    if (news.type !== 'step') return;
    if (news.isSecret) typing.current = passwordOf(news.step);
    else if (typing.current) {
      setPassword(typing.current);
      typing.current = null;
    }
  }, []);
  const forget = useCallback(() => {
    typing.current = null;
    setPassword(null);
  }, []);
  return { password, receive, forget };
}
