import { remindersPath } from '../../core/billing/contract.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { postApi } from '../api-result.ts'

export interface ReminderState {
  /** What was chosen on this page; null until then. */
  chosen: boolean | null
  saving: boolean
  saved: boolean
  problem: string | null
}

export type ReminderStore = ReturnType<typeof createReminderStore>

export const noReminderChoice: ReminderState = { chosen: null, saving: false, saved: false, problem: null }

export function createReminderStore(api: ApiClient) {
  const state = createStore(noReminderChoice)
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Nothing is known, as at first. */
    reset: () => state.set(noReminderChoice),
    async save(reminders: boolean) {
      const before = state.get()
      if (before.saving) return
      state.set({ chosen: reminders, saving: true, saved: false, problem: null })
      const result = await postApi(api, remindersPath, { reminders })
      if (result.ok) state.set({ chosen: reminders, saving: false, saved: true, problem: null })
      else state.set({ ...before, saved: false, problem: result.error })
    },
  }
}
