import { bilingual, type Language } from '#platform/pages/language.ts';

const texts = bilingual({
  submit: ['Enviar', 'Send'],
  next: ['Siguiente', 'Next'],
  back: ['Atrás', 'Back'],
  step: ['Paso {step} de {steps}', 'Step {step} of {steps}'],
  sending: ['Enviando…', 'Sending…'],
  offline: [
    'No hay conexión. Tus respuestas siguen aquí: inténtalo otra vez.',
    'There is no connection. Your answers are still here: try again.',
  ],
  uploading: ['Subiendo…', 'Uploading…'],
  uploadFailed: ['No se pudo subir este archivo.', 'This file could not be uploaded.'],
  remove: ['Quitar', 'Remove'],
  clear: ['Borrar', 'Clear'],
  file: ['Archivo', 'File'],
  chooseFiles: ['Elegir archivos', 'Choose files'],
  signHere: ['Firma aquí con el dedo o el mouse', 'Sign here with your finger or the mouse'],
  signerName: ['Nombre de quien firma', 'Name of the signer'],
  needsScript: [
    'Para adjuntar archivos o dibujar la firma, activa JavaScript en tu navegador.',
    'To attach files or draw the signature, turn on JavaScript in your browser.',
  ],
  required: ['obligatorio', 'required'],
  choose: ['Elige una opción', 'Choose an option'],
  quantity: ['Cantidad', 'Quantity'],
  line1: ['Calle y número', 'Street and number'],
  line2: ['Apartamento, sector (opcional)', 'Apartment, neighbourhood (optional)'],
  city: ['Ciudad', 'City'],
  province: ['Provincia', 'Province'],
  postalCode: ['Código postal', 'Postal code'],
  terms: ['Leer las condiciones', 'Read the terms'],
  amount: ['Monto a pagar', 'Amount to pay'],
  wrong: ['Revisa estas respuestas:', 'Check these answers:'],
  least: ['mínimo {min}', 'at least {min}'],
  most: ['máximo {max}', 'at most {max}'],
  characters: ['caracteres', 'characters'],
  filesMax: ['Puedes adjuntar hasta {max} archivos.', 'You can attach up to {max} files.'],
  leaveEmpty: ['Deja este campo vacío', 'Leave this field empty'],
  closedTitle: ['Este formulario está cerrado', 'This form is closed'],
  closed: ['Ya no recibe respuestas.', 'It takes no more answers.'],
  full: ['Ya recibió todas las respuestas que acepta.', 'It has all the answers that it takes.'],
  thanksTitle: ['¡Gracias!', 'Thank you!'],
  thanks: ['Recibimos tus respuestas.', 'We received your answers.'],
  reference: ['Respuesta no. {number}', 'Answer no. {number}'],
  pay: ['Ir a pagar', 'Go to payment'],
  continue: ['Continuar', 'Continue'],
  print: ['Respuesta no. {number}', 'Answer no. {number}'],
  submittedAt: ['Enviado', 'Sent'],
  tooMany: ['Has enviado demasiadas respuestas. Inténtalo más tarde.', 'You sent too many answers. Try again later.'],
  errors: {
    required: ['Responde esta pregunta.', 'Answer this question.'],
    too_short: ['La respuesta es demasiado corta.', 'The answer is too short.'],
    too_long: ['La respuesta es demasiado larga.', 'The answer is too long.'],
    out_of_range: ['La respuesta está fuera de los límites.', 'The answer is outside the limits.'],
    too_many: ['Elegiste demasiadas opciones.', 'You chose too many options.'],
    invalid_email: [
      'Escribe una dirección de correo, como ana@ejemplo.com.',
      'Write an e-mail address, such as ana@example.com.',
    ],
    invalid_phone: ['Escribe un teléfono con su código de área.', 'Write a telephone number with its area code.'],
    invalid_tax_id: ['Este RNC o cédula no es válido.', 'This tax id is not valid.'],
    invalid_number: ['Escribe un número.', 'Write a number.'],
    invalid_date: ['Escribe una fecha.', 'Write a date.'],
    invalid_time: ['Escribe una hora.', 'Write a time.'],
    invalid_address: ['Escribe la calle y la ciudad.', 'Write the street and the city.'],
    invalid_digits: ['Escribe solo números.', 'Write digits only.'],
    invalid_letters: ['Escribe solo letras.', 'Write letters only.'],
    invalid_url: ['Escribe una dirección que empiece con https://.', 'Write an address that begins with https://.'],
    not_found: ['Vuelve a subir el archivo.', 'Upload the file again.'],
    file_type_refused: ['Este tipo de archivo no se acepta.', 'This type of file is not accepted.'],
    body_too_large: ['Este archivo es demasiado grande.', 'This file is too large.'],
    not_an_option: ['Esta opción ya no está disponible.', 'This option is no longer available.'],
    too_many_decimals: ['Este número tiene demasiados decimales.', 'This number has too many decimals.'],
    invalid_signature: ['Escribe tu nombre y firma otra vez.', 'Write your name and sign again.'],
    slot_taken: ['Esa hora ya está ocupada. Elige otra.', 'That time is taken. Choose another one.'],
    no_such_start: ['Esa hora no está disponible. Elige otra.', 'That time is not available. Choose another one.'],
    schedule_canceled: ['Ya no se puede reservar aquí.', 'Nothing can be booked here any more.'],
    stock_insufficient: ['No queda esa cantidad. Elige menos.', 'There are not that many left. Choose fewer.'],
    invalid: ['Revisa esta respuesta.', 'Check this answer.'],
  },
});

type Texts = (typeof texts)[Language];

/** Errors are found by their code. */
export type Words = Omit<Texts, 'errors'> & { errors: Record<string, string> };
export const words: Record<Language, Words> = texts;

/** Errors that say more with the limits of their question. */
const limited = ['too_short', 'too_long', 'too_many', 'out_of_range'];

/** The error of an answer in the visitor's language. A message of the service is in English. */
export function errorText(
  language: Language,
  { code, message }: { code: string; message: string },
  limits = '',
): string {
  const { errors } = words[language];
  const text = errors[code] ?? (language === 'en' ? message : errors.invalid!);
  return limits && limited.includes(code) ? `${text.slice(0, -1)}: ${limits}` : text;
}
