import { z } from 'zod';
import { Priority } from '#modules/tasks/index.ts';
import { CalendarDate, TimeOfDay } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const FieldKey = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9_]{0,39}$/, 'must begin with a small letter and have letters, digits and _, up to 40')
  .meta({ id: 'FormKey' });

const text = (max: number) => z.string().trim().min(1).max(max);

/** A text for people, in one language or in each. */
const Text = (max: number) =>
  z
    .union([
      text(max),
      z
        .strictObject({ es: text(max), en: text(max) })
        .partial()
        .refine(({ es, en }) => es !== undefined || en !== undefined, 'must be written in at least one language'),
    ])
    .describe('One text, or one for each language.');
export type Text = z.output<ReturnType<typeof Text>>;

const Label = Text(500).meta({ id: 'FormLabel' });
const Prose = Text(5000).meta({ id: 'FormProse' });

const Test = z.strictObject({
  field: FieldKey.describe('The key of an earlier question.'),
  is: z.enum(['answered', 'notAnswered', 'equals', 'notEquals', 'contains', 'greater', 'less']),
  value: z
    .union([z.string().max(200), z.number(), z.boolean()])
    .optional()
    .describe('Of a choice, the key of the option; of a consent, `true`.'),
});

export const FormCondition = z
  .strictObject({ match: z.enum(['all', 'any']).optional(), tests: z.array(Test).min(1).max(10) })
  .meta({ id: 'FormCondition' });

const base = {
  key: FieldKey,
  label: Label,
  help: Label.optional(),
  required: z.boolean().optional(),
  showIf: FormCondition.optional(),
  requireIf: FormCondition.optional(),
};

const Option = z
  .strictObject({ key: z.string().regex(/^[\w-]{1,60}$/, 'must be letters, digits, _ and -'), label: Label })
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
  z.strictObject({ type: z.literal(type), ...base, ...fields });

export const FormField = z
  .discriminatedUnion('type', [
    field('text', {
      multiline: z.boolean().optional(),
      minLength: z.number().int().min(0).max(5000).optional(),
      maxLength: z.number().int().min(1).max(5000).optional().describe('Default: 500.'),
      format: z.enum(['any', 'digits', 'letters', 'url']).optional().describe('Left out, it is any text.'),
    }),
    z.strictObject({
      type: z.literal(['number', 'money']),
      ...base,
      min: Amount.optional(),
      max: Amount.optional(),
      decimals: z.number().int().min(0).max(6).optional().describe('Of a number. Default: 0.'),
    }),
    field('date', { earliest: Day.optional(), latest: Day.optional() }),
    field('time', { earliest: TimeOfDay.optional(), latest: TimeOfDay.optional() }),
    field('choice', {
      options: options(200),
      multiple: z.boolean().optional(),
      choicesMax: z.number().int().min(1).max(200).optional(),
      dropdown: z.boolean().optional(),
    }),
    field('matrix', { rows: options(30), columns: options(12) }),
    field('rating', { max: z.number().int().min(3).max(10).optional().describe('Default: 5.') }),
    z.strictObject({ type: z.literal(['email', 'phone', 'address', 'signature']), ...base }),
    field('taxId', {
      checkDigit: z.boolean().optional().describe('Default: an RNC or cédula with a wrong check digit is refused.'),
    }),
    field('file', {
      filesMax: z.number().int().min(1).max(10).optional().describe('Default: 1.'),
      bytesMax: z.number().int().min(1).max(52_428_800).optional().describe('Default: 10485760.'),
      accepts: uniqueList(z.enum(fileKinds), { min: 1, max: 4 }).optional(),
    }),
    field('product', {
      resourceIds: uniqueList(z.uuid(), { min: 1, max: 50 }),
      quantityMax: z.number().int().min(1).max(10_000).optional().describe('Default: 100.'),
    }),
    field('payment', {
      amount: Money.optional().describe('Amount to pay. Default: the visitor chooses it.'),
      min: Money.optional(),
      max: Money.optional(),
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
    fields: z.array(FormField).min(1).max(50),
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
        labels: uniqueList(text(60), { max: 20 }).optional(),
        updates: z
          .boolean()
          .optional()
          .describe(
            'Also change a contact who was found by e-mail or telephone. Anyone can type those, so by default only a signed link does.',
          ),
      })
      .optional(),
    document: z
      .strictObject({
        kind: z.enum(['invoice', 'order', 'quote']),
        status: z.enum(['draft', 'issued']),
        divisionId: z.uuid().optional().describe('The branch whose stock and books it belongs to.'),
        notes: FieldKey.optional(),
      })
      .optional()
      .describe('A sale of the chosen products and amounts.'),
    task: z
      .strictObject({
        boardId: z.uuid(),
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
      .strictObject({ scheduleId: z.uuid(), date: FieldKey, time: FieldKey })
      .optional()
      .describe('Books the time that was chosen.'),
  })
  .meta({ id: 'FormMakes' });
export type Makes = z.output<typeof Makes>;

export const FormDefinition = z
  .strictObject({
    title: Text(200),
    description: Prose.optional(),
    pages: z.array(FormPage).min(1).max(20),
    submitLabel: Text(60).optional(),
    thanks: z
      .strictObject({
        title: Label.optional(),
        text: Prose.optional(),
        redirectUrl: z
          .url({ protocol: /^https?$/ })
          .max(1000)
          .optional(),
      })
      .optional(),
    makes: Makes.optional().describe(
      'The contact, document, task or booking that a submission creates, in the same transaction.',
    ),
  })
  .meta({ id: 'FormDefinition' });
export type FormDefinition = z.output<typeof FormDefinition>;

export const fieldsOf = ({ pages }: Pick<FormDefinition, 'pages'>): FormField[] =>
  pages.flatMap(({ fields }) => fields);
