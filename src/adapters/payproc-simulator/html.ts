import { simulatorPages } from '#platform/ports/simulator-page.ts';

export const ROOT = '/simulator/payproc';

export const { page, form, send } = simulatorPages({
  root: ROOT,
  lang: 'en',
  note: 'Simulated payment processor: no real money moves.',
  nothingHere: 'There is nothing here',
});
