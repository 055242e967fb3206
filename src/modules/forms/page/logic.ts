/*
 * The conditions of a form. The service and the browser run this same file, so that a page shows exactly the questions whose
 * answers are accepted. It must not import anything that a browser does not have.
 */

interface Test {
  field: string;
  is: 'answered' | 'notAnswered' | 'equals' | 'notEquals' | 'contains' | 'greater' | 'less';
  value?: string | number | boolean | undefined;
}

export interface Condition {
  match?: 'all' | 'any' | undefined;
  tests: Test[];
}

interface LogicField {
  key: string;
  required?: boolean | undefined;
  showIf?: Condition | undefined;
  requireIf?: Condition | undefined;
}

export interface LogicPage<F extends LogicField = LogicField> {
  skipIf?: Condition | undefined;
  endIf?: Condition | undefined;
  fields: F[];
}

export interface Asked {
  page: number;
  required: boolean;
}

/**
 * The questions that are asked, in their order. Conditions refer to earlier questions only, and the answer to a question that
 * is not asked counts as none. So one pass decides everything.
 */
export function askedFields<F extends LogicField>(
  pages: LogicPage<F>[],
  answerOf: (field: F, asked: Asked) => unknown,
): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  const answers: Record<string, unknown> = Object.create(null);
  for (const [page, { skipIf, endIf, fields }] of pages.entries()) {
    if (skipIf && holds(skipIf, answers)) continue;
    for (const field of fields) {
      if (field.showIf && !holds(field.showIf, answers)) continue;
      const isRequired = field.required === true || (field.requireIf !== undefined && holds(field.requireIf, answers));
      const facts = { page, required: isRequired };
      asked.set(field.key, facts);
      answers[field.key] = answerOf(field, facts);
    }
    if (endIf && holds(endIf, answers)) break;
  }
  return asked;
}

function holds({ match, tests }: Condition, answers: Record<string, unknown>): boolean {
  const passes = (test: Test): boolean => passesTest(test, answers[test.field]);
  return match === 'any' ? tests.some(passes) : tests.every(passes);
}

function passesTest({ is, value }: Test, answer: unknown): boolean {
  if (is === 'answered') return isAnswered(answer);
  if (is === 'notAnswered') return !isAnswered(answer);
  if (is === 'notEquals') return !isEqual(answer, value);
  if (is === 'equals') return isEqual(answer, value);
  if (!isAnswered(answer)) return false;
  if (is === 'contains') return String(answer).toLowerCase().includes(String(value).toLowerCase());
  return is === 'greater' ? compare(answer, value) > 0 : compare(answer, value) < 0;
}

export const isAnswered = (answer: unknown): boolean =>
  answer !== undefined &&
  answer !== null &&
  answer !== '' &&
  answer !== false &&
  !(Array.isArray(answer) && answer.length === 0);

/** One of several choices counts as the answer. */
function isEqual(answer: unknown, value: Test['value']): boolean {
  if (Array.isArray(answer)) return answer.some((each) => isEqual(each, value));
  if (!isAnswered(answer)) return value === false;
  return String(answer) === String(value) || (isNumber(answer) && isNumber(value) && Number(answer) === Number(value));
}

/** Numbers by their value; dates and times are ordered as text. */
function compare(answer: unknown, value: Test['value']): number {
  if (isNumber(answer) && isNumber(value)) return Number(answer) - Number(value);
  return String(answer) < String(value) ? -1 : String(answer) > String(value) ? 1 : 0;
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));

/** Numbers with groups of thousands, or with a comma for decimals, by the decimal separator of the business. */
const notations = { '.': /^-?\d{1,3}(,\d{3})+(\.\d+)?$/, ',': /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/ };

/** A number as people write it, `1,250.50`, as a plain decimal. Any other text stays as it is. */
export function plainNumber(text: string, decimalSeparator: '.' | ',', decimals: number): string {
  // With so many decimals `1.250` may be a plain decimal, which programs send.
  const isPlain = decimals > 2 && /^-?\d{1,3}\.\d{3}$/.test(text);
  if (isPlain || !notations[decimalSeparator].test(text)) return text;
  return decimalSeparator === '.' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
}
