/** More would hide the total; the page lists all. */
export const LINES_MAX = 20;

interface Letter {
  name: string;
  issuer: string;
  total: string;
  isOverdue: boolean;
  /** The amount that they have paid in advance. Null: none. */
  prepaid: string | null;
  lines: Line[];
  /** How many debts are not listed. */
  more: number;
  message: string;
  /** Where all invoices are paid that are not in instalments. Null: there is none. */
  url: string | null;
}

interface Line {
  what: 'invoice' | 'loan';
  /** How many of its instalments it is about. Null: it is not paid in instalments. */
  instalments: number | null;
  number: string;
  date: string;
  isOverdue: boolean;
  amount: string;
  /** Where it is paid, if on its own page. */
  url: string | null;
}

const words = {
  es: {
    subject: (issuer: string, isOverdue: boolean) =>
      isOverdue ? `Tienes pagos vencidos con ${issuer}` : `Recordatorio de pago de ${issuer}`,
    hello: (name: string) => `Hola, ${name}:`,
    owed: (total: string, issuer: string) => `Tienes ${total} pendientes de pago con ${issuer}:`,
    whats: { invoice: 'Factura', loan: 'Préstamo' },
    instalments: { invoice: 'de la factura', loan: 'del préstamo' },
    instalment: (count: number, document: string) => `${count > 1 ? `${count} cuotas` : 'Cuota'} ${document}`,
    due: (date: string, isOverdue: boolean) => `${isOverdue ? 'venció' : 'vence'} el ${date}`,
    first: 'la primera',
    prepaid: (amount: string) => `Tienes ${amount} a tu favor por pagos adelantados, que puedes usar para esto.`,
    more: (count: number) => `- y ${count} más`,
    see: (url: string) => `Puedes ver el detalle y las formas de pago aquí: ${url}`,
    paid: 'Si ya pagaste, ignora este mensaje.',
  },
  en: {
    subject: (issuer: string, isOverdue: boolean) =>
      isOverdue ? `You have overdue payments to ${issuer}` : `Payment reminder of ${issuer}`,
    hello: (name: string) => `Hello, ${name}:`,
    owed: (total: string, issuer: string) => `You owe ${issuer} ${total}:`,
    whats: { invoice: 'Invoice', loan: 'Loan' },
    instalments: { invoice: 'of invoice', loan: 'of loan' },
    instalment: (count: number, document: string) => `${count > 1 ? `${count} instalments` : 'Instalment'} ${document}`,
    due: (date: string, isOverdue: boolean) => `${isOverdue ? 'was due on' : 'due on'} ${date}`,
    first: 'the first',
    prepaid: (amount: string) => `You have paid ${amount} in advance, which you can use for this.`,
    more: (count: number) => `- and ${count} more`,
    see: (url: string) => `You can see the details and how to pay here: ${url}`,
    paid: 'If you have already paid, ignore this message.',
  },
};

/** The e-mail about what a contact owes, in the language of the business. */
export function composeLetter(language: 'es' | 'en', letter: Letter): { subject: string; text: string } {
  const say = words[language];
  const { lines, more, issuer } = letter;
  const listed = lines.map(({ what, instalments, number, date, isOverdue, amount, url }) => {
    const name = instalments === null ? say.whats[what] : say.instalment(instalments, say.instalments[what]);
    const due = `${(instalments ?? 1) > 1 ? `${say.first} ` : ''}${say.due(date, isOverdue)}`;
    const line = `- ${name} ${number}, ${due}: ${amount}`;
    return url ? `${line}\n  ${url}` : line;
  });
  if (more > 0) listed.push(say.more(more));
  const parts = [
    say.hello(letter.name),
    say.owed(letter.total, issuer),
    listed.join('\n'),
    letter.prepaid && say.prepaid(letter.prepaid),
    letter.message,
    letter.url && say.see(letter.url),
    say.paid,
  ];
  return { subject: say.subject(issuer, letter.isOverdue), text: parts.filter(Boolean).join('\n\n') };
}
