/** A choice of a screen (its filters) that is as it was left when one comes back, over a reload as well. */
import { useCallback, useState } from 'react'
import { readStored, writeStored } from './stored.ts'

const keyOf = (id: string): string => `legwork.choice.${id}`

/** `parse` makes a choice of whatever is saved; it is given undefined where nothing is. */
export function useSavedChoice<Choice>(id: string, parse: (stored: unknown) => Choice): [Choice, (next: Choice) => void] {
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

/** Of several texts by name: what is saved where it is a text, and passes `isKnown`; else as `standard` has it. */
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
