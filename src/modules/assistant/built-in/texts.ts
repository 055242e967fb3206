import type { Language } from '#platform/pages/language.ts';

/** The texts of the built-in model. */
export interface Texts {
  hello: string;
  cannot: string;
  noRight: string;
  failed: (reason: string) => string;
  denied: string;
  periods: Record<Period, string>;
  sales: (period: string, count: number, total: string, tax: string) => string;
  noSales: (period: string) => string;
  returned: (total: string, left: string) => string;
  collected: (paid: string, balance: string) => string;
  nobodyOwes: string;
  owing: (total: string) => string;
  owes: (name: string, balance: string, overdue: string | null) => string;
  noName: string;
  notFound: (name: string) => string;
  which: (name: string, names: string[]) => string;
  nothingOpen: (name: string) => string;
  open: (name: string, total: string) => string;
  openAll: (total: string) => string;
  document: (kind: string, number: number | null, due: string, balance: string) => string;
  kinds: Record<string, string>;
  stock: (name: string, available: string, unit: string) => string;
  noStock: (name: string) => string;
  untracked: (name: string) => string;
  price: (name: string, price: string | null) => string;
  balances: (lines: string[]) => string;
  details: (name: string, lines: string[]) => string;
  proposes: (kind: string, name: string, lines: string[], isDraft: boolean) => string;
  made: (kind: string, number: number | null, total: string) => string;
  proposesContact: (name: string) => string;
  madeContact: (name: string) => string;
  needsLines: string;
  noPriceFor: (name: string) => string;
  guides: (passages: { title: string; page: string; text: string }[]) => string;
  noGuide: string;
  more: (count: number) => string;
}

export type Period = 'today' | 'yesterday' | 'week' | 'month' | 'lastMonth' | 'year';

const listed = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');

const es: Texts = {
  hello:
    'Puedo decirte las ventas («¿cuánto vendí hoy?»), quién te debe («¿quién me debe?»), las facturas sin pagar de un cliente, existencias y precios («¿cuánto arroz queda?»), saldos de cuentas y datos de contactos. Puedo preparar una cotización, un pedido o una factura («cotización para Juan Pérez de 3 arroz selecto») y agregar un contacto; eso espera tu aprobación. También busco en las guías («¿cómo creo un formulario?»).',
  cannot:
    'No entiendo eso, o no sé hacerlo. Sin un modelo de lenguaje respondo preguntas sobre ventas, deudas, facturas sin pagar, existencias, precios, saldos y contactos, y preparo cotizaciones, pedidos y facturas. Escribe «ayuda» para ver ejemplos.',
  noRight: 'No tienes permiso para eso, o está apagado en la configuración del asistente.',
  failed: (reason) => `No se pudo: ${reason}`,
  denied: 'De acuerdo, no lo hago.',
  periods: {
    today: 'hoy',
    yesterday: 'ayer',
    week: 'esta semana',
    month: 'este mes',
    lastMonth: 'el mes pasado',
    year: 'este año',
  },
  sales: (period, count, total, tax) =>
    `Ventas de ${period}: ${total} en ${count} ${count === 1 ? 'factura' : 'facturas'}, con ${tax} de impuestos.`,
  noSales: (period) => `No hay ventas de ${period}.`,
  returned: (total, left) => `Devoluciones: ${total}. Ventas netas: ${left}.`,
  collected: (paid, balance) => `Cobrado: ${paid}. Por cobrar: ${balance}.`,
  nobodyOwes: 'Nadie te debe: no hay facturas abiertas.',
  owing: (total) => `Te deben ${total} en total:`,
  owes: (name, balance, overdue) => `${name}: ${balance}${overdue ? ` (${overdue} vencido)` : ''}`,
  noName: 'Sin contacto',
  notFound: (name) => `No encuentro «${name}».`,
  which: (name, names) => `«${name}» puede ser varios. Dime cuál:\n${listed(names)}`,
  nothingOpen: (name) => `${name} no tiene facturas sin pagar.`,
  open: (name, total) => `${name} debe ${total}:`,
  openAll: (total) => `Facturas sin pagar, por ${total}:`,
  document: (kind, number, due, balance) => `${kind} ${number ?? ''}, vence el ${due}: ${balance}`,
  kinds: { invoice: 'Factura', quote: 'Cotización', order: 'Pedido', loan: 'Préstamo' },
  stock: (name, available, unit) => `${name}: quedan ${available} (${unit}).`,
  noStock: (name) => `${name}: no queda nada.`,
  untracked: (name) => `${name}: no lleva inventario.`,
  price: (name, price) => (price ? `${name}: ${price}` : `${name}: no tiene precio.`),
  balances: (lines) => `Saldos de las cuentas:\n${listed(lines)}`,
  details: (name, lines) => (lines.length > 0 ? `${name}:\n${listed(lines)}` : `De ${name} no hay datos guardados.`),
  proposes: (kind, name, lines, isDraft) =>
    `${kind} para ${name}:\n${listed(lines)}\n${isDraft ? 'Se guarda como borrador: no se emite ni se contabiliza. ' : ''}¿Lo apruebas? Antes no se crea nada.`,
  made: (kind, number, total) =>
    number === null
      ? `Listo: ${kind.toLowerCase()} en borrador, por ${total}.`
      : `Listo: ${kind.toLowerCase()} ${number}, por ${total}.`,
  proposesContact: (name) => `Agregaré el contacto ${name} cuando lo apruebes.`,
  madeContact: (name) => `Listo: agregué a ${name}.`,
  needsLines: 'Dime para quién y qué, por ejemplo: «cotización para Juan Pérez de 3 arroz selecto y 2 aceite».',
  noPriceFor: (name) => `${name} no tiene precio. Dímelo así: «3 ${name} a 50».`,
  guides: (passages) => passages.map(({ title, page, text }) => `${title} (${page})\n${text}`).join('\n\n'),
  noGuide: 'No encuentro nada de eso en las guías.',
  more: (count) => `… y ${count} más.`,
};

const en: Texts = {
  hello:
    'I can tell you sales (“sales today”), who owes you (“who owes me?”), the unpaid invoices of a customer, stock and prices (“how many rice are left?”), balances of accounts and data of contacts. I can prepare a quote, an order or an invoice (“quote for Juan Pérez of 3 rice”) and add a contact; these wait for your approval. I also search the guides (“how do I make a form?”).',
  cannot:
    'I do not understand that, or I cannot do it. Without a language model I answer questions about sales, debts, unpaid invoices, stock, prices, balances and contacts, and prepare quotes, orders and invoices. Write “help” for examples.',
  noRight: 'You have no permission for that, or it is turned off in the settings of the assistant.',
  failed: (reason) => `It did not work: ${reason}`,
  denied: 'All right, I leave it.',
  periods: {
    today: 'today',
    yesterday: 'yesterday',
    week: 'this week',
    month: 'this month',
    lastMonth: 'last month',
    year: 'this year',
  },
  sales: (period, count, total, tax) =>
    `Sales ${period}: ${total} in ${count} ${count === 1 ? 'invoice' : 'invoices'}, with ${tax} of tax.`,
  noSales: (period) => `There are no sales ${period}.`,
  returned: (total, left) => `Returned: ${total}. Net sales: ${left}.`,
  collected: (paid, balance) => `Collected: ${paid}. Still owed: ${balance}.`,
  nobodyOwes: 'Nobody owes you: there are no open invoices.',
  owing: (total) => `You are owed ${total} in total:`,
  owes: (name, balance, overdue) => `${name}: ${balance}${overdue ? ` (${overdue} overdue)` : ''}`,
  noName: 'No contact',
  notFound: (name) => `I cannot find “${name}”.`,
  which: (name, names) => `“${name}” can be several. Tell me which one:\n${listed(names)}`,
  nothingOpen: (name) => `${name} has no unpaid invoices.`,
  open: (name, total) => `${name} owes ${total}:`,
  openAll: (total) => `Unpaid invoices, ${total} in total:`,
  document: (kind, number, due, balance) => `${kind} ${number ?? ''}, due ${due}: ${balance}`,
  kinds: { invoice: 'Invoice', quote: 'Quote', order: 'Order', loan: 'Loan' },
  stock: (name, available, unit) => `${name}: ${available} left (${unit}).`,
  noStock: (name) => `${name}: nothing is left.`,
  untracked: (name) => `${name}: stock is not tracked.`,
  price: (name, price) => (price ? `${name}: ${price}` : `${name}: has no price.`),
  balances: (lines) => `Balances of the accounts:\n${listed(lines)}`,
  details: (name, lines) => (lines.length > 0 ? `${name}:\n${listed(lines)}` : `There is no data of ${name}.`),
  proposes: (kind, name, lines, isDraft) =>
    `I prepared this ${kind.toLowerCase()} for ${name}:\n${listed(lines)}\n${isDraft ? 'It is saved as a draft: not issued and not posted. ' : ''}Approve it to create it.`,
  made: (kind, number, total) =>
    number === null
      ? `Done: a draft ${kind.toLowerCase()} of ${total}.`
      : `Done: ${kind.toLowerCase()} ${number} of ${total}.`,
  proposesContact: (name) => `I add the contact ${name} when you approve it.`,
  madeContact: (name) => `Done: I added ${name}.`,
  needsLines: 'Tell me for whom and what, such as “quote for Juan Pérez of 3 rice and 2 oil”.',
  noPriceFor: (name) => `${name} has no price. Tell me like this: “3 ${name} at 50”.`,
  guides: (passages) => passages.map(({ title, page, text }) => `${title} (${page})\n${text}`).join('\n\n'),
  noGuide: 'I find nothing about that in the guides.',
  more: (count) => `… and ${count} more.`,
};

export const texts: Record<Language, Texts> = { es, en };
