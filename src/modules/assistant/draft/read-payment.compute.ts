import { type ReadPayment, readPayment } from './read-payment.ts';

/** In a thread, because the text may be long and patterns take time. */
export default ({ text }: { text: string }): ReadPayment => readPayment(text);
