import { type Transactor, type Tx, update } from '../behaviour/tx.ts'
import { newId } from '../objects/new-id.ts'
import type { Attempt, Delivery } from '../objects/notification.ts'
import type { FaultInjector } from './delivery-faults.ts'
import { isTaken, sendEvent } from './send-event.ts'

interface DelivererOptions {
  retryBaseMs: number
  timeoutMs: number
}

interface DeliverNow {
  limit?: number | undefined
  /** How many at once; one by one keeps the order. */
  parallel?: number | undefined
}

export type Deliverer = ReturnType<typeof createDeliverer>

const parallelSends = 4
const longestWaitMs = 3_600_000
const lastAttempt = 20

/** Delivers every event to every endpoint at least once: without a 2xx it is sent again, ever later. */
export function createDeliverer(transactor: Transactor, injector: FaultInjector, options: DelivererOptions) {
  const { store, clock } = transactor
  const open = new Map<string, Delivery>()
  const inFlight = new Map<string, Promise<boolean>>()
  const drawn = new Set<string>()
  /** Faults drawn, not on disk yet. */
  const undecided = new Set<string>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let started = false
  let drawing: Promise<void> = Promise.resolve()

  const track = (id: string, delivery: Delivery | null) => {
    if (delivery && delivery.state !== 'delivered') open.set(id, delivery)
    else open.delete(id)
  }
  for (const delivery of store.all('deliveries')) track(delivery.id, delivery)
  store.onCommit('deliveries', (changed) => {
    for (const [id, delivery] of changed) track(id, delivery)
    wake()
  })

  function wake() {
    if (!started || stopping.signal.aborted || injector.faults().hold) return
    const waiting = [...open.values()].filter(
      ({ id, state }) => state === 'pending' && !inFlight.has(id) && !undecided.has(id),
    )
    const fresh = waiting.filter(({ id }) => !drawn.has(id))
    if (fresh.length > 0) {
      drawing = drawFaults(fresh)
      return
    }
    // Read once: between two looks the clock may pass a moment, which is then neither due nor still to come.
    const nowMs = clock.realMs()
    const due = waiting.filter(({ nextAttemptMs }) => nextAttemptMs <= nowMs)
    due.sort((a, b) => a.nextAttemptMs - b.nextAttemptMs)
    for (const delivery of due.slice(0, parallelSends - inFlight.size)) void attempt(delivery).then(wake)
    const next = Math.min(...waiting.map(({ nextAttemptMs }) => nextAttemptMs).filter((at) => at > nowMs))
    clearTimeout(timer)
    if (next === Infinity) return
    timer = setTimeout(wake, Math.min(next - nowMs, longestWaitMs))
    timer.unref()
  }

  /** The faults of a delivery are decided once, before its first try. */
  async function drawFaults(fresh: Delivery[], mayDrop = true) {
    for (const { id } of fresh) {
      drawn.add(id)
      undecided.add(id)
    }
    await transactor.transact((tx) => {
      for (const delivery of fresh) {
        if (mayDrop && injector.isDropped()) {
          update(tx, 'deliveries', delivery, { state: 'dropped' })
          continue
        }
        const twin = injector.isDuplicated() ? { ...delivery, id: newId('wd') } : undefined
        for (const sent of twin ? [delivery, twin] : [delivery]) {
          drawn.add(sent.id)
          const delayMs = injector.delayMs()
          if (delayMs > 0 || sent === twin) {
            tx.put('deliveries', { ...sent, nextAttemptMs: sent.nextAttemptMs + delayMs })
          }
        }
      }
    })
    for (const { id } of fresh) undecided.delete(id)
    wake()
  }

  function attempt(delivery: Delivery): Promise<boolean> {
    const running = tryOnce(delivery).finally(() => inFlight.delete(delivery.id))
    inFlight.set(delivery.id, running)
    return running
  }

  async function tryOnce(delivery: Delivery): Promise<boolean> {
    const endpoint = store.get('endpoints', delivery.endpoint)
    const event = store.get('events', delivery.event)
    const secret = store.get('endpoint_secrets', delivery.endpoint)?.secret
    if (endpoint?.status !== 'enabled' || !event || !secret) {
      await transactor.transact((tx) => update(tx, 'deliveries', delivery, { state: 'given_up' }))
      return false
    }
    const { timeoutMs } = options
    const body = JSON.stringify(event, null, 2)
    const stopped = stopping.signal
    const result = await sendEvent({
      url: endpoint.url,
      secret,
      body,
      timeoutMs,
      realMs: clock.realMs,
      stopped,
    })
    // A try cut short by our own end tells nothing; the delivery stays open and comes again after the restart.
    if (stopped.aborted && !isTaken(result)) return false
    await transactor.transact((tx) => record(tx, delivery.id, result, options.retryBaseMs))
    return isTaken(result)
  }

  return {
    start() {
      started = true
      wake()
    },
    /** Sends everything that is not delivered yet, dropped and held ones too, and waits for the responses. */
    async deliverNow({ limit = Infinity, parallel = 1 }: DeliverNow = {}) {
      await Promise.all(inFlight.values())
      await drawFaults(
        [...open.values()].filter(({ id, state }) => state === 'pending' && !drawn.has(id)),
        false,
      )
      const queue = injector.order([...open.values()]).slice(0, limit)
      const attempted = queue.length
      let delivered = 0
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          // The regular loop may have got there first.
          const taken = await (inFlight.get(next.id) ?? (open.has(next.id) ? attempt(next) : true))
          if (taken) delivered += 1
        }
      }
      await Promise.all(Array.from({ length: parallel }, work))
      return { attempted, delivered, failed: attempted - delivered }
    },
    async stop() {
      clearTimeout(timer)
      stopping.abort()
      await drawing
      await Promise.allSettled(inFlight.values())
    },
  }
}

function record(tx: Tx, id: string, result: Attempt, retryBaseMs: number) {
  const delivery = tx.get('deliveries', id)
  if (!delivery) return
  const attempts = [...delivery.attempts, result]
  if (isTaken(result)) {
    update(tx, 'deliveries', delivery, { attempts, state: 'delivered' })
    const event = tx.get('events', delivery.event)
    if (event) update(tx, 'events', event, { pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
    return
  }
  const waitMs = Math.min(retryBaseMs * 2 ** (attempts.length - 1), longestWaitMs)
  const state = attempts.length >= lastAttempt ? 'given_up' : 'pending'
  update(tx, 'deliveries', delivery, { attempts, state, nextAttemptMs: tx.realMs + waitMs })
}
