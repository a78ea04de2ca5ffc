import type { Account } from '../../core/identity/contract.ts'
import { timeAgo } from '../../core/identity/time-ago.ts'
import * as messages from '../../core/messages/messages.ts'
import { rich } from '../ui/rich.ts'
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
            {device} {current && <strong className="badge">{messages.thisDevice}</strong>}
          </span>
          <span className="last-used">
            {rich(
              messages.lastUsed({
                moment: timeAgo(Date.parse(lastUsedAt), now),
                time: (text) => (
                  <time dateTime={lastUsedAt} title={exactTime(lastUsedAt)}>
                    {text}
                  </time>
                ),
              }),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const exactTime = (at: string) =>
  new Date(at).toLocaleString(messages.language, { dateStyle: 'medium', timeStyle: 'medium' })
