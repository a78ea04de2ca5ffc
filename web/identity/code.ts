import { codeExpired, codeSpent, codeWrong } from '../../core/identity/contract.ts'
import type { ApiRefusal } from '../api-result.ts'

/** Mails and people write `123 456` or `123-456`. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 6)

export const isCodeWrong = ({ code }: ApiRefusal): boolean => code === codeWrong

/** Expired, or tried too often. */
export const isCodeSpent = ({ code }: ApiRefusal): boolean => code === codeExpired || code === codeSpent
