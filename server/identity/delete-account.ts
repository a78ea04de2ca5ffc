import { AppError } from '../errors.ts'

export interface DeleteAccountDeps {
  /** Throws an AppError when the code is wrong, expired or spent; otherwise it is used up. */
  spendCode: (code: string) => Promise<void>
  /** Everything in one transaction, or nothing. */
  removeUser: (userId: string) => Promise<'removed' | 'still-charged' | 'paying'>
  isStillCharged: (userId: string) => Promise<boolean>
}

/** Removes a person's data for good, but never while their card may still be charged. */
export async function deleteAccount(
  { spendCode, removeUser, isStillCharged }: DeleteAccountDeps,
  user: { id: string },
  code: string,
): Promise<void> {
  // Asked before the code is used up, and again inside the transaction: a checkout may end in between.
  if (await isStillCharged(user.id)) throw new AppError('subscription-live')
  await spendCode(code)
  const outcome = await removeUser(user.id)
  if (outcome === 'still-charged') throw new AppError('subscription-live')
  if (outcome === 'paying') throw new AppError('payment-processing')
}
