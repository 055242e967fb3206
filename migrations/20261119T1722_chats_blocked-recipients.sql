-- Diffusions leave blocked people out.
ALTER TABLE diffusion_recipients
  DROP CONSTRAINT diffusion_recipients_reason_check,
  ADD CONSTRAINT diffusion_recipients_reason_check
    CHECK (reason IN ('no_number', 'duplicate', 'opted_out', 'blocked', 'missing_value'));
