import { simulatorPages } from '#platform/ports/simulator-page.ts';

export const ROOT = '/simulator/cardproc';

export const { page, form, send } = simulatorPages({
  root: ROOT,
  lang: 'es',
  note: 'Procesador de tarjetas simulado: aquí no se mueve dinero de verdad.',
  nothingHere: 'Aquí no hay nada',
});
