/** The reasons for voiding a number, by their code in the 608. */
export const voidReasons = {
  '01': 'Deterioro de factura preimpresa',
  '02': 'Errores de impresión (factura preimpresa)',
  '03': 'Impresión defectuosa',
  '04': 'Corrección de la información',
  '05': 'Cambio de productos',
  '06': 'Devolución de productos',
  '07': 'Omisión de productos',
  '08': 'Errores en secuencia de NCF',
  '09': 'Por cese de operaciones',
  '10': 'Pérdida o hurto de talonarios',
} as const;
export type VoidReason = keyof typeof voidReasons;
