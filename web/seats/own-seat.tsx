import * as messages from '../../core/messages/messages.ts'
import { useStore } from '../ui/use-store.ts'
import { type OwnSeatStore, unknownSeat } from './own-seat-store.ts'

/** The seat of a buyer with its proof; nothing for everybody else. */
export function OwnSeat({ store }: { store: OwnSeatStore }) {
  const { seat, checked } = useStore(store, unknownSeat)
  if (!seat) return null
  return (
    <section className="panel" aria-labelledby="seat">
      <h2 id="seat">{messages.ownSeat(seat)}</h2>
      <p>{messages.seatProofText}</p>
      <button type="button" className="button" onClick={store.check}>
        {messages.seatProofCheck}
      </button>
      <p role="status">
        {checked && 'number' in checked && messages.seatProofHolds({ number: checked.number })}
        {checked && 'unchecked' in checked && checked.unchecked}
      </p>
      <p role="alert">{checked && 'problem' in checked && messages.seatProofFails(checked)}</p>
      <p>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(seat.proof)}`}
          download={`seat-${seat.number}.tlog-proof`}
        >
          {messages.seatProofSave}
        </a>
      </p>
    </section>
  )
}
