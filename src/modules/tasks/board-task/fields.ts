import type { TenantContext } from '#platform/context.ts';
import { CalendarDate } from '#platform/date.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { isUuid } from '#platform/id.ts';
import { Decimal } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import type { CustomField } from '../board/board.schema.ts';
import { boardMembers } from '../tables.ts';
import type { FieldValues } from './task.schema.ts';

export const FieldInvalid = refusal(
  'field_invalid',
  'A custom field has a value that the board does not allow: correct those in `errors`.',
);

type Value = FieldValues[string];

/** Each type reads a value into the form in which it is kept; undefined: it is not one. */
const readers: Record<CustomField['type'], (value: Value, field: CustomField) => Value | undefined> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  number: (value) => {
    const read = Decimal.safeParse(value);
    return read.success && read.data.length <= 30 ? plainDecimal(read.data) : undefined;
  },
  date: (value) => CalendarDate.safeParse(value).data,
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  choice: (value, { options }) => options.find((option) => option === value),
  url: (value) => (/^https?:$/.test(URL.parse(String(value))?.protocol ?? '') ? value : undefined),
  person: (value) => (isUuid(String(value)) ? value : undefined),
};

/** The custom fields of a task after a change: each of its type, and required ones present. */
export async function mergeFields(
  ctx: TenantContext,
  board: { id: string; fields: CustomField[] },
  given: FieldValues,
  before: FieldValues = {},
): Promise<FieldValues> {
  const merged = { ...before };
  const defined = new Map(board.fields.map((field) => [field.key, field]));
  for (const [key, value] of Object.entries(given)) {
    const field = defined.get(key);
    if (!field) throw invalid(key, 'The board has no such field.');
    if (value === null) delete merged[key];
    else merged[key] = await readValue(ctx, board.id, field, { value, before: before[key] });
  }
  const missing = board.fields.find(({ key, required }) => required && !(key in merged));
  if (missing) throw invalid(missing.key, 'This field is required.');
  return merged;
}

/** A person who has left the board may stay in the field. */
async function readValue(
  ctx: TenantContext,
  boardId: string,
  field: CustomField,
  { value, before }: { value: Value; before: Value | undefined },
): Promise<Value> {
  const { key, type } = field;
  const read = readers[type](value, field);
  if (read === undefined) throw invalid(key, `This is not a value of the type ${type}.`);
  const isNewPerson = type === 'person' && read !== before;
  if (isNewPerson && !(await boardMembers.exists(ctx, { boardId, userId: String(read) })))
    throw invalid(key, 'This person is not a member of the board.');
  return read;
}

const invalid = (key: string, message: string) => FieldInvalid.at(`body.fields.${key}`, 'invalid', message);
