-- Whether a contact gets letters about what they owe.
ALTER TABLE contacts ADD COLUMN payment_reminders boolean NOT NULL DEFAULT true;
