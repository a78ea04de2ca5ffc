import { requestLimit } from '../../server/billing/stripe/call-budget.ts'

// A machine that stands still for seconds would fail every test of a checkout. Tests of the limit itself give their own.
requestLimit.ms = 180_000
