import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByKey, type Column } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { DatumKind } from '../contact-data/normalise.ts';
import { formatTaxId } from '../tax-id/tax-id.ts';
import { describeContacts } from './beneficiary.ts';
import { type ListFilter, readFilter } from './list.ts';
import { type ContactFilter, selectContacts } from './search.sql.ts';

const BATCH = 500;

type ExportedContact = Awaited<ReturnType<typeof readBatch>>[number];

/** Every beneficiary that the filters leave, by name, as a file that is sent while it is read. */
export async function exportBeneficiaries(
  ctx: TenantSteps,
  { format, ...query }: ListFilter & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const filter = await ctx.transaction((tenant) => readFilter(tenant, query));
  return tableDownload({
    format,
    fileName: 'contactos',
    columns,
    batches: batchesByKey(BATCH, (after: ExportedContact | null) =>
      ctx.transaction((tenant) => readBatch(tenant, { ...filter, after: after ?? undefined })),
    ),
  });
}

const readBatch = async (ctx: TenantContext, filter: ContactFilter) =>
  describeContacts(ctx, await selectContacts(ctx.tx, ctx.organizationId, filter, { offset: 0, limit: BATCH }));

const text = (title: string, value: (contact: ExportedContact) => string | null): Column<ExportedContact> => ({
  title,
  kind: 'text',
  value,
});
const yesNo = (title: string, value: (contact: ExportedContact) => boolean) =>
  text(title, (contact) => (value(contact) ? 'Sí' : 'No'));
const dataOf = (title: string, kind: DatumKind) =>
  text(title, ({ contactData }) =>
    contactData
      .filter((datum) => datum.kind === kind)
      .map(({ value, label }) => (label ? `${value} (${label})` : value))
      .join('; '),
  );

const fiscalTypes = {
  consumer: 'Consumo',
  'fiscal-credit': 'Crédito fiscal',
  'special-regime': 'Régimen especial',
  government: 'Gubernamental',
  export: 'Exportación',
};
const taxStatuses = { unchecked: '', active: 'Activo', inactive: 'Inactivo', unregistered: 'No registrado' };

const columns: Column<ExportedContact>[] = [
  text('Id', ({ id }) => id),
  text('Nombre', ({ name }) => name),
  text('Tipo', ({ kind }) => (kind === 'company' ? 'Empresa' : 'Persona')),
  yesNo('Cliente', ({ isCustomer }) => isCustomer),
  yesNo('Suplidor', ({ isSupplier }) => isSupplier),
  text('Razón social', ({ legalName }) => legalName),
  text('RNC o cédula', ({ taxId, taxIdKind }) => taxId && formatTaxId(taxId, taxIdKind!)),
  text('Estado en la DGII', ({ taxStatus }) => taxStatuses[taxStatus]),
  text('Comprobante', ({ fiscalType }) => fiscalTypes[fiscalType]),
  dataOf('Teléfonos', 'phone'),
  dataOf('Correos', 'email'),
  dataOf('Direcciones', 'address'),
  dataOf('Fechas', 'date'),
  dataOf('Otros datos', 'other'),
  text('Etiquetas', ({ labels }) => labels.join('; ')),
  text('Lista de precios', ({ priceTier }) => priceTier),
  { title: 'Límite de crédito', kind: 'number', value: ({ creditLimit }) => creditLimit },
  text('Moneda', ({ currency }) => currency),
  {
    title: 'Días de crédito',
    kind: 'number',
    value: ({ paymentTermsDays }) => (paymentTermsDays === null ? null : String(paymentTermsDays)),
  },
  text('Notas', ({ notes }) => notes),
  yesNo('Archivado', ({ archivedAt }) => archivedAt !== null),
  { title: 'Creado', kind: 'date', value: ({ createdAt }) => createdAt.slice(0, 10) },
];
