import { selectDivisionNames, selectProjectNames } from '#modules/accounting/index.ts';
import { selectContactNames } from '#modules/contacts/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import { firstWeekday } from '#modules/organization/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { columnsOf } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { inDecimals } from '#platform/money.ts';
import type { Language } from '#platform/pages/language.ts';
import { refusal } from '#platform/refusal.ts';
import { fillInDueDates } from '../hooks.ts';
import type { DocumentFilter } from '../pending/list.sql.ts';
import { documentWords } from './export.ts';
import { type Dimension, type Figures, type FiguresGroup, selectFigures, selectNumbers } from './report.sql.ts';

export const TooManyDocumentGroups = refusal(
  'too_many_groups',
  'There are more than 10,000 groups: group by fewer fields, or filter more.',
);

export const StateOfPastDay = refusal(
  'state_of_past_day',
  'The state of documents is known for now only: leave out `asOf`, or `state`.',
);

const GROUPS_MAX = 10_000;
/** After every date that a document can have. */
const END_OF_TIME = Temporal.PlainDate.from('2999-12-31');

interface Grouping {
  groupBy: Dimension[] | undefined;
  asOf: string | undefined;
  withBalance: boolean;
}

/** The sums of documents by group, with the balance by age, on a day. */
export async function reportDocuments(
  ctx: TenantContext,
  { groupBy = [], asOf, withBalance = false, ...query }: DocumentFilter & Partial<Grouping>,
) {
  const { currency } = ctx;
  const day = asOf === undefined ? ctx.today : Temporal.PlainDate.from(asOf);
  const until = asOf === undefined ? END_OF_TIME : day;
  if ((query.state || groupBy.includes('state')) && asOf !== undefined) throw StateOfPastDay();
  const weekStart = await firstWeekday(ctx);
  const dueOn = new Map<string, string>();
  if (asOf !== undefined) await fillInDueDates(ctx, day, dueOn);
  const on = { day, until, dueOn, isOwing: withBalance };
  const [totals, ...groups] = await selectFigures(ctx, query, groupBy, on, GROUPS_MAX + 2, weekStart);
  if (groups.length > GROUPS_MAX) throw TooManyDocumentGroups();
  const names = await namesOf(ctx, groupBy, groups);
  return {
    currency,
    asOf: day.toString(),
    totals: describeFigures(totals!, currency),
    groups: groups.map(({ keys, ...figures }) => ({
      key: Object.fromEntries(groupBy.map((dimension, place) => [dimension, keys[place] ?? null])),
      names: groupBy.map((dimension, place) => nameOf(names, dimension, keys[place] ?? null)),
      ...describeFigures(figures, currency),
    })),
  };
}

const describeFigures = (
  { notYetDue, late30, late60, late90, later, returns, returnedNet, returnedTax, returnedTotal, ...figures }: Figures,
  currency: string,
) => ({
  ...inDecimals(figures, currency),
  returned: { returns, ...inDecimals({ net: returnedNet, tax: returnedTax, total: returnedTotal }, currency) },
  afterReturns: inDecimals(
    { net: figures.net - returnedNet, tax: figures.tax - returnedTax, total: figures.total - returnedTotal },
    currency,
  ),
  aging: inDecimals(
    { notYetDue, days1To30: late30, days31To60: late60, days61To90: late90, over90Days: later },
    currency,
  ),
});

type Names = Map<Dimension, Map<string, string>>;

const nameOf = (names: Names, dimension: Dimension, key: string | null): string | null =>
  key === null ? null : (names.get(dimension)?.get(key) ?? key);

/** The names of what the groups are about, each kind in one query. */
async function namesOf(ctx: TenantContext, by: Dimension[], groups: FiguresGroup[]): Promise<Names> {
  const idsOf = (dimension: Dimension): string[] => {
    const place = by.indexOf(dimension);
    return place < 0 ? [] : [...new Set(groups.map(({ keys }) => keys[place] ?? null))].filter((id) => id !== null);
  };
  const [contacts, sellers, divisions, projects, documents] = await Promise.all([
    by.includes('contact') ? selectContactNames(ctx, idsOf('contact')) : [],
    by.includes('seller') ? findUsers(ctx.tx, idsOf('seller')) : [],
    by.includes('division') ? selectDivisionNames(ctx) : new Map<string, string>(),
    by.includes('project') ? selectProjectNames(ctx) : new Map<string, string>(),
    by.includes('document') ? selectNumbers(ctx, idsOf('document')) : new Map<string, string>(),
  ]);
  const named = (rows: { id: string; name: string | null }[]) => new Map(rows.map(({ id, name }) => [id, name ?? '']));
  return new Map<Dimension, Map<string, string>>([
    ['contact', named([...contacts])],
    ['seller', named(sellers)],
    ['division', divisions],
    ['project', projects],
    ['document', documents],
  ]);
}

const titles: Record<Dimension, Record<Language, string>> = {
  kind: { es: 'Documento', en: 'Document' },
  direction: { es: 'Sentido', en: 'Direction' },
  state: { es: 'Estado', en: 'Status' },
  contact: { es: 'Contacto', en: 'Contact' },
  seller: { es: 'Vendedor', en: 'Seller' },
  division: { es: 'División', en: 'Branch' },
  project: { es: 'Proyecto', en: 'Project' },
  stage: { es: 'Etapa', en: 'Stage' },
  fiscalType: { es: 'Tipo de comprobante', en: 'Type of fiscal receipt' },
  currency: { es: 'Moneda', en: 'Currency' },
  document: { es: 'Número', en: 'Number' },
  dueOn: { es: 'Vence', en: 'Due' },
  day: { es: 'Día', en: 'Day' },
  week: { es: 'Semana', en: 'Week' },
  month: { es: 'Mes', en: 'Month' },
  year: { es: 'Año', en: 'Year' },
};

/** The groups as a table, for people who open it in a spreadsheet. */
export async function downloadReport(
  ctx: TenantSteps,
  { format, ...query }: DocumentFilter & Partial<Grouping> & { format: 'csv' | 'xlsx'; groupBy: Dimension[] },
): Promise<RawAnswer> {
  const report = await ctx.transaction((unit) => reportDocuments(unit, query));
  type Row = (typeof report.groups)[number];
  const { text, number, date } = columnsOf<Row>();
  const words: Partial<Record<Dimension, Record<Language, Record<string, string>>>> = documentWords;
  const columns = [
    ...query.groupBy.map((dimension, place) => {
      const column = ['dueOn', 'day', 'week', 'month', 'year'].includes(dimension) ? date : text;
      return column(titles[dimension], ({ names }, language) => {
        const name = names[place] ?? null;
        return name === null ? null : (words[dimension]?.[language][name] ?? name);
      });
    }),
    number({ es: 'Documentos', en: 'Documents' }, ({ documents }) => String(documents)),
    number({ es: 'Neto', en: 'Net' }, ({ net }) => net),
    number({ es: 'Impuestos', en: 'Taxes' }, ({ tax }) => tax),
    number('Total', ({ total }) => total),
    number({ es: 'Neto devuelto', en: 'Net returned' }, ({ returned }) => returned.net),
    number({ es: 'Impuestos devueltos', en: 'Taxes returned' }, ({ returned }) => returned.tax),
    number({ es: 'Total devuelto', en: 'Total returned' }, ({ returned }) => returned.total),
    number({ es: 'Neto menos devoluciones', en: 'Net less returns' }, ({ afterReturns }) => afterReturns.net),
    number({ es: 'Total menos devoluciones', en: 'Total less returns' }, ({ afterReturns }) => afterReturns.total),
    number({ es: 'Retenido', en: 'Withheld' }, ({ withheld }) => withheld),
    number({ es: 'Pagado', en: 'Paid' }, ({ paid }) => paid),
    number({ es: 'Pendiente', en: 'Balance due' }, ({ balance }) => balance),
    number({ es: 'Por vencer', en: 'Not yet due' }, ({ aging }) => aging.notYetDue),
    number({ es: '1 a 30 días', en: '1 to 30 days' }, ({ aging }) => aging.days1To30),
    number({ es: '31 a 60 días', en: '31 to 60 days' }, ({ aging }) => aging.days31To60),
    number({ es: '61 a 90 días', en: '61 to 90 days' }, ({ aging }) => aging.days61To90),
    number({ es: 'Más de 90 días', en: 'Over 90 days' }, ({ aging }) => aging.over90Days),
  ];
  return tableDownload(ctx, {
    format,
    fileName: `resumen-de-documentos-${report.asOf}`,
    columns,
    batches: [report.groups],
  });
}
