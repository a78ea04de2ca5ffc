import type { UrgencySource } from '../../core/plans/catalogue.ts'
import { ConfigurationError } from '../configuration-error.ts'

const howToChoose =
  'Set "source" under "urgency" in the catalogue, or URGENCY_SOURCE, to "live" (the seats that checkout enforces, real purchases) or to "simulated" (a clock counts, the buyers are invented).'

const law =
  'Telling consumers of a scarcity or of buyers that do not exist is forbidden in the EU (Directive 2005/29/EC, Annex I no. 7), in the United Kingdom (Digital Markets, Competition and Consumers Act 2024, Schedule 20) and in the United States (FTC Act, section 5).'

/** Rule L6: returns a warning to print, or null; throws when real money would be taken without a chosen source. */
export function checkUrgencySource(
  chosen: UrgencySource | undefined,
  takesRealMoney: boolean,
): string | null {
  if (!takesRealMoney) return null
  if (!chosen) {
    throw new ConfigurationError(
      `With a live payment key the source of the urgency elements must be chosen. ${howToChoose} ${law}`,
    )
  }
  if (chosen === 'live') return null
  return `Warning: this shop takes real money and shows simulated urgency. ${law} To show what is true, set URGENCY_SOURCE=live, or "source": "live" under "urgency" in the catalogue.`
}
