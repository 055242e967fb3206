import { sumOf } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import type { Conversing, Intent, Named, Reply } from './conversing.ts';
import { findContact } from './find.ts';
import type { Period } from './texts.ts';

interface Figures {
  documents: number;
  tax: string;
  total: string;
  paid: string;
  balance: string;
  returned: { returns: number; total: string };
  afterReturns: { total: string };
  aging: Record<string, string>;
}

interface Report {
  totals: Figures;
  groups: (Figures & { names: (string | null)[] })[];
}

interface OpenDocument {
  kind: string;
  number: number | null;
  dueOn: string;
  currency: string;
  balance: string;
}

const LISTED_MAX = 10;
const OPEN_STATES = 'open,partial,past-due';

export const askSales: Intent = ({ plain }, c) => {
  if (!/\b(ventas?|vendi|vendimos|vendido|se vendio|facture|facturamos|facturado|sales|sold|revenue)\b/.test(plain))
    return null;
  const period = periodOf(plain);
  const { from, to } = daysOf(period, c.facts.today);
  const query = { from, to, direction: 'sale', kind: 'invoice' };
  const report = c.ask<Report>('documentReports_get', { query });
  if ('reply' in report) return report.reply;
  const { documents, total, tax, paid, balance, returned, afterReturns } = report.data.totals;
  const name = c.texts.periods[period];
  if (documents === 0 && returned.returns === 0) return c.say(c.texts.noSales(name));
  return c.say(
    [
      c.texts.sales(name, documents, c.money(total), c.money(tax)),
      ...(returned.returns > 0 ? [c.texts.returned(c.money(returned.total), c.money(afterReturns.total))] : []),
      c.texts.collected(c.money(paid), c.money(balance)),
    ].join(' '),
  );
};

function periodOf(plain: string): Period {
  if (/\b(ayer|yesterday)\b/.test(plain)) return 'yesterday';
  if (/\b(semana|week)\b/.test(plain)) return 'week';
  if (/\b(mes pasado|last month)\b/.test(plain)) return 'lastMonth';
  if (/\b(mes|month)\b/.test(plain)) return 'month';
  if (/\b(ano|year)\b/.test(plain)) return 'year';
  return 'today';
}

function daysOf(period: Period, today: string): { from: string; to: string } {
  const day = Temporal.PlainDate.from(today);
  const span = (from: Temporal.PlainDate, to = day) => ({ from: from.toString(), to: to.toString() });
  if (period === 'yesterday') return span(day.subtract({ days: 1 }), day.subtract({ days: 1 }));
  if (period === 'week') return span(day.subtract({ days: day.dayOfWeek - 1 }));
  if (period === 'month') return span(day.with({ day: 1 }));
  if (period === 'lastMonth')
    return span(day.with({ day: 1 }).subtract({ months: 1 }), day.with({ day: 1 }).subtract({ days: 1 }));
  return period === 'year' ? span(day.with({ month: 1, day: 1 })) : span(day);
}

export const askDebtors: Intent = ({ plain }, c) => {
  const isAsked =
    /\bquien(es)?\b.*\bdebe|\b(me|nos) deben\b|cuentas? por cobrar|por cobrar|\bwho owes\b|\bowed? (to )?(me|us)\b|receivables?|deudores|debtors/;
  if (!isAsked.test(plain)) return null;
  const query = { direction: 'sale', kind: 'invoice,loan', state: OPEN_STATES, groupBy: 'contact' };
  const report = c.ask<Report>('documentReports_get', { query });
  if ('reply' in report) return report.reply;
  const { totals, groups } = report.data;
  const { currency } = c.facts;
  const owing = groups
    .filter(({ balance }) => Number(balance) > 0)
    .toSorted((a, b) => Number(b.balance) - Number(a.balance));
  if (owing.length === 0) return c.say(c.texts.nobodyOwes);
  const lines = owing.slice(0, LISTED_MAX).map(({ names, balance, aging }) => {
    const overdue = toMinor(balance, currency) - toMinor(aging.notYetDue ?? balance, currency);
    const late = overdue > 0n ? c.money(fromMinor(overdue, currency)) : null;
    return c.texts.owes(names[0] ?? c.texts.noName, c.money(balance), late);
  });
  return c.say([c.texts.owing(c.money(totals.balance)), ...shown(c, lines, owing.length)].join('\n'));
};

const shown = (c: Conversing, lines: string[], all: number): string[] => [
  ...lines.map((line) => `- ${line}`),
  ...(all > lines.length ? [c.texts.more(all - lines.length)] : []),
];

const OF_CONTACT = [
  /(?:facturas?|invoices?|cuentas)\s+(?:pendientes?|sin pagar|abiertas?|vencidas?|por cobrar|unpaid|open|overdue)\s+(?:de|del|of|from|for)\s+(.+)$/iu,
  /(?:unpaid|open|overdue)\s+invoices?\s+(?:of|from|for)\s+(.+)$/iu,
  /(?:cu[aá]nto|qu[eé])\s+(?:me|nos)?\s*debe\s+(.+)$/iu,
  /(?:how much|what)\s+does\s+(.+?)\s+owe/iu,
];
const OF_ALL =
  /facturas? (pendientes?|sin pagar|abiertas?|vencidas?)|(unpaid|open|overdue) invoices?|invoices? (unpaid|open|overdue)/;

export const askOpenInvoices: Intent = ({ text, plain }, c) => {
  const name = OF_CONTACT.map((pattern) => pattern.exec(text)?.[1])
    .find(Boolean)
    ?.replace(/[?¿!.\s]+$/, '');
  if (!name && !OF_ALL.test(plain)) return null;
  const contact = name ? findContact(c, name) : null;
  if (contact && 'reply' in contact) return contact.reply;
  return listOpen(c, contact?.found ?? null);
};

function listOpen(c: Conversing, contact: Named | null): Reply {
  const wanted = { direction: 'sale', kind: 'invoice,loan', sort: 'due', itemsPerPage: 50 };
  const query = contact ? { ...wanted, contactId: contact.id } : wanted;
  const listed = c.ask<{ data: OpenDocument[] }>('documents_listOpen', { query });
  if ('reply' in listed) return listed.reply;
  const open = listed.data.data;
  if (open.length === 0) return c.say(contact ? c.texts.nothingOpen(contact.name) : c.texts.nobodyOwes);
  const sums = Map.groupBy(open, ({ currency }) => currency);
  const total = [...sums]
    .map(([currency, documents]) => {
      const sum = sumOf(documents, ({ balance }) => toMinor(balance, currency));
      return c.money(fromMinor(sum, currency), currency);
    })
    .join(' + ');
  const lines = open
    .slice(0, LISTED_MAX)
    .map(({ kind, number, dueOn, balance, currency }) =>
      c.texts.document(c.texts.kinds[kind] ?? kind, number, c.date(dueOn), c.money(balance, currency)),
    );
  const head = contact ? c.texts.open(contact.name, total) : c.texts.openAll(total);
  return c.say([head, ...shown(c, lines, open.length)].join('\n'));
}

export const askBalances: Intent = ({ plain }, c) => {
  const isAsked =
    /\b(saldos?|balances?|dinero|efectivo|money|cash)\b.*\b(cuentas?|bancos?|caja|accounts?|bank)\b|saldos? de (mis |las )?cuentas|account balances|cuanto (dinero )?(hay|tengo|tenemos) en (el banco|la caja|caja|banco)/;
  if (!isAsked.test(plain)) return null;
  const listed = c.ask<{ data: { name: string; currency: string; balance: string }[] }>('accounts_listBalances', {
    query: { itemsPerPage: 50 },
  });
  if ('reply' in listed) return listed.reply;
  const lines = listed.data.data.map(({ name, balance, currency }) => `${name}: ${c.money(balance, currency)}`);
  return c.say(c.texts.balances(lines));
};
