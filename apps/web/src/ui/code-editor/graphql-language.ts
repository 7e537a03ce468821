import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

interface State {
  isBlock: boolean;
}

const keywords = /^(query|mutation|subscription|fragment|on|true|false|null)\b/;

/** graphql highlights a GraphQL document line by line. */
export const graphql = (): Extension =>
  StreamLanguage.define<State>({
    name: 'graphql',
    startState: () => ({ isBlock: false }),
    token(stream, state) {
      if (state.isBlock) {
        if (stream.match(/^.*?"""/)) state.isBlock = false;
        else stream.skipToEnd();
        return 'string';
      }
      if (stream.eatSpace()) return null;
      if (stream.match('#')) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.match('"""')) {
        state.isBlock = true;
        return 'string';
      }
      if (stream.match(/^"(\\.|[^"\\])*"?/)) return 'string';
      if (stream.match(/^-?\d[\w.+-]*/)) return 'number';
      if (stream.match(/^[$@]\w+/)) return 'number';
      if (stream.match(keywords)) return 'keyword';
      if (stream.match(/^[A-Za-z_]\w*/)) return 'propertyName';
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  });
