import type { LiveNews, RepositoryStep } from '@touchstone/contracts/web-testing';
import { useCallback, useRef, useState } from 'react';

/** A password that was typed into the page, and the step that types it. */
export interface TypedPassword {
  stepId: string;
  value: string;
}

/** A variable is none: the server has found out that the project keeps the password. */
function passwordOf({ id, args: { value = '' } }: RepositoryStep): TypedPassword | null {
  return value === '' || value.startsWith('{{') ? null : { stepId: id, value };
}

/** useTypedPassword is the password that was recorded last, once it is whole: when another step follows. */
export function useTypedPassword() {
  const [password, setPassword] = useState<TypedPassword | null>(null);
  const typing = useRef<TypedPassword>(null);
  const hear = useCallback((news: LiveNews) => {
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
  return { password, hear, forget };
}
