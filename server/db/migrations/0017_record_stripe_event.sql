-- Records an event and enqueues the jobs that it causes. A function, because PostgreSQL keeps the plans of its statements for
-- each connection, also behind a pooler; planned anew for each event, the same statements took three times as long.
-- "find_kind" is the job for an event of one of ours who is not in this database, "refund_key" that of a refund which failed.
CREATE FUNCTION "record_stripe_event" (
  "event_id" text, "event_type" text, "customer" text, "payment" text, "find_kind" text,
  "refund_key" text, "refund" jsonb, "again" boolean,
  OUT "is_new" boolean, OUT "has_job" boolean
) LANGUAGE plpgsql AS $$
DECLARE
  job_kind text := 'sync';
  job_key text;
BEGIN
  IF customer IS NOT NULL THEN
    SELECT user_id INTO job_key FROM customers WHERE id = customer;
  ELSE
    SELECT user_id INTO job_key FROM purchases WHERE id = payment;
  END IF;
  IF job_key IS NULL AND find_kind IS NOT NULL THEN
    job_kind := find_kind;
    job_key := coalesce(customer, payment);
  END IF;
  has_job := job_key IS NOT NULL;
  INSERT INTO stripe_events AS e (id, type, customer_id, outcome, tries, handled_at)
  VALUES (event_id, event_type, customer, CASE WHEN has_job THEN 'queued' ELSE 'ignored' END, 1, now())
  -- A version without jobs may have recorded it as failed: then it is still to be handled.
  ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, error = NULL, handled_at = now()
  WHERE e.handled_at IS NULL;
  is_new := found;
  IF NOT is_new AND NOT again THEN RETURN; END IF;
  IF has_job THEN
    INSERT INTO jobs AS j (kind, key, run_at)
    VALUES (job_kind, job_key, date_trunc('milliseconds', now()))
    ON CONFLICT (kind, key) DO UPDATE SET
      version = j.version + 1, run_at = least(j.run_at, excluded.run_at), attempts = 0, dead_at = NULL;
  END IF;
  IF refund_key IS NOT NULL THEN
    INSERT INTO jobs AS j (kind, key, payload, run_at)
    VALUES ('refund', refund_key, refund, date_trunc('milliseconds', now()))
    ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload,
      version = j.version + 1, run_at = least(j.run_at, excluded.run_at), attempts = 0, dead_at = NULL;
  END IF;
END $$;
