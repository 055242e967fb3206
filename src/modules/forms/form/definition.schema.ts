import { z } from 'zod';
import { Priority } from '#modules/tasks/index.ts';
import { CalendarDate, TimeOfDay } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const FieldKey = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9_]{0,39}$/, 'must begin with a small letter and have letters, digits and _, up to 40')
  .meta({ id: 'FormKey', description: 'Names a question, and its answer.' });

const text = (max: number) => z.string().trim().min(1).max(max);

/** A text for people, in one language or in each. */
const Text = (max: number) =>
  z
    .union([
      text(max),
      z
        .strictObject({ es: text(max).describe('In Spanish.'), en: text(max).describe('In English.') })
        .partial()
        .refine(({ es, en }) => es !== undefined || en !== undefined, 'must be written in at least one language'),
    ])
    .describe('One text, or one for each language.');
export type Text = z.output<ReturnType<typeof Text>>;

const Label = Text(500).meta({ id: 'FormLabel' });
const Prose = Text(5000).meta({ id: 'FormProse' });

const Test = z.strictObject({
  field: FieldKey.describe('The key of an earlier question.'),
  is: z
    .enum(['answered', 'notAnswered', 'equals', 'notEquals', 'contains', 'greater', 'less'])
    .describe('How the answer is compared with `value`.'),
  value: z
    .union([z.string().max(200), z.number(), z.boolean()])
    .optional()
    .describe('Of a choice, the key of the option; of a consent, `true`.'),
});

export const FormCondition = z
  .strictObject({
    match: z.enum(['all', 'any']).optional().describe('Whether all tests must hold (default), or one.'),
    tests: z.array(Test).min(1).max(10).describe('What must hold.'),
  })
  .meta({ id: 'FormCondition', description: 'Tests of earlier answers.' });

const base = {
  key: FieldKey,
  label: Label,
  help: Label.optional(),
  required: z.boolean().optional().describe('Whether it must be answered. Default: false.'),
  showIf: FormCondition.optional(),
  requireIf: FormCondition.optional(),
};

const Option = z
  .strictObject({
    key: z
      .string()
      .regex(/^[\w-]{1,60}$/, 'must be letters, digits, _ and -')
      .describe('The answer that is stored.'),
    label: Label,
  })
  .meta({ id: 'FormOption' });
const options = (max: number) => uniqueList(Option, { min: 1, max, by: ({ key }) => key });
const Amount = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'must be a decimal number as text, such as 12.50');
const Money = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be an amount as text, such as 1250.00');
const Day = z.union([CalendarDate, z.literal('today')]);

/** The default of a question. */
export const TEXT_LENGTH_MAX = 500;
export const RATING_MAX = 5;
export const QUANTITY_MAX = 100;
export const UPLOAD_BYTES_MAX = 10_485_760;

const fileKinds = ['image', 'pdf', 'text', 'any'] as const;

const field = <T extends string, S extends z.ZodRawShape>(type: T, fields: S) =>
  z.strictObject({
    type: z.literal(type).describe('How it is asked, and which answers it takes.'),
    ...base,
    ...fields,
  });

export const FormField = z
  .discriminatedUnion('type', [
    field('text', {
      multiline: z.boolean().optional().describe('Whether the answer may have several lines.'),
      minLength: z.number().int().min(0).max(5000).optional().describe('In characters.'),
      maxLength: z.number().int().min(1).max(5000).optional().describe('Default: 500.'),
      format: z.enum(['any', 'digits', 'letters', 'url']).optional().describe('Left out, it is any text.'),
    }),
    z.strictObject({
      type: z.literal(['number', 'money']).describe('How it is asked, and which answers it takes.'),
      ...base,
      min: Amount.optional().describe('The least answer.'),
      max: Amount.optional().describe('The greatest answer.'),
      decimals: z.number().int().min(0).max(6).optional().describe('Of a number. Default: 0.'),
    }),
    field('date', {
      earliest: Day.optional().describe('No earlier day. `today`: the day of the answer.'),
      latest: Day.optional().describe('No later day. `today`: the day of the answer.'),
    }),
    field('time', {
      earliest: TimeOfDay.optional().describe('No earlier time of day.'),
      latest: TimeOfDay.optional().describe('No later time of day.'),
    }),
    field('choice', {
      options: options(200).describe('The answers to choose from.'),
      multiple: z.boolean().optional().describe('Whether several can be chosen. Default: false.'),
      choicesMax: z.number().int().min(1).max(200).optional().describe('How many can be chosen, if several can.'),
      dropdown: z.boolean().optional().describe('Whether the options are shown as a list that opens.'),
    }),
    field('matrix', {
      rows: options(30).describe('The parts, each of which is answered.'),
      columns: options(12).describe('The answers to choose from for each row.'),
    }),
    field('rating', { max: z.number().int().min(3).max(10).optional().describe('Default: 5.') }),
    z.strictObject({
      type: z.literal(['email', 'phone', 'address', 'signature']).describe('How it is asked, and what it takes.'),
      ...base,
    }),
    field('taxId', {
      checkDigit: z.boolean().optional().describe('Default: an RNC or cédula with a wrong check digit is refused.'),
    }),
    field('file', {
      filesMax: z.number().int().min(1).max(10).optional().describe('Default: 1.'),
      bytesMax: z.number().int().min(1).max(52_428_800).optional().describe('Default: 10485760.'),
      accepts: uniqueList(z.enum(fileKinds), { min: 1, max: 4 })
        .optional()
        .describe('The kinds of files. Left out: all.'),
    }),
    field('product', {
      resourceIds: uniqueList(z.uuid(), { min: 1, max: 50 }).describe('The products or services to choose from.'),
      quantityMax: z.number().int().min(1).max(10_000).optional().describe('Default: 100.'),
    }),
    field('payment', {
      amount: Money.optional().describe('Amount to pay. Default: the visitor chooses it.'),
      min: Money.optional().describe('The least amount, where the visitor chooses it.'),
      max: Money.optional().describe('The greatest amount, where the visitor chooses it.'),
    }),
    field('consent', {
      url: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional()
        .describe('Where the terms are.'),
    }),
  ])
  .meta({
    id: 'FormField',
    description:
      'A question. `key` names its answer. It is asked if `showIf` holds, and required if `required` or `requireIf` does.',
  });
export type FormField = z.output<typeof FormField>;
export type FieldType = FormField['type'];
export type FieldOf<T extends FieldType> = FormField extends infer F
  ? F extends { type: infer U }
    ? T extends U
      ? F
      : never
    : never
  : never;

const FormPage = z
  .strictObject({
    title: Label.optional(),
    description: Prose.optional(),
    skipIf: FormCondition.optional().describe('The page is skipped if this holds.'),
    endIf: FormCondition.optional().describe('The form ends after this page if this holds.'),
    fields: z.array(FormField).min(1).max(50).describe('Its questions.'),
  })
  .meta({ id: 'FormPage' });

const Makes = z
  .strictObject({
    contact: z
      .strictObject({
        name: FieldKey,
        email: FieldKey.optional(),
        phone: FieldKey.optional(),
        taxId: FieldKey.optional(),
        address: FieldKey.optional(),
        labels: uniqueList(text(60), { max: 20 }).optional().describe('Labels that the contact gets.'),
        updates: z
          .boolean()
          .optional()
          .describe(
            'Also change a contact who was found by e-mail or telephone. Anyone can type those, so by default only a signed link does.',
          ),
      })
      .optional()
      .describe('The contact (customer) who answered, from these questions.'),
    document: z
      .strictObject({
        kind: z.enum(['invoice', 'order', 'quote']).describe('The kind of document.'),
        status: z.enum(['draft', 'issued']).describe('An `issued` one has its number and is posted.'),
        divisionId: z.uuid().optional().describe('The branch whose stock and books it belongs to.'),
        notes: FieldKey.optional(),
      })
      .optional()
      .describe('A sale of the chosen products and amounts.'),
    task: z
      .strictObject({
        boardId: z.uuid().describe('The board that gets the task.'),
        columnId: z.uuid().optional().describe('Default: the first column of the board.'),
        title: FieldKey,
        description: FieldKey.optional(),
        dueOn: FieldKey.optional().describe('A date; the task is due at the end of that day.'),
        fields: z
          .record(z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/), FieldKey)
          .refine((fields) => Object.keys(fields).length <= 20, 'must have at most 20 fields')
          .optional()
          .describe('Questions by the custom fields of the board that their answers become.'),
        priority: Priority.optional().describe('Of a new task.'),
        labels: uniqueList(text(60), { max: 20 }).optional().describe('Of a new task.'),
        assigneeIds: uniqueList(z.uuid(), { max: 50 }).optional().describe('Of a new task: members of the board.'),
      })
      .optional()
      .describe('A task on a board. A signed link with a `taskId` changes that task instead.'),
    booking: z
      .strictObject({
        scheduleId: z.uuid().describe('The schedule (bookings) of an availability.'),
        date: FieldKey,
        time: FieldKey,
      })
      .optional()
      .describe('Books the time that was chosen.'),
  })
  .meta({ id: 'FormMakes' });
export type Makes = z.output<typeof Makes>;

export const FormDefinition = z
  .strictObject({
    title: Text(200),
    description: Prose.optional(),
    pages: z.array(FormPage).min(1).max(20).describe('Shown one after the other.'),
    submitLabel: Text(60).optional(),
    thanks: z
      .strictObject({
        title: Label.optional(),
        text: Prose.optional(),
        redirectUrl: z
          .url({ protocol: /^https?$/ })
          .max(1000)
          .optional()
          .describe('Where the browser goes then.'),
      })
      .optional()
      .describe('Shown after the submission.'),
    makes: Makes.optional().describe(
      'The contact, document, task or booking that a submission creates, in the same transaction.',
    ),
  })
  .meta({ id: 'FormDefinition' });
export type FormDefinition = z.output<typeof FormDefinition>;

export const fieldsOf = ({ pages }: Pick<FormDefinition, 'pages'>): FormField[] =>
  pages.flatMap(({ fields }) => fields);
