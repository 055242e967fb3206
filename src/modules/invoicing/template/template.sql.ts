import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

export interface TemplateContent {
  name: string;
  format: 'letter' | 'receipt';
  /** Null: the organization's. */
  language: 'es' | 'en' | null;
  accentColor: string;
  title: string | null;
  header: string | null;
  footer: string | null;
  showLogo: boolean;
  showCodes: boolean;
  showDiscounts: boolean;
  showPayments: boolean;
  isDefault: boolean;
}

export interface Template extends TemplateContent {
  id: string;
  archivedAt: string | null;
  version: number;
  createdAt: string;
}

const columns = [
  'id',
  'name',
  'format',
  'language',
  'accentColor',
  'title',
  'header',
  'footer',
  'showLogo',
  'showCodes',
  'showDiscounts',
  'showPayments',
  'isDefault',
  'archivedAt',
  'version',
  'createdAt',
] as const;

export async function selectTemplates({ tx, organizationId }: Tenant, archived: boolean): Promise<Template[]> {
  const rows = await tx
    .selectFrom('documentTemplates')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('archivedAt', archived ? 'is not' : 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows as Template[];
}

/** The template with this id; without an id, the one for documents that choose none. */
export async function selectTemplate({ tx, organizationId }: Tenant, id: string | null): Promise<Template | undefined> {
  const row = await tx
    .selectFrom('documentTemplates')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where((is) => (id ? is('id', '=', id) : is('isDefault', '=', true)))
    .executeTakeFirst();
  return row as Template | undefined;
}

/** Holds all templates, so that only one can become the default at a time. */
export async function lockTemplates({ tx, organizationId }: Tenant): Promise<Template[]> {
  const rows = await tx
    .selectFrom('documentTemplates')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows as Template[];
}

export async function insertTemplate(
  { tx, organizationId }: Tenant,
  template: TemplateContent & { id: string },
  createdAt: Temporal.Instant,
): Promise<Template> {
  const row = await tx
    .insertInto('documentTemplates')
    .values({ ...template, organizationId, createdAt })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Template;
}

export async function updateTemplate(
  { tx, organizationId }: Tenant,
  id: string,
  change: Partial<TemplateContent> & { archivedAt?: Temporal.Instant | null },
): Promise<Template> {
  const row = await tx
    .updateTable('documentTemplates')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Template;
}

export const clearDefault = ({ tx, organizationId }: Tenant): Promise<unknown> =>
  tx
    .updateTable('documentTemplates')
    .set({ isDefault: false })
    .where('organizationId', '=', organizationId)
    .where('isDefault', '=', true)
    .execute();

/** Documents that shall look so. Those that are not known are not changed: compare the counts. */
export async function updateTemplateOfDocuments(
  { tx, organizationId }: Tenant,
  pendingRecordIds: string[],
  templateId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE pending_records SET template_id = ${templateId}, version = version + 1
    WHERE organization_id = ${organizationId} AND id = ANY (${pendingRecordIds}::uuid[])
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}
