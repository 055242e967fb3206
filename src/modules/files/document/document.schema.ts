import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { PARTS_MAX } from './content.ts';

export const RichDocumentKind = z
  .enum(['note', 'page', 'post', 'contract', 'template'])
  .describe('A `page` or `post` can be published on a website; a `template` has fields.');

const MARKDOWN_MAX = 300_000;
const VALUES_MAX = 100;

const Title = z.string().trim().min(1).max(200).describe('What people see in lists, and above the text.');
const Label = z.string().trim().min(1).max(60);

/** The wire knows the outermost node only; the server checks the rest against the schema of `rich-text.ts`. */
export const RichText = z
  .looseObject({
    type: z.literal('doc').describe('The outermost node.'),
    content: z
      .array(z.looseObject({ type: z.string().max(40).describe('The node, such as `paragraph`.') }))
      .max(PARTS_MAX)
      .describe('Its nodes, in order.'),
  })
  .meta({
    id: 'RichText',
    description:
      'A document of ProseMirror or TipTap. Nodes: paragraph, heading, bulletList, orderedList, listItem, taskList, taskItem, blockquote, codeBlock, horizontalRule, hardBreak, image, mention (a field of a template), table, tableRow, tableHeader, tableCell. Marks: link, bold, italic, strike, underline, highlight, subscript, superscript, code.',
    example: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hola', marks: [{ type: 'bold' }] }] }],
    },
  });

const text = {
  content: RichText,
  markdown: z
    .string()
    .max(MARKDOWN_MAX)
    .describe('The content as Markdown instead. `{{contact.name}}` is a field of a template; HTML stays text.'),
};
const labels = z.array(Label).max(20).describe('Words of your own to find it by.');
const isOneOf = ({ content, markdown }: { content?: unknown; markdown?: unknown }) =>
  content === undefined || markdown === undefined;
const eitherOr = { path: ['markdown'], message: 'Give content or markdown, not both.' };

export const NewRichDocument = z
  .strictObject({
    title: Title.optional().describe('Required unless a template gives it.'),
    kind: RichDocumentKind.optional().describe('Default: `note`, and `contract` for one that is made from a template.'),
    labels: labels.optional(),
    ...z.strictObject(text).partial().shape,
    templateId: z.uuid().optional().describe('Takes the content of this template, with its fields filled in.'),
    contactId: z.uuid().optional().describe('Fills `contact.name`, `contact.taxId`, `contact.email` and the like.'),
    invoiceId: z.uuid().optional().describe('Fills `document.number`, `document.total` and the like.'),
    values: z
      .record(z.string().regex(/^[A-Za-z][\w.-]{0,59}$/), z.string().max(2000))
      .refine((values) => Object.keys(values).length <= VALUES_MAX, { error: `must have at most ${VALUES_MAX} names` })
      .optional()
      .describe('Fills fields by their names, before anything else does.'),
  })
  .refine(isOneOf, eitherOr)
  .refine(({ title, templateId }) => title !== undefined || templateId !== undefined, {
    path: ['title'],
    message: 'Without a template, a document needs a title.',
  })
  .refine(({ templateId, content, markdown }) => !templateId || (content ?? markdown) === undefined, {
    path: ['templateId'],
    message: 'A document from a template takes its content from there.',
  });

export const RichDocumentChange = changeOf({
  title: Title,
  kind: RichDocumentKind,
  labels,
  ...text,
  restoreVersion: z.number().int().min(1).describe('Brings title and content of this version back, as a new version.'),
  shared: z
    .boolean()
    .describe('Whether anyone who has its link can read it. The link stays the same until it is false.'),
  archived: z.boolean(),
})
  .refine(isOneOf, eitherOr)
  .refine(
    ({ restoreVersion, title, content, markdown }) =>
      restoreVersion === undefined || (title ?? content ?? markdown) === undefined,
    { path: ['restoreVersion'], message: 'A version is restored as it was: leave the other fields out.' },
  );

const source = z.object({
  templateId: z.uuid().describe('The template.'),
  templateVersion: z.number().int().describe('The version of the template that was taken.'),
  contactId: z.uuid().nullable().describe('The contact whose data filled its fields; null: none.'),
  invoiceId: z.uuid().nullable().describe('The document whose data filled its fields; null: none.'),
});

export const RichDocumentHead = z
  .object({
    id: z.uuid(),
    kind: RichDocumentKind,
    title: z.string().describe('What people see in lists, and above the text.'),
    labels: z.array(z.string()).describe('Words of your own to find it by.'),
    source: source.nullable().describe('The template that it was made from, and what filled its fields.'),
    shareUrl: z.string().nullable().describe('Null: it is not shared.'),
    archivedAt: Timestamp.nullable(),
    createdBy: z.uuid().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.number().int().describe('How often title or content were saved.'),
  })
  .meta({ id: 'RichDocumentHead' });

export const RichDocument = RichDocumentHead.extend({
  content: RichText,
  fields: z.array(z.string()).describe('The fields that a template has, in the order of the text.'),
}).meta({ id: 'RichDocument' });

export const RichDocumentVersion = z.object({
  version: z.number().int(),
  title: z.string().describe('As it was in this version.'),
  restoredFrom: z.number().int().nullable().describe('The version that it brought back; null: it was written.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const VersionComparison = z.object({
  from: RichDocumentVersion.describe('The earlier version.'),
  to: RichDocumentVersion.describe('The later version.'),
  differences: z
    .array(
      z.object({
        change: z.enum(['same', 'added', 'removed']).describe('Whether this part was added, removed or kept.'),
        text: z.string().describe('The part.'),
      }),
    )
    .describe('The content as Markdown, in parts: word by word, or line by line where much has changed.'),
});

export const PublicDocument = z.object({
  title: z.string().describe('What people see above the text.'),
  kind: RichDocumentKind,
  organization: z
    .object({ name: z.string().describe('The business, as its customers know it.'), logoUrl: z.string().nullable() })
    .describe('Who shares it.'),
  updatedOn: CalendarDate.describe('The day of the last change, in the time zone of the organization.'),
  content: RichText.describe('Pictures are signed links that expire after a day.'),
  html: z.string().describe('The same as HTML that is safe to embed. Its headings begin at the second level.'),
});
