import { fiscalTypeOf } from '#modules/taxes/index.ts';
import type { FieldError } from '#platform/refusal.ts';
import type { EcfReference, EcfType } from './ecf-document.ts';

type Code = EcfReference['code'];

export const isNote = (type: EcfType): boolean => type === '33' || type === '34';

/** As given; otherwise a note corrects amounts, and another receipt replaces a paper one or refers to a consumer invoice. */
export function modificationCodeOf(type: EcfType, modified: string, given: number | null): Code {
  if (given !== null) return given as Code;
  if (isNote(type)) return 3;
  return modified.startsWith('E') ? 5 : 4;
}

/** Why this document cannot modify that number with that code. */
export function modificationProblems(
  { type, total }: { type: EcfType; total: bigint },
  { number, code }: Pick<EcfReference, 'number' | 'code'>,
): FieldError[] {
  const modified = fiscalTypeOf(number);
  const ofNote = isNote(type);
  const checks: [isWrong: boolean, message: string][] = [
    [ofNote && Boolean(modified?.note), 'A note modifies an invoice, not another note.'],
    [ofNote && code === 5, 'Only a credit invoice (31) refers to a consumer invoice (code 5).'],
    [type === '33' && code === 1, 'Only a credit note voids a receipt (code 1).'],
    [ofNote && code === 2 && total !== 0n, 'A note that corrects a text (code 2) has a total of zero.'],
    [!ofNote && code <= 3, 'Only debit and credit notes void or correct another receipt (codes 1 to 3).'],
    [
      code === 4 && modified?.twin !== `E${type}`,
      `Code 4 replaces a paper receipt of the same kind, which ${number} is not.`,
    ],
    [
      code === 5 && (type !== '31' || modified?.code !== 'E32'),
      'Code 5 is for a credit invoice (31) that refers to a consumer invoice (32).',
    ],
  ];
  const found = checks.find(([isWrong]) => isWrong);
  return found ? [{ path: 'reference.code', code: 'not_allowed', message: found[1] }] : [];
}
