import type { Account } from '../../core/identity/contract.ts'
import { timeAgo } from '../../core/identity/time-ago.ts'
import { Placeholder } from './account-details.tsx'

/** Null while loading: one is sure to be there. */
export function SessionList({ sessions, now }: { sessions: Account['sessions'] | null; now: number }) {
  return (
    <ul className="sessions">
      {sessions === null && (
        <li>
          <Placeholder />
          <span className="last-used">
            <Placeholder />
          </span>
        </li>
      )}
      {sessions?.map(({ id, device, lastUsedAt, current }) => (
        <li key={id}>
          <span>
            {device} {current && <strong className="badge">This device</strong>}
          </span>
          <span className="last-used">
            Last used{' '}
            <time dateTime={lastUsedAt} title={exactTime(lastUsedAt)}>
              {timeAgo(Date.parse(lastUsedAt), now)}
            </time>
          </span>
        </li>
      ))}
    </ul>
  )
}

const exactTime = (at: string) =>
  new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })
