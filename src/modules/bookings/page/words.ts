import { bilingual, type Language, localeOf } from '#platform/pages/language.ts';

/** In the largest unit that it is a whole number of. */
function durationText(minutes: number, [day, days]: [string, string]): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? `1 ${day}` : `${minutes / 1440} ${days}`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

export const pageWords = bilingual({
  weekdays: [
    ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ],
  weekdayNames: [
    ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ],
  minutes: [
    (count: number) => durationText(count, ['día', 'días']),
    (count: number) => durationText(count, ['day', 'days']),
  ],
  chooseDay: ['Elige un día', 'Choose a day'],
  chooseTime: ['Elige una hora', 'Choose a time'],
  noTimes: ['No hay horas libres este día.', 'No times are free on this day.'],
  noDays: ['No hay horas libres este mes.', 'No times are free this month.'],
  nextFree: [(day: string) => `Ver el ${day}`, (day: string) => `See ${day}`],
  noSlots: ['Ya no quedan lugares.', 'No places are left.'],
  earlier: ['Mes anterior', 'Previous month'],
  later: ['Mes siguiente', 'Next month'],
  free: [
    (count: number) => (count === 1 ? '1 hora libre' : `${count} horas libres`),
    (count: number) => (count === 1 ? '1 time free' : `${count} times free`),
  ],
  places: [
    (count: number) => (count === 1 ? '1 lugar' : `${count} lugares`),
    (count: number) => (count === 1 ? '1 place' : `${count} places`),
  ],
  waiting: ['Lista de espera', 'Waiting list'],
  timeZone: ['Zona horaria', 'Time zone'],
  deposit: [(amount: string) => `Depósito: ${amount}`, (amount: string) => `Deposit: ${amount}`],
  depositNote: [
    (amount: string, minutes: string) =>
      `Te guardamos el lugar durante ${minutes} mientras pagas el depósito de ${amount}.`,
    (amount: string, minutes: string) => `We hold your place for ${minutes} while you pay the deposit of ${amount}.`,
  ],
  depositBack: [
    (hours: number) =>
      `Si cancelas ${hours === 0 ? 'antes de que empiece' : `hasta ${hours} h antes`}, te devolvemos el depósito.`,
    (hours: number) =>
      `If you cancel ${hours === 0 ? 'before it starts' : `at least ${hours} h before`}, we refund the deposit.`,
  ],
  yourData: ['Tus datos', 'Your details'],
  name: ['Nombre', 'Name'],
  email: ['Correo electrónico', 'E-mail address'],
  phone: ['Teléfono', 'Telephone'],
  notes: ['Notas', 'Notes'],
  optional: ['opcional', 'optional'],
  confirm: ['Confirmar reserva', 'Confirm booking'],
  confirmAndPay: ['Continuar al pago', 'Continue to payment'],
  join: ['Entrar en la lista de espera', 'Join the waiting list'],
  change: ['Cambiar la hora', 'Change the time'],
  problem: ['No se pudo reservar', 'The booking was not made'],
  offline: [
    'No hay conexión. Inténtalo otra vez: no reservarás dos veces.',
    'There is no connection. Try again: you will not book twice.',
  ],
  done: {
    booked: ['Reserva confirmada', 'Booking confirmed'],
    held: ['Falta el depósito', 'Deposit needed'],
    waiting: ['En lista de espera', 'On the waiting list'],
  },
  pay: ['Pagar el depósito', 'Pay the deposit'],
  see: ['Ver la reserva', 'View the booking'],
  states: {
    booked: ['Confirmada', 'Confirmed'],
    held: ['Falta el depósito', 'Deposit needed'],
    waiting: ['En lista de espera', 'On the waiting list'],
    canceled: ['Cancelada', 'Canceled'],
    attended: ['Realizada', 'Attended'],
    no_show: ['No asistió', 'Missed'],
  },
  heldUntil: [
    (time: string) => `Te guardamos el lugar hasta el ${time}`,
    (time: string) => `We hold the place for you until ${time}.`,
  ],
  when: ['Cuándo', 'When'],
  where: ['Dónde', 'Where'],
  online: ['En línea', 'Online'],
  who: ['A nombre de', 'In the name of'],
  contact: ['Contacto', 'Contact'],
  addToCalendar: ['Añadir al calendario', 'Add to calendar'],
  cancel: ['Cancelar la reserva', 'Cancel the booking'],
  reallyCancel: ['Sí, cancelar', 'Yes, cancel'],
  askReason: ['¿Por qué la cancelas?', 'Why do you cancel it?'],
  reason: ['Motivo de la cancelación', 'Reason of the cancellation'],
  cancelNote: ['El lugar quedará libre para otra persona.', 'The place will be free for somebody else.'],
  depositIfCanceled: {
    refunded: [
      'Te devolveremos el depósito a la tarjeta con que lo pagaste, o como saldo a tu favor si lo pagaste de otra forma.',
      'We will refund the deposit to the card that you paid with, or as credit with us if you paid otherwise.',
    ],
    kept: ['Si cancelas ahora, el depósito no se devuelve.', 'If you cancel now, the deposit is not refunded.'],
  },
  move: ['Cambiar la hora', 'Change the time'],
  moveHere: ['Mover aquí', 'Move here'],
  another: ['Reservar otra hora', 'Book another time'],
  fixed: ['Para cambiarla, comunícate con el negocio.', 'To change it, contact the business.'],
});

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
