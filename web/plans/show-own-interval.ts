import type { Viewer } from '../../core/viewer.ts'

/** Who pays by the year sees the plan that they are on, unless they have chosen before. */
export function showOwnInterval(viewer: Viewer): void {
  if (viewer.status !== 'signed-in' || viewer.plan !== 'yearly' || /\binterval=/.test(document.cookie)) return
  document.querySelector<HTMLInputElement>('[name=interval][value=yearly]')?.click()
}
