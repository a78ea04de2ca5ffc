import { requestLimit } from '../../server/billing/stripe/call-budget.ts'

// A machine that stands still for seconds would fail every test of a checkout. Tests of the limit itself give their own.
requestLimit.ms = 180_000

// Vitest's 100 frames are a thirtieth of a billing test: the SDK of Stripe reads a stack with each call.
Error.stackTraceLimit = 10
