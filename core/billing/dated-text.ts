/** A sentence with a date in it, which only a browser can show in the visitor's time zone. */
export interface DatedText {
  before: string
  date: string
  after: string
}

/** Stands for the date in a message, wherever the language has it. */
export const datePlace = '\0'

export function datedText(message: string, date: string): DatedText {
  const [before = '', after = ''] = message.split(datePlace)
  return { before, date, after }
}
