/** Fields of an added key and their problems. Pure; the import checks the key itself. */
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { longestLifeSeconds, shortestLifeSeconds, usualLifeSeconds } from '../../../api/keys/keys.ts'

export interface KeyFields {
  readonly name: string
  readonly apiKey: string
  readonly pem: string
  readonly hasPair: boolean
  readonly lifeSeconds: string
  readonly perAddress: boolean
  readonly isSaved: boolean
}

export const emptyKeyFields: KeyFields = {
  name: '',
  apiKey: '',
  pem: '',
  hasPair: false,
  lifeSeconds: String(usualLifeSeconds),
  perAddress: false,
  isSaved: false,
}

export const lifeLabels = {
  label: 'Life of a token, seconds',
  hint: '25 to 864,000 (10 days). A new one is made in time.',
} as const
export const perAddressLabels = {
  label: 'A token for each address (uri)',
  hint: 'For venues that want the address of the endpoint in the token; their tokens live 30 s at most.',
} as const

const longestName = 40
const longestApiKey = 200

export function readLife(text: string): number | undefined {
  const seconds = /^\d{1,6}$/.test(text.trim()) ? Number.parseInt(text, 10) : undefined
  return seconds === undefined || seconds < shortestLifeSeconds || seconds > longestLifeSeconds ? undefined : seconds
}

export const lifeProblem = `Whole seconds from ${shortestLifeSeconds} to ${formatNumber(longestLifeSeconds, { places: 0 })} (10 days).`

export const keyProblems = (fields: KeyFields): Partial<Record<keyof KeyFields, string>> => ({
  ...(fields.name.trim().length > longestName ? { name: `A name of ${longestName} letters at most.` } : {}),
  ...(fields.apiKey.trim() === ''
    ? { apiKey: 'Give the API key that the venue shows for this key.' }
    : /[\s\p{C}]/u.test(fields.apiKey.trim()) || fields.apiKey.trim().length > longestApiKey
      ? { apiKey: 'An API key is one word: copy it again. The private key goes into the field below.' }
      : {}),
  ...(fields.hasPair || fields.pem.trim() !== ''
    ? {}
    : { pem: 'Paste the private key, choose its file, or make a pair here.' }),
  ...(readLife(fields.lifeSeconds) === undefined ? { lifeSeconds: lifeProblem } : {}),
})

export const keyResolver: Resolver<KeyFields> = fields => {
  const problems = Object.entries(keyProblems(fields))
  if (problems.length === 0) return { values: fields, errors: {} }
  const errors: FieldErrors<KeyFields> = Object.fromEntries(
    problems.map(([name, message]) => [name, { type: 'rule', message }]),
  )
  return { values: {}, errors }
}
