import type { RefusedForm } from '#platform/pages/error-page.ts';

const es: Record<string, string> = {
  amount_not_offered: 'Ese monto no se puede pagar aquí. Vuelve y elige otro.',
  nothing_due: 'Ya no queda nada por pagar.',
  more_than_due: 'Ese monto es mayor que lo que queda por pagar.',
  charge_in_progress: 'Hay otro pago en curso. Espera un momento y vuelve a la página.',
  payment_declined: 'El banco no aceptó la tarjeta. Prueba con otra.',
  online_payment_unavailable: 'Ahora mismo no se puede pagar en línea. Escríbele al negocio.',
  merchant_account_missing: 'Ahora mismo no se puede pagar en línea. Escríbele al negocio.',
  merchant_not_ready: 'Ahora mismo no se puede pagar en línea. Escríbele al negocio.',
  cardproc_disabled: 'Ahora mismo no se puede pagar en línea. Escríbele al negocio.',
  provider_refused: 'El procesador de pagos no lo aceptó. Inténtalo otra vez o usa otra tarjeta.',
  code_wrong: 'El código no es correcto o ya venció. Pide otro.',
  activation_code_wrong: 'El código de la tarjeta no es correcto.',
  proof_required: 'Confirma primero con el código que te enviamos.',
  contact_without_address: 'El negocio no tiene un correo tuyo al que enviar el código.',
  payment_method_inactive: 'Esa tarjeta ya no se puede usar. Elige otra.',
  not_acceptable: 'Este documento ya no se puede aceptar. Escríbele al negocio.',
};

const en: Record<string, string> = {
  amount_not_offered: 'This amount cannot be paid here. Go back and choose another.',
  nothing_due: 'Nothing is left to pay.',
  more_than_due: 'This amount is more than what is left to pay.',
  charge_in_progress: 'Another payment is under way. Wait a moment and go back to the page.',
  payment_declined: 'The bank declined the card. Try another one.',
  online_payment_unavailable: 'Online payment is not available at the moment. Contact the business.',
  merchant_account_missing: 'Online payment is not available at the moment. Contact the business.',
  merchant_not_ready: 'Online payment is not available at the moment. Contact the business.',
  cardproc_disabled: 'Online payment is not available at the moment. Contact the business.',
  provider_refused: 'The payment processor refused it. Try again, or use another card.',
  code_wrong: 'The code is wrong or has expired. Ask for another one.',
  activation_code_wrong: 'The code of the card is wrong.',
  proof_required: 'Confirm with the code that we sent you first.',
  contact_without_address: 'The business has no e-mail address of yours to send the code to.',
  payment_method_inactive: 'This card can no longer be used. Choose another one.',
  not_acceptable: 'This document can no longer be accepted. Contact the business.',
};

/** For all forms of a payment page. */
export const pageForm: RefusedForm = { backTo: '/v1/shared/:id', words: { es, en } };
