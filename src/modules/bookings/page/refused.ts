import type { RefusedForm } from '#platform/pages/error-page.ts';

/** For the forms on which a visitor moves or cancels a booking. */
export const changeForm: RefusedForm = {
  backTo: '/v1/tasks/schedule/booking/:bookingToken',
  words: {
    es: {
      change_not_allowed: 'Esta reserva ya no se puede cambiar aquí. Escríbele al negocio.',
      slot_taken: 'Esa hora ya no está disponible. Elige otra.',
      no_such_start: 'Esa hora ya no está disponible. Elige otra.',
      schedule_canceled: 'El negocio canceló estas citas.',
      booking_canceled: 'Esta reserva ya está cancelada.',
    },
    en: {
      change_not_allowed: 'This booking can no longer be changed here. Contact the business.',
      slot_taken: 'That time is no longer available. Choose another one.',
      no_such_start: 'That time is no longer available. Choose another one.',
      schedule_canceled: 'The business has canceled these appointments.',
      booking_canceled: 'This booking is already canceled.',
    },
  },
};
