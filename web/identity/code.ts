import type { ApiRefusal } from '../api-result.ts'

/** Mails and people write `123 456` or `123-456`. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 6)

export const isCodeWrong = ({ code }: ApiRefusal): boolean => code === 'code-wrong'

/** Expired, or tried too often. */
export const isCodeSpent = ({ code }: ApiRefusal): boolean => code === 'code-expired' || code === 'code-spent'
