-- What the law says in figures, the same for everyone, each with the days on which it holds. A new law is new rows here.

-- Rates, ceilings, thresholds and days, one row for each span of time.
CREATE TABLE legal_parameters (
  name text NOT NULL CHECK (name ~ '^[a-z0-9-]{1,60}$'),
  valid_from date NOT NULL,
  valid_until date CHECK (valid_until >= valid_from),
  value numeric NOT NULL,
  unit text NOT NULL CHECK (unit IN ('money', 'percent', 'times', 'days', 'years')),
  description text NOT NULL,
  PRIMARY KEY (name, valid_from)
);

INSERT INTO legal_parameters (name, valid_from, valid_until, value, unit, description) VALUES
  ('consumer-threshold', '2018-05-01', NULL, 250000, 'money', 'A consumer invoice of this total or more names its buyer, is itemised in the 607 and sent whole.'),
  ('numerals-expiry-years', '2018-05-01', NULL, 1, 'years', 'A range ends on 31 December, so many years after the year of its authorisation.'),
  ('credit-note-tax-days', '2000-01-01', NULL, 30, 'days', 'A credit note later than this takes no ITBIS back.'),
  ('cash-purchase-limit', '2010-01-01', NULL, 50000, 'money', 'A purchase above this, paid in cash, is neither deductible nor creditable.'),
  ('filing-606-rows', '2018-05-01', NULL, 10000, 'times', 'Rows that a 606 file may have.'),
  ('filing-607-rows', '2018-05-01', NULL, 65000, 'times', 'Rows that a 607 file may have.'),
  ('due-day-606', '2018-05-01', NULL, 15, 'days', 'The day of the next month on which the 606 is due.'),
  ('due-day-607', '2018-05-01', NULL, 15, 'days', 'The day of the next month on which the 607 is due.'),
  ('due-day-608', '2018-05-01', NULL, 15, 'days', 'The day of the next month on which the 608 is due.'),
  ('due-day-it1', '2000-01-01', NULL, 20, 'days', 'The day of the next month on which the IT-1 is due.'),
  ('due-day-ir17', '2000-01-01', NULL, 10, 'days', 'The day of the next month on which the IR-17 is due.'),
  ('due-day-ir3', '2000-01-01', NULL, 10, 'days', 'The day of the next month on which the IR-3 is due.'),
  ('due-working-day-tss', '2003-01-01', NULL, 3, 'days', 'The working day of the next month on which the social security is due.'),
  ('late-surcharge', '2026-07-01', NULL, 3, 'percent', 'Surcharge of a late payment, for each month or fraction.'),
  ('late-surcharge-cap', '2026-07-01', NULL, 100, 'percent', 'The most that the surcharge of a late payment can be.'),
  ('late-interest', '2026-07-01', NULL, 1.10, 'percent', 'Interest of a late payment, for each month or fraction.'),
  ('complementary-pay-tax', '2012-01-01', NULL, 27, 'percent', 'Tax on pay in kind, in the IR-17.'),
  ('tss-base-wage', '2025-04-01', '2026-01-31', 21674.80, 'money', 'The wage by which the ceilings of social security are counted.'),
  ('tss-base-wage', '2026-02-01', NULL, 23223.00, 'money', 'The wage by which the ceilings of social security are counted.'),
  ('sfs-ceiling', '2003-01-01', NULL, 10, 'times', 'Ceiling of health insurance, in base wages.'),
  ('afp-ceiling', '2003-01-01', NULL, 20, 'times', 'Ceiling of the pension, in base wages.'),
  ('srl-ceiling', '2003-01-01', NULL, 4, 'times', 'Ceiling of the insurance of work risks, in base wages.'),
  ('sfs-employee', '2009-01-01', NULL, 3.04, 'percent', 'Health insurance, from the employee.'),
  ('sfs-employer', '2009-01-01', NULL, 7.09, 'percent', 'Health insurance, from the employer.'),
  ('afp-employee', '2009-01-01', NULL, 2.87, 'percent', 'Pension, from the employee.'),
  ('afp-employer', '2009-01-01', NULL, 7.10, 'percent', 'Pension, from the employer.'),
  ('srl-employer', '2003-01-01', NULL, 1.00, 'percent', 'Insurance of work risks, from the employer, before the part of the risk class.'),
  ('srl-class-lowest', '2003-01-01', NULL, 0.10, 'percent', 'The least that the risk class adds to the insurance of work risks.'),
  ('srl-class-highest', '2003-01-01', NULL, 0.30, 'percent', 'The most that the risk class adds to the insurance of work risks.'),
  ('infotep-employer', '1980-01-01', NULL, 1, 'percent', 'INFOTEP, from the employer.'),
  ('infotep-bonus', '1980-01-01', NULL, 0.5, 'percent', 'INFOTEP, from the employee, of the yearly bonus only.'),
  ('sfs-dependant', '2025-11-01', NULL, 1919.78, 'money', 'Health insurance of each additional dependant, from the employee.');

-- The yearly scale of the income tax of employees: above so much, a fixed tax and a rate of what is beyond. The steps are
-- those with which the published examples of each scale come out to the cent.
CREATE TABLE income_tax_brackets (
  valid_from date NOT NULL,
  above numeric NOT NULL CHECK (above >= 0),
  tax numeric NOT NULL CHECK (tax >= 0),
  rate numeric NOT NULL CHECK (rate BETWEEN 0 AND 100),
  PRIMARY KEY (valid_from, above)
);

INSERT INTO income_tax_brackets (valid_from, above, tax, rate) VALUES
  ('2017-01-01', 0, 0, 0),
  ('2017-01-01', 416220, 0, 15),
  ('2017-01-01', 624329, 31216, 20),
  ('2017-01-01', 867123, 79776, 25),
  ('2027-01-01', 0, 0, 0),
  ('2027-01-01', 480000.01, 0, 15),
  ('2027-01-01', 685000.01, 30750, 20),
  ('2027-01-01', 910000.01, 75750, 25),
  ('2027-01-01', 4800000.01, 1048250, 27);

-- The taxes that the law knows. Every organization gets them; their rates are read from here as long as it sets none itself.
CREATE TABLE legal_taxes (
  code text COLLATE "C" PRIMARY KEY CHECK (code ~ '^[A-Z0-9-]{1,30}$'),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('itbis', 'isc', 'tip', 'withheld-itbis', 'withheld-isr', 'other')),
  base text NOT NULL CHECK (base IN ('net', 'itbis')),
  -- ITBIS: the indicator on an electronic invoice. Other taxes: their code there. Withheld income tax: its type in the 606.
  fiscal_code text,
  -- The box of the IT-1 or IR-17 that collects what is withheld.
  box text,
  place integer NOT NULL
);

CREATE TABLE legal_tax_rates (
  code text COLLATE "C" NOT NULL REFERENCES legal_taxes (code),
  valid_from date NOT NULL,
  valid_until date CHECK (valid_until >= valid_from),
  rate numeric(9, 4) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  PRIMARY KEY (code, valid_from)
);

INSERT INTO legal_taxes (place, code, name, kind, base, fiscal_code, box) VALUES
  (1, 'ITBIS-18', 'ITBIS 18 %', 'itbis', 'net', '1', '11'),
  (2, 'ITBIS-16', 'ITBIS 16 %', 'itbis', 'net', '2', '12'),
  (3, 'ITBIS-0', 'ITBIS tasa cero', 'itbis', 'net', '3', '2'),
  (4, 'EXENTO', 'Exento de ITBIS', 'itbis', 'net', '4', '4'),
  (5, 'PROPINA', 'Propina legal', 'tip', 'net', '001', NULL),
  (6, 'CDT', 'Contribución al desarrollo de las telecomunicaciones', 'other', 'net', '002', NULL),
  (7, 'ISC-SEGUROS', 'Selectivo a los seguros', 'isc', 'net', '003', NULL),
  (8, 'ISC-TELECOM', 'Selectivo a las telecomunicaciones', 'isc', 'net', '004', NULL),
  (9, 'PLACA', 'Primera placa de vehículo', 'other', 'net', '005', NULL),
  (20, 'RET-ITBIS-30', 'Retención de ITBIS 30 %: servicios entre sociedades', 'withheld-itbis', 'itbis', NULL, '43'),
  (21, 'RET-ITBIS-75', 'Retención de ITBIS 75 %: bienes de informales', 'withheld-itbis', 'itbis', NULL, '47'),
  (22, 'RET-ITBIS-100', 'Retención de ITBIS 100 %: servicios de personas físicas', 'withheld-itbis', 'itbis', NULL, '39'),
  (23, 'RET-ITBIS-100-ASFL', 'Retención de ITBIS 100 %: entidades sin fines de lucro', 'withheld-itbis', 'itbis', NULL, '40'),
  (24, 'RET-ITBIS-100-SEG', 'Retención de ITBIS 100 %: seguridad y vigilancia', 'withheld-itbis', 'itbis', NULL, '42'),
  (25, 'RET-ITBIS-100-RST', 'Retención de ITBIS 100 %: régimen simplificado', 'withheld-itbis', 'itbis', NULL, '44'),
  (26, 'RET-ITBIS-100-INF', 'Retención de ITBIS 100 %: comprobante de compras', 'withheld-itbis', 'itbis', NULL, '47'),
  (40, 'RET-ISR-ALQ', 'Retención de ISR: alquileres de personas físicas', 'withheld-isr', 'net', '01', '1'),
  (41, 'RET-ISR-HON', 'Retención de ISR: honorarios por servicios', 'withheld-isr', 'net', '02', '2'),
  (42, 'RET-ISR-OTR', 'Retención de ISR: otras rentas', 'withheld-isr', 'net', '03', '16'),
  (43, 'RET-ISR-PRE', 'Retención de ISR: rentas presuntas y oficios técnicos', 'withheld-isr', 'net', '04', '17'),
  (44, 'RET-ISR-INT-PJ', 'Retención de ISR: intereses a personas jurídicas', 'withheld-isr', 'net', '05', '19'),
  (45, 'RET-ISR-INT-PF', 'Retención de ISR: intereses a personas físicas', 'withheld-isr', 'net', '06', '11'),
  (46, 'RET-ISR-EST', 'Retención de ISR: proveedores del Estado', 'withheld-isr', 'net', '07', '12'),
  (47, 'RET-ISR-JUE', 'Retención de ISR: juegos telefónicos', 'withheld-isr', 'net', '08', '13'),
  (48, 'RET-ISR-GAN', 'Retención de ISR: ganadería de carne bovina', 'withheld-isr', 'net', '09', '21'),
  (49, 'RET-ISR-PREMIOS', 'Retención de ISR: premios', 'withheld-isr', 'net', NULL, '3'),
  (50, 'RET-ISR-DIV', 'Retención de ISR: dividendos', 'withheld-isr', 'net', NULL, '5'),
  (51, 'RET-ISR-EXT', 'Retención de ISR: pagos al exterior', 'withheld-isr', 'net', NULL, '10'),
  (52, 'RET-ISR-EXT-MAYOR', 'Retención de ISR: pagos al exterior de grandes pagadores', 'withheld-isr', 'net', NULL, '24'),
  (53, 'RET-ISR-REGALIAS', 'Retención de ISR: regalías al exterior', 'withheld-isr', 'net', NULL, '22'),
  (54, 'RET-ISR-SOFTWARE', 'Retención de ISR: software, publicidad y datos del exterior', 'withheld-isr', 'net', NULL, '23');

INSERT INTO legal_tax_rates (code, valid_from, valid_until, rate) VALUES
  ('ITBIS-18', '2013-01-01', NULL, 18),
  ('ITBIS-16', '2016-01-01', NULL, 16),
  ('ITBIS-0', '2000-01-01', NULL, 0),
  ('EXENTO', '2000-01-01', NULL, 0),
  ('PROPINA', '2000-01-01', NULL, 10),
  ('CDT', '2000-01-01', NULL, 2),
  ('ISC-SEGUROS', '2005-01-01', NULL, 16),
  ('ISC-TELECOM', '2005-01-01', NULL, 10),
  ('PLACA', '2013-01-01', NULL, 17),
  ('RET-ITBIS-30', '2005-01-01', NULL, 30),
  ('RET-ITBIS-75', '2010-01-01', '2019-12-31', 75),
  ('RET-ITBIS-100', '2011-01-01', NULL, 100),
  ('RET-ITBIS-100-ASFL', '2011-01-01', NULL, 100),
  ('RET-ITBIS-100-SEG', '2009-01-01', NULL, 100),
  ('RET-ITBIS-100-RST', '2011-01-01', NULL, 100),
  ('RET-ITBIS-100-INF', '2019-01-01', NULL, 100),
  ('RET-ISR-ALQ', '2012-01-01', '2026-06-30', 10),
  ('RET-ISR-ALQ', '2026-07-01', NULL, 15),
  ('RET-ISR-HON', '2012-01-01', '2026-06-30', 10),
  ('RET-ISR-HON', '2026-07-01', NULL, 15),
  ('RET-ISR-OTR', '2012-01-01', '2026-06-30', 10),
  ('RET-ISR-OTR', '2026-07-01', NULL, 15),
  ('RET-ISR-PRE', '2000-01-01', '2026-06-30', 2),
  ('RET-ISR-PRE', '2026-07-01', NULL, 3),
  ('RET-ISR-INT-PJ', '2012-01-01', NULL, 1),
  ('RET-ISR-INT-PF', '2012-01-01', NULL, 10),
  ('RET-ISR-EST', '2012-01-01', NULL, 5),
  ('RET-ISR-JUE', '2012-01-01', NULL, 5),
  ('RET-ISR-GAN', '2025-01-01', NULL, 1),
  ('RET-ISR-PREMIOS', '2012-01-01', NULL, 25),
  ('RET-ISR-DIV', '2012-01-01', NULL, 10),
  ('RET-ISR-EXT', '2012-01-01', NULL, 27),
  ('RET-ISR-EXT-MAYOR', '2026-07-01', NULL, 30),
  ('RET-ISR-REGALIAS', '2012-01-01', '2026-06-30', 27),
  ('RET-ISR-REGALIAS', '2026-07-01', NULL, 15),
  ('RET-ISR-SOFTWARE', '2012-01-01', '2026-06-30', 27),
  ('RET-ISR-SOFTWARE', '2026-07-01', NULL, 15);
