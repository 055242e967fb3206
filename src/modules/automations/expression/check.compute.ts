import { environmentOf, messageOf } from './environment.ts';
import { expressionsIn } from './template.ts';

interface CheckedText {
  path: string;
  text: string;
  variables: string[];
}

/** The problems of the expressions in some texts, without evaluating them. */
export default function check(texts: CheckedText[]): { path: string; message: string }[] {
  return texts.flatMap(({ path, text, variables }) => {
    const environment = environmentOf(variables);
    return expressionsIn(text).flatMap((expression) => {
      const message = problemIn(environment, expression);
      return message === null ? [] : [{ path, message }];
    });
  });
}

function problemIn(environment: ReturnType<typeof environmentOf>, expression: string): string | null {
  try {
    const { valid, error } = environment.check(expression);
    return valid ? null : messageOf(error);
  } catch (error) {
    return messageOf(error);
  }
}
