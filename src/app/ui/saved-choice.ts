/** A screen's choice (its filters), kept across navigation and reloads. */
import { useCallback, useState } from 'react'
import { readStored, writeStored } from './stored.ts'

const keyOf = (id: string): string => `legwork.choice.${id}`

export function useSavedChoice<Choice>(
  id: string,
  parse: (stored: unknown) => Choice,
): [Choice, (next: Choice) => void] {
  const [choice, setChoice] = useState(() => parse(readStored(keyOf(id))))
  const choose = useCallback(
    (next: Choice) => {
      writeStored(keyOf(id), next)
      setChoice(next)
    },
    [id],
  )
  return [choice, choose]
}

export function parseTexts<Choice extends Readonly<Record<keyof Choice, string>>>(
  stored: unknown,
  standard: Choice,
  isKnown: (name: keyof Choice, text: string) => boolean = () => true,
): Choice {
  const given: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const entries = (Object.keys(standard) as (keyof Choice & string)[]).map(name => {
    const text = given[name]
    return [name, typeof text === 'string' && isKnown(name, text) ? text : standard[name]] as const
  })
  return Object.fromEntries(entries) as unknown as Choice
}
