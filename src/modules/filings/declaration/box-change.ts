import { z } from 'zod';

interface DeclaredBox {
  box: string;
  amount: string;
}

export const BoxChanges = z
  .array(
    z.object({
      box: z.string().describe('The number of the box on the form.'),
      declared: z.string().describe('As it was declared with the payment.'),
      now: z.string().describe('What the books say now.'),
    }),
  )
  .meta({
    id: 'BoxChanges',
    description:
      'Boxes in which the books differ from the payment, because of documents that were written, changed or voided after it: file a rectification (rectificativa), or void the payment and pay again. Empty: none, or not paid yet.',
  });

/** The boxes whose amounts are not those that were declared. A box that is missing is zero. */
export function boxChanges(declared: DeclaredBox[], now: DeclaredBox[], zero: string): z.output<typeof BoxChanges> {
  const byBox = (boxes: DeclaredBox[]) => new Map(boxes.map(({ box, amount }) => [box, amount]));
  const [before, after] = [byBox(declared), byBox(now)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((box) => ({ box, declared: before.get(box) ?? zero, now: after.get(box) ?? zero }))
    .filter((change) => change.declared !== change.now);
}
