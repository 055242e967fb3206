import { type Language, localeOf } from '#platform/pages/language.ts';
import type { DepositRefund } from '../deposit/refund.ts';

export type LetterKind = 'booked' | 'held' | 'moved' | 'canceled' | 'expired' | 'waiting' | 'promoted';

interface Words {
  subject: Record<LetterKind, (title: string) => string>;
  opening: Record<LetterKind, string>;
  reminder: { subject: (title: string, when: string) => string; opening: string };
  today: string;
  tomorrow: string;
  inTime: (hours: number, minutes: number) => string;
  when: string;
  where: string;
  online: string;
  reason: string;
  pay: (amount: string, until: string) => string;
  refunded: Record<DepositRefund, string>;
  manage: string;
  another: string;
  /** To the members who give it. */
  notice: Record<'booked' | 'moved' | 'canceled', (title: string) => string>;
  formerHost: { title: (name: string) => string; body: (count: number, first: string) => string };
  greeting: (name: string) => string;
}

export const letterWords: Record<Language, Words> = {
  es: {
    subject: {
      booked: (title) => `Reserva confirmada: ${title}`,
      held: (title) => `Falta el depósito: ${title}`,
      moved: (title) => `Reserva cambiada: ${title}`,
      canceled: (title) => `Reserva cancelada: ${title}`,
      expired: (title) => `La reserva venció: ${title}`,
      waiting: (title) => `Lista de espera: ${title}`,
      promoted: (title) => `Hay un lugar para ti: ${title}`,
    },
    opening: {
      booked: 'Tu reserva está confirmada.',
      held: 'Te guardamos el lugar. La reserva se confirma cuando pagues el depósito.',
      moved: 'Tu reserva tiene una nueva hora.',
      canceled: 'Tu reserva fue cancelada.',
      expired: 'El depósito no se pagó a tiempo y el lugar quedó libre.',
      waiting: 'Estás en la lista de espera. Te escribiremos si queda un lugar libre.',
      promoted: 'Quedó un lugar libre y tu reserva está confirmada.',
    },
    reminder: { subject: (title, when) => `Recordatorio: ${title} ${when}`, opening: 'Te recordamos tu reserva.' },
    today: 'hoy',
    tomorrow: 'mañana',
    inTime: (hours, minutes) => `en ${counted([hours, 'hora', 'horas'], [minutes, 'minuto', 'minutos'], ' y ')}`,
    when: 'Cuándo',
    where: 'Dónde',
    online: 'En línea',
    reason: 'Motivo',
    pay: (amount, until) => `Paga el depósito de ${amount} antes del ${until}`,
    refunded: {
      card: 'Te devolveremos el depósito a la tarjeta con que lo pagaste.',
      balance: 'El depósito que pagaste queda como saldo a tu favor.',
      business: 'Te devolveremos el depósito que pagaste.',
    },
    manage: 'Ver, cambiar o cancelar la reserva',
    another: 'Reservar otra hora',
    notice: {
      booked: (title) => `Nueva reserva: ${title}`,
      moved: (title) => `Reserva cambiada por el cliente: ${title}`,
      canceled: (title) => `Reserva cancelada por el cliente: ${title}`,
    },
    formerHost: {
      title: (name) => `Reservas de ${name}, que ya no trabaja aquí`,
      body: (count, first) =>
        count === 1
          ? `Tiene 1 reserva por atender, el ${first}: asígnala a otra persona o avísale al cliente.`
          : `Tiene ${count} reservas por atender, la primera el ${first}: asígnalas a otras personas o avísales a los clientes.`,
    },
    greeting: (name) => `Hola, ${name}:`,
  },
  en: {
    subject: {
      booked: (title) => `Booking confirmed: ${title}`,
      held: (title) => `Deposit needed: ${title}`,
      moved: (title) => `Booking changed: ${title}`,
      canceled: (title) => `Booking canceled: ${title}`,
      expired: (title) => `Booking expired: ${title}`,
      waiting: (title) => `Waiting list: ${title}`,
      promoted: (title) => `A place is free for you: ${title}`,
    },
    opening: {
      booked: 'Your booking is confirmed.',
      held: 'We are holding your place. The booking is confirmed once you pay the deposit.',
      moved: 'Your booking has a new time.',
      canceled: 'Your booking was canceled.',
      expired: 'The deposit was not paid in time, and the place is free again.',
      waiting: 'You are on the waiting list. We will write to you if a place becomes free.',
      promoted: 'A place became free, and your booking is confirmed.',
    },
    reminder: { subject: (title, when) => `Reminder: ${title} ${when}`, opening: 'A reminder of your booking.' },
    today: 'today',
    tomorrow: 'tomorrow',
    inTime: (hours, minutes) => `in ${counted([hours, 'hour', 'hours'], [minutes, 'minute', 'minutes'], ' and ')}`,
    when: 'When',
    where: 'Where',
    online: 'Online',
    reason: 'Reason',
    pay: (amount, until) => `Pay the deposit of ${amount} before ${until}`,
    refunded: {
      card: 'We will refund the deposit to the card that you paid with.',
      balance: 'The deposit that you paid is now credit with us.',
      business: 'We will refund the deposit that you paid.',
    },
    manage: 'View, change or cancel the booking',
    another: 'Book another time',
    notice: {
      booked: (title) => `New booking: ${title}`,
      moved: (title) => `Booking changed by the customer: ${title}`,
      canceled: (title) => `Booking canceled by the customer: ${title}`,
    },
    formerHost: {
      title: (name) => `Bookings of ${name}, who no longer works here`,
      body: (count, first) =>
        count === 1
          ? `There is 1 booking to come, on ${first}: assign it to somebody else, or inform the customer.`
          : `There are ${count} bookings to come, the first on ${first}: assign them to others, or inform the customers.`,
    },
    greeting: (name) => `Hello ${name},`,
  },
};

type Counted = [count: number, one: string, many: string];

const counted = (hours: Counted, minutes: Counted, and: string): string =>
  [hours, minutes]
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
    .join(and);

const SOON_MINUTES = 180;
const ROUNDED_TO_MINUTES = 5;

/** How long it is until a start, in words for the zone of the reader. A reminder may be sent later than it was due. */
export function wordsUntil(
  startsAt: string,
  { now, language, timeZone }: { now: Temporal.Instant; language: Language; timeZone: string },
): string {
  const words = letterWords[language];
  const start = Temporal.Instant.from(startsAt);
  const left = Math.ceil(now.until(start).total('minutes') / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES;
  if (left <= SOON_MINUTES) return words.inTime(Math.floor(left / 60), left % 60);
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainDate();
  return dayOf(now).equals(dayOf(start)) ? words.today : words.tomorrow;
}

/** `viernes, 20 de noviembre de 2026, 10:00 a. m.`, in the zone of the reader. */
export const formatTime = (at: string, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(at));
