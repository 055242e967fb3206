/** More would hide the total; the page lists all. */
export const LINES_MAX = 20;

interface Letter {
  name: string;
  issuer: string;
  total: string;
  isOverdue: boolean;
  lines: Line[];
  /** How many debts are not listed. */
  more: number;
  message: string;
  /** Where all invoices are paid that are not in instalments. Null: there is none. */
  url: string | null;
}

export interface Line {
  what: 'invoice' | 'instalment' | 'loan';
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
    whats: { invoice: 'Factura', instalment: 'Cuota de la factura', loan: 'Cuota del préstamo' },
    due: (date: string, isOverdue: boolean) => `${isOverdue ? 'venció' : 'vence'} el ${date}`,
    more: (count: number) => `- y ${count} más`,
    see: (url: string) => `Puedes ver el detalle y las formas de pago aquí: ${url}`,
    paid: 'Si ya pagaste, ignora este mensaje.',
  },
  en: {
    subject: (issuer: string, isOverdue: boolean) =>
      isOverdue ? `You have overdue payments to ${issuer}` : `Payment reminder of ${issuer}`,
    hello: (name: string) => `Hello, ${name}:`,
    owed: (total: string, issuer: string) => `You owe ${issuer} ${total}:`,
    whats: { invoice: 'Invoice', instalment: 'Instalment of invoice', loan: 'Instalment of loan' },
    due: (date: string, isOverdue: boolean) => `${isOverdue ? 'was due on' : 'due on'} ${date}`,
    more: (count: number) => `- and ${count} more`,
    see: (url: string) => `You can see the details and how to pay here: ${url}`,
    paid: 'If you have already paid, ignore this message.',
  },
};

/** The letter about what a contact owes, in the language of the business. */
export function composeLetter(language: 'es' | 'en', letter: Letter): { subject: string; text: string } {
  const say = words[language];
  const { lines, more, issuer } = letter;
  const listed = lines.map(({ what, number, date, isOverdue, amount, url }) => {
    const line = `- ${say.whats[what]} ${number}, ${say.due(date, isOverdue)}: ${amount}`;
    return url ? `${line}\n  ${url}` : line;
  });
  if (more > 0) listed.push(say.more(more));
  const parts = [
    say.hello(letter.name),
    say.owed(letter.total, issuer),
    listed.join('\n'),
    letter.message,
    letter.url && say.see(letter.url),
    say.paid,
  ];
  return { subject: say.subject(issuer, letter.isOverdue), text: parts.filter(Boolean).join('\n\n') };
}
