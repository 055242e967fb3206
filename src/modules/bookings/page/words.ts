import { type Language, localeOf } from '#platform/pages/language.ts';

/** In the largest unit that it is a whole number of. */
function durationText(minutes: number, [day, days]: [string, string]): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? `1 ${day}` : `${minutes / 1440} ${days}`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

const es = {
  weekdays: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
  weekdayNames: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  minutes: (count: number) => durationText(count, ['día', 'días']),
  chooseDay: 'Elige un día',
  chooseTime: 'Elige una hora',
  noTimes: 'No hay horas libres este día.',
  noDays: 'No hay horas libres este mes.',
  nextFree: (day: string) => `Ver el ${day}`,
  noSlots: 'Ya no quedan lugares.',
  earlier: 'Mes anterior',
  later: 'Mes siguiente',
  free: (count: number) => (count === 1 ? '1 hora libre' : `${count} horas libres`),
  places: (count: number) => (count === 1 ? '1 lugar' : `${count} lugares`),
  waiting: 'Lista de espera',
  timeZone: 'Zona horaria',
  deposit: (amount: string) => `Depósito: ${amount}`,
  depositNote: (amount: string, minutes: string) =>
    `Te guardamos el lugar durante ${minutes} mientras pagas el depósito de ${amount}.`,
  depositBack: (hours: number) =>
    `Si cancelas ${hours === 0 ? 'antes de que empiece' : `hasta ${hours} h antes`}, te devolvemos el depósito.`,
  yourData: 'Tus datos',
  name: 'Nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  notes: 'Notas',
  optional: 'opcional',
  confirm: 'Confirmar reserva',
  confirmAndPay: 'Continuar al pago',
  join: 'Entrar en la lista de espera',
  change: 'Cambiar la hora',
  problem: 'No se pudo reservar',
  offline: 'No hay conexión. Inténtalo otra vez: no reservarás dos veces.',
  done: { booked: 'Reserva confirmada', held: 'Falta el depósito', waiting: 'En lista de espera' },
  pay: 'Pagar el depósito',
  see: 'Ver la reserva',
  states: {
    booked: 'Confirmada',
    held: 'Falta el depósito',
    waiting: 'En lista de espera',
    canceled: 'Cancelada',
    attended: 'Realizada',
    no_show: 'No asistió',
  },
  heldUntil: (time: string) => `Te guardamos el lugar hasta el ${time}`,
  when: 'Cuándo',
  where: 'Dónde',
  online: 'En línea',
  who: 'A nombre de',
  contact: 'Contacto',
  addToCalendar: 'Añadir al calendario',
  cancel: 'Cancelar la reserva',
  reallyCancel: 'Sí, cancelar',
  askReason: '¿Por qué la cancelas?',
  reason: 'Motivo de la cancelación',
  cancelNote: 'El lugar quedará libre para otra persona.',
  depositIfCanceled: {
    refunded:
      'Te devolveremos el depósito a la tarjeta con que lo pagaste, o como saldo a tu favor si lo pagaste de otra forma.',
    kept: 'Si cancelas ahora, el depósito no se devuelve.',
  },
  move: 'Cambiar la hora',
  moveHere: 'Mover aquí',
  another: 'Reservar otra hora',
  fixed: 'Para cambiarla, comunícate con el negocio.',
};

type PageWords = typeof es;

const en: PageWords = {
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  weekdayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  minutes: (count) => durationText(count, ['day', 'days']),
  chooseDay: 'Choose a day',
  chooseTime: 'Choose a time',
  noTimes: 'No times are free on this day.',
  noDays: 'No times are free this month.',
  nextFree: (day) => `See ${day}`,
  noSlots: 'No places are left.',
  earlier: 'Previous month',
  later: 'Next month',
  free: (count) => (count === 1 ? '1 time free' : `${count} times free`),
  places: (count) => (count === 1 ? '1 place' : `${count} places`),
  waiting: 'Waiting list',
  timeZone: 'Time zone',
  deposit: (amount) => `Deposit: ${amount}`,
  depositNote: (amount, minutes) => `We hold your place for ${minutes} while you pay the deposit of ${amount}.`,
  depositBack: (hours) =>
    `If you cancel ${hours === 0 ? 'before it starts' : `at least ${hours} h before`}, we refund the deposit.`,
  yourData: 'Your details',
  name: 'Name',
  email: 'E-mail address',
  phone: 'Telephone',
  notes: 'Notes',
  optional: 'optional',
  confirm: 'Confirm booking',
  confirmAndPay: 'Continue to payment',
  join: 'Join the waiting list',
  change: 'Change the time',
  problem: 'The booking was not made',
  offline: 'There is no connection. Try again: you will not book twice.',
  done: { booked: 'Booking confirmed', held: 'Deposit needed', waiting: 'On the waiting list' },
  pay: 'Pay the deposit',
  see: 'View the booking',
  states: {
    booked: 'Confirmed',
    held: 'Deposit needed',
    waiting: 'On the waiting list',
    canceled: 'Canceled',
    attended: 'Attended',
    no_show: 'Missed',
  },
  heldUntil: (time) => `We hold the place for you until ${time}.`,
  when: 'When',
  where: 'Where',
  online: 'Online',
  who: 'In the name of',
  contact: 'Contact',
  addToCalendar: 'Add to calendar',
  cancel: 'Cancel the booking',
  reallyCancel: 'Yes, cancel',
  askReason: 'Why do you cancel it?',
  reason: 'Reason of the cancellation',
  cancelNote: 'The place will be free for somebody else.',
  depositIfCanceled: {
    refunded: 'We will refund the deposit to the card that you paid with, or as credit with us if you paid otherwise.',
    kept: 'If you cancel now, the deposit is not refunded.',
  },
  move: 'Change the time',
  moveHere: 'Move here',
  another: 'Book another time',
  fixed: 'To change it, contact the business.',
};

export const pageWords: Record<Language, PageWords> = { es, en };

/** `noviembre de 2026`. */
export const monthName = (date: Temporal.PlainDate, language: Language): string =>
  date.toLocaleString(localeOf(language), { month: 'long', year: 'numeric' });

/** `viernes, 20 de noviembre`. */
export const dayName = (date: Temporal.PlainDate, language: Language): string =>
  date.toLocaleString(localeOf(language), { weekday: 'long', day: 'numeric', month: 'long' });

/** `mié, 18 nov`: short enough for a list on a telephone. */
export const shortDayName = (date: Temporal.PlainDate, language: Language): string =>
  date.toLocaleString(localeOf(language), { weekday: 'short', day: 'numeric', month: 'short' });

/** `9:30 a. m.`, of `09:30`. */
export const timeName = (time: string, language: Language): string =>
  Temporal.PlainTime.from(time.slice(0, 5)).toLocaleString(localeOf(language), { hour: 'numeric', minute: '2-digit' });

/** `Santo Domingo (GMT−4)`, of `America/Santo_Domingo` at that time. */
export function zoneName(timeZone: string, language: Language, at: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value;
  // Lines break after a hyphen, and not after a minus sign.
  return `${timeZone.split('/').at(-1)!.replaceAll('_', ' ')} (${offset?.replace('-', '−')})`;
}
