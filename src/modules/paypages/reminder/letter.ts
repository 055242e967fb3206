/** More would hide the total; the page lists all. */
const LINES_MAX = 20;

interface Letter {
  name: string;
  issuer: string;
  total: string;
  isOverdue: boolean;
  lines: { number: string; date: string; isOverdue: boolean; amount: string }[];
  message: string;
  url: string;
}

const words = {
  es: {
    subject: (issuer: string, isOverdue: boolean) =>
      isOverdue ? `Tienes facturas vencidas con ${issuer}` : `Recordatorio de pago de ${issuer}`,
    hello: (name: string) => `Hola, ${name}:`,
    owed: (total: string, issuer: string) => `Tienes ${total} pendientes de pago con ${issuer}:`,
    line: (number: string, date: string, isOverdue: boolean, amount: string) =>
      `- Factura ${number}, ${isOverdue ? 'venció' : 'vence'} el ${date}: ${amount}`,
    more: (count: number) => `- y ${count} más`,
    see: (url: string) => `Puedes ver el detalle y las formas de pago aquí: ${url}`,
    paid: 'Si ya pagaste, ignora este mensaje.',
  },
  en: {
    subject: (issuer: string, isOverdue: boolean) =>
      isOverdue ? `You have overdue invoices of ${issuer}` : `Payment reminder of ${issuer}`,
    hello: (name: string) => `Hello, ${name}:`,
    owed: (total: string, issuer: string) => `You owe ${issuer} ${total}:`,
    line: (number: string, date: string, isOverdue: boolean, amount: string) =>
      `- Invoice ${number}, ${isOverdue ? 'was due on' : 'due on'} ${date}: ${amount}`,
    more: (count: number) => `- and ${count} more`,
    see: (url: string) => `You can see the details and how to pay here: ${url}`,
    paid: 'If you have already paid, ignore this message.',
  },
};

/** The letter about what a contact owes, in the language of the business. */
export function composeLetter(language: 'es' | 'en', letter: Letter): { subject: string; text: string } {
  const say = words[language];
  const { lines, issuer } = letter;
  const listed = lines.slice(0, LINES_MAX).map((line) => say.line(line.number, line.date, line.isOverdue, line.amount));
  if (lines.length > LINES_MAX) listed.push(say.more(lines.length - LINES_MAX));
  const parts = [
    say.hello(letter.name),
    say.owed(letter.total, issuer),
    listed.join('\n'),
    letter.message,
    say.see(letter.url),
    say.paid,
  ];
  return { subject: say.subject(issuer, letter.isOverdue), text: parts.filter(Boolean).join('\n\n') };
}
