import { requireDivisions } from '#modules/accounting/index.ts';
import { requireResources } from '#modules/catalog/index.ts';
import { columnOf, requireBoardMembers, requireBoardRoleAt } from '#modules/tasks/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import { beforeFormSaved } from '../hooks.ts';
import type { Condition } from '../page/logic.ts';
import {
  type FieldType,
  type FormDefinition,
  type FormField,
  fieldsOf,
  type Makes,
  TEXT_LENGTH_MAX,
} from './definition.schema.ts';

export const FormInvalid = refusal('form_invalid', 'The form contradicts itself: correct what `errors` lists.');

const FIELDS_MAX = 200;
/** Questions whose answers are not one value: a condition can only ask whether there is an answer. */
const compound: FieldType[] = ['matrix', 'address', 'file', 'signature', 'product'];

/** Refuses a form that could not be filled in, or whose submissions could not make what it declares. */
export async function checkDefinition(ctx: TenantContext, definition: FormDefinition, path: string): Promise<void> {
  const errors = [...errorsIn(definition, path)];
  if (errors.length > 0) throw FormInvalid(errors[0]!.message, { errors: errors.slice(0, 20) });
  for (const { field, place } of placesOf(definition, path))
    if (field.type === 'product') await requireResources(ctx, field.resourceIds, `${place}.resourceIds[]`);
  if (definition.makes) await checkMakes(ctx, definition.makes, `${path}.makes`);
}

function* placesOf({ pages }: FormDefinition, path: string): Generator<{ field: FormField; place: string }> {
  for (const [page, { fields }] of pages.entries())
    for (const [index, field] of fields.entries()) yield { field, place: `${path}.pages[${page}].fields[${index}]` };
}

function* errorsIn(definition: FormDefinition, path: string): Generator<FieldError> {
  const fields = fieldsOf(definition);
  if (fields.length > FIELDS_MAX)
    yield wrong(`${path}.pages`, 'too_big', `A form has at most ${FIELDS_MAX} questions.`);
  const known = new Map<string, FormField>();
  for (const [index, page] of definition.pages.entries()) {
    const place = `${path}.pages[${index}]`;
    yield* conditionErrors(page.skipIf, known, `${place}.skipIf`);
    for (const [number, field] of page.fields.entries()) {
      const at = `${place}.fields[${number}]`;
      if (known.has(field.key)) yield wrong(`${at}.key`, 'duplicate', 'Another question has this key.');
      yield* conditionErrors(field.showIf, known, `${at}.showIf`);
      yield* conditionErrors(field.requireIf, known, `${at}.requireIf`);
      const limit = emptyRangeOf(field);
      if (limit) yield wrong(`${at}.${limit}`, 'out_of_range', 'No answer lies between these limits.');
      known.set(field.key, field);
    }
    yield* conditionErrors(page.endIf, known, `${place}.endIf`);
  }
  yield* makesErrors(definition, known, `${path}.makes`);
}

const wrong = (path: string, code: string, message: string): FieldError => ({ path, code, message });

function* conditionErrors(
  condition: Condition | undefined,
  known: ReadonlyMap<string, FormField>,
  path: string,
): Generator<FieldError> {
  for (const [index, { field, is, value }] of (condition?.tests ?? []).entries()) {
    const at = `${path}.tests[${index}]`;
    const asked = known.get(field);
    const needsValue = is !== 'answered' && is !== 'notAnswered';
    if (!asked) yield wrong(`${at}.field`, 'not_found', 'No earlier question has this key.');
    else if (needsValue && value === undefined) yield wrong(`${at}.value`, 'required', 'This test needs a value.');
    else if (needsValue && compound.includes(asked.type))
      yield wrong(`${at}.is`, 'invalid', 'A condition can only ask whether this question is answered.');
    else if (asked.type === 'choice' && /quals$/.test(is) && !asked.options.some(({ key }) => key === value))
      yield wrong(`${at}.value`, 'not_found', 'The question has no such option.');
  }
}

/** The limit with which no answer is possible. */
function emptyRangeOf(field: FormField): 'min' | 'minLength' | 'earliest' | null {
  const isAbove = <T extends string | number>(lowest: T | undefined, highest: T | undefined): boolean =>
    lowest !== undefined && highest !== undefined && lowest > highest;
  switch (field.type) {
    case 'number':
    case 'money':
    case 'payment':
      return field.min && field.max && Number(field.min) > Number(field.max) ? 'min' : null;
    case 'text':
      return isAbove(field.minLength, field.maxLength ?? TEXT_LENGTH_MAX) ? 'minLength' : null;
    case 'date':
      // Relative dates are compared when a form is answered.
      return [field.earliest, field.latest].includes('today') || !isAbove(field.earliest, field.latest)
        ? null
        : 'earliest';
    case 'time':
      return isAbove(field.earliest, field.latest) ? 'earliest' : null;
    default:
      return null;
  }
}

/** The types of questions that can give each part of what is made. */
const sources: Record<string, FieldType[]> = {
  'contact.name': ['text'],
  'contact.email': ['email'],
  'contact.phone': ['phone'],
  'contact.taxId': ['taxId'],
  'contact.address': ['address'],
  'document.notes': ['text'],
  'task.title': ['text', 'choice', 'email', 'phone'],
  'task.description': ['text'],
  'task.dueOn': ['date'],
  'booking.date': ['date'],
  'booking.time': ['time'],
};

function* makesErrors(
  { makes = {} }: FormDefinition,
  known: ReadonlyMap<string, FormField>,
  path: string,
): Generator<FieldError> {
  for (const [part, types] of Object.entries(sources)) {
    const [what, name] = part.split('.') as [keyof Makes, string];
    const key = (makes[what] as Record<string, string> | undefined)?.[name];
    if (key !== undefined && !types.includes(known.get(key)?.type as FieldType))
      yield wrong(`${path}.${part}`, 'not_found', `This is no question of type ${types.join(' or ')}.`);
  }
  for (const [name, key] of Object.entries(makes.task?.fields ?? {}))
    if (!known.has(key) || compound.includes(known.get(key)!.type))
      yield wrong(`${path}.task.fields.${name}`, 'not_found', 'This is no question whose answer is one value.');
  const has = (type: FieldType): boolean => [...known.values()].some((field) => field.type === type);
  if (makes.document && !has('product') && !has('payment'))
    yield wrong(`${path}.document`, 'required', 'A document needs a question about products or a payment.');
  const isPayable = makes.document?.kind === 'invoice' && makes.document.status === 'issued';
  if (has('payment') && !isPayable)
    yield wrong(`${path}.document`, 'required', 'A payment needs `document` to be an issued invoice.');
}

/** The part of this module: contacts, documents and tasks can always be made. */
export const knowOwnParts = async (_: TenantContext, { known }: { known: Set<keyof Makes> }): Promise<void> => {
  known.add('contact').add('document').add('task');
};

/** Who saves a form must be allowed to make by hand what its submissions make. */
const rights = {
  contact: 'contacts:write',
  document: 'invoicing:write',
  task: 'tasks:write',
  booking: 'bookings:write',
} as const;

async function checkMakes(ctx: TenantContext, makes: Makes, path: string): Promise<void> {
  const { divisionId } = makes.document ?? {};
  if (divisionId) await requireDivisions(ctx, [divisionId], `${path}.document.divisionId`);
  if (makes.task) {
    const column = await columnOf(ctx, makes.task, `${path}.task`);
    await requireBoardRoleAt(ctx, column, 'editor', `${path}.task.boardId`);
    await requireBoardMembers(ctx, column.boardId, makes.task.assigneeIds ?? [], `${path}.task.assigneeIds`);
  }
  const wanted = (Object.keys(makes) as (keyof Makes)[]).filter((what) => makes[what] !== undefined);
  for (const what of wanted) requireAlso(ctx, rights[what]);
  const known = new Set<keyof Makes>();
  await beforeFormSaved(ctx, { makes, path, known });
  const unknown = wanted.find((what) => !known.has(what));
  if (unknown) {
    const message = 'This installation cannot make this.';
    throw FormInvalid(message, { errors: [wrong(`${path}.${unknown}`, 'unavailable', message)] });
  }
}
