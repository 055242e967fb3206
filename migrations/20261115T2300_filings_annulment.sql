-- An annulment is recorded before the tax authority is asked, so that its answer cannot be lost.
ALTER TABLE ecf_annulments
  ADD COLUMN state text NOT NULL DEFAULT 'accepted' CHECK (state IN ('sending', 'accepted', 'refused', 'unknown'));
