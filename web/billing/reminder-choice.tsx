import * as messages from '../../core/messages/messages.ts'
import { useStore } from '../ui/use-store.ts'
import { noReminderChoice, type ReminderStore } from './reminder-store.ts'

/** Rule M8: whether a mail comes before the access ends. */
export function ReminderChoice({ store, reminders }: { store: ReminderStore; reminders: boolean }) {
  const { chosen, saved, problem } = useStore(store, noReminderChoice)
  return (
    <section className="panel" aria-labelledby="reminders">
      <h2 id="reminders">{messages.reminders}</h2>
      <div className="choices">
        <label>
          <input
            type="checkbox"
            checked={chosen ?? reminders}
            aria-describedby="reminders-always"
            onChange={(event) => void store.save(event.target.checked)}
          />
          {messages.remindBeforeEnd}
        </label>
      </div>
      <p id="reminders-always">{messages.remindersAlways}</p>
      <p role="status">{saved && messages.remindersSaved}</p>
      <p role="alert">{problem}</p>
    </section>
  )
}
