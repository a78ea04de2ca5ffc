-- What every page of a signed-in visitor asks. Functions, because PostgreSQL keeps the plans of their statements for each
-- connection, also behind a pooler: planning took longer than reading. A generic plan serves any number of visitors, and uses
-- the indices even if it was made while the tables were empty.
CREATE FUNCTION "find_sessions" ("tokens" text[])
RETURNS TABLE ("user_id" text, "email" text, "name" text, "session_id" text, "updated_at" timestamptz, "token" text)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT u.id, u.email, u.name, s.id, s.updated_at, s.token
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token = ANY (tokens) AND s.expires_at > now();
END $$;
--> statement-breakpoint
-- The plans of users: what they bought, the newest first, and what they were given. "trials" are those of "email_hashes" that had a trial.
CREATE FUNCTION "read_plans" (
  "user_ids" text[], "email_hashes" text[],
  OUT "bought" jsonb, OUT "given" jsonb, OUT "trials" jsonb
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  bought := (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.created_at DESC)
    FROM subscriptions s WHERE s.user_id = ANY (user_ids));
  given := (SELECT jsonb_agg(jsonb_build_object('userId', g.user_id, 'plan', g.plan, 'isForGood', g.until IS NULL))
    FROM grants g
    WHERE g.user_id = ANY (user_ids) AND g.revoked_at IS NULL AND (g.until IS NULL OR g.until > now()));
  trials := (SELECT jsonb_agg(t.email_hash) FROM trials_given t WHERE t.email_hash = ANY (email_hashes));
END $$;
