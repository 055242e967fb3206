export type Frequency = 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly';
export type Unit = [frequency: Frequency, times: number];

/** By word, its meaning: each entry is a meaning with the folded words that have it. */
const meanings = <T>(...entries: [T, string][]): Record<string, T> =>
  Object.fromEntries(entries.flatMap(([meaning, words]) => words.split(', ').map((word) => [word, meaning])));

export const numbers = meanings(
  [1, 'un, una, uno, one'],
  [2, 'dos, two'],
  [3, 'tres, three'],
  [4, 'cuatro, four'],
  [5, 'cinco, five'],
  [6, 'seis, six'],
  [7, 'siete, seven'],
  [8, 'ocho, eight'],
  [9, 'nueve, nine'],
  [10, 'diez, ten'],
  [11, 'once, eleven'],
  [12, 'doce, twelve'],
  [15, 'quince, fifteen'],
  [20, 'veinte, twenty'],
  [30, 'treinta, thirty'],
);

export const ordinals = meanings(
  [1, 'primer, primero, primera, first, 1st, 1er, 1ro'],
  [2, 'segundo, segunda, second, 2nd, 2do'],
  [3, 'tercer, tercero, tercera, third, 3rd, 3er'],
  [4, 'cuarto, fourth, 4th, 4to'],
  [5, 'quinto, fifth, 5th, 5to'],
  [-1, 'ultimo, ultima, last'],
  [-2, 'penultimo, penultimate, second to last, second last'],
);

export const weekdays = meanings(
  ['MO', 'lunes, monday, mondays, mon'],
  ['TU', 'martes, tuesday, tuesdays, tue'],
  ['WE', 'miercoles, wednesday, wednesdays, wed'],
  ['TH', 'jueves, thursday, thursdays, thu'],
  ['FR', 'viernes, friday, fridays, fri'],
  ['SA', 'sabado, sabados, saturday, saturdays, sat'],
  ['SU', 'domingo, domingos, sunday, sundays, sun'],
);

export const months = meanings(
  [1, 'enero, january'],
  [2, 'febrero, february'],
  [3, 'marzo, march'],
  [4, 'abril, april'],
  [5, 'mayo, may'],
  [6, 'junio, june'],
  [7, 'julio, july'],
  [8, 'agosto, august'],
  [9, 'septiembre, setiembre, september'],
  [10, 'octubre, october'],
  [11, 'noviembre, november'],
  [12, 'diciembre, december'],
);

export const units = meanings<Unit>(
  [['hourly', 1], 'hora, horas, hour, hours, hourly'],
  [['daily', 1], 'dia, dias, day, days, daily, diario, diaria, diariamente'],
  [['weekly', 1], 'semana, semanas, week, weeks, weekly, semanal, semanalmente'],
  [['weekly', 2], 'biweekly, fortnight, fortnightly, bisemanal'],
  [['monthly', 1], 'mes, meses, month, months, monthly, mensual, mensualmente'],
  [['monthly', 2], 'bimestral, bimestre, bimestres, bimonthly'],
  [['monthly', 3], 'trimestre, trimestres, trimestral, trimestralmente, quarter, quarters, quarterly'],
  [['monthly', 6], 'semestre, semestres, semestral, semestralmente'],
  [['yearly', 1], 'ano, anos, year, years, yearly, anual, anualmente, annually, annual'],
);

/** Words without a meaning of their own once everything else is read. */
const FILLERS =
  'cada todo todos toda todas every each el la los las de del the of on in y and a al en por at e es dia dias day que vez una once per';
export const fillers = new Set(FILLERS.split(' '));
